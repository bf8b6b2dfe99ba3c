import { randomBytes } from 'node:crypto';
import {
  certificateOf,
  contentOids,
  encryptMessage,
  issuerAndSerial,
  parseSignedData,
  recipientOf,
  signMessage,
  type CmsAttribute,
  type ContentCipher,
  type KeyTransport,
  type ReadAttribute,
  type SignedData,
  type SignerInfo,
} from '../x509/cms/index.js';
import { X509Error, type AsyncSigner, type Certificate } from '../x509/index.js';
import { asciiString, octetString, Tag, utf8String } from '../x509/der-writer.js';
import { failures, type ScepRefusal } from './refusal.js';

/** RFC 8894 3.2.1, and the text of a refusal (3.2.1.4.3). */
const attributeOids = {
  messageType: '2.16.840.1.113733.1.9.2',
  pkiStatus: '2.16.840.1.113733.1.9.3',
  failInfo: '2.16.840.1.113733.1.9.4',
  senderNonce: '2.16.840.1.113733.1.9.5',
  recipientNonce: '2.16.840.1.113733.1.9.6',
  transactionId: '2.16.840.1.113733.1.9.7',
  failInfoText: '1.3.6.1.5.5.7.24.1',
} as const;

/** RFC 8894 3.2.1.2. */
const messageTypes = {
  '17': 'RenewalReq',
  '19': 'PKCSReq',
  '20': 'CertPoll',
  '21': 'GetCert',
  '22': 'GetCRL',
} as const;
export type MessageType = (typeof messageTypes)[keyof typeof messageTypes];
const certRep = '3';

const isKnown = (text: string): text is keyof typeof messageTypes => Object.hasOwn(messageTypes, text);

/** A request (RFC 8894 3.3), as far as everybody can read it. Nothing of it is checked. */
export interface ScepMessage {
  readonly data: SignedData;
  readonly signer: SignerInfo;
  /** Undefined for a type that no client sends. */
  readonly type: MessageType | undefined;
  readonly transactionId: string;
  readonly senderNonce: Buffer;
  /** Of whoever signs, who also reads the answer. */
  readonly certificate: Certificate;
}

/** Octets of a request: room for a large signing request and a chain. */
export const maxMessageBytes = 256 * 1024;
/** RFC 8894 3.2.1.1 names no limit; the hash of a key has 64 letters at most. */
const longestTransactionId = 128;
const noncesOctets = { least: 1, most: 128 };

/** @throws X509Error for what no answer in the protocol can be given to */
export function readScepMessage(bytes: Uint8Array): ScepMessage {
  const where = 'SCEP message';
  const data = parseSignedData(bytes, where, maxMessageBytes);
  const [signer, ...more] = data.signers;
  if (!signer || more.length > 0) throw new X509Error('malformed', where, 'not exactly one signer');
  const { signedAttributes } = signer;
  if (!signedAttributes) throw new X509Error('malformed', where, 'signed without attributes');
  const find = (oid: string): ReadAttribute => {
    const found = signedAttributes.find((each) => each.oid === oid);
    if (!found) throw new X509Error('malformed', where, `no attribute ${oid}`);
    return found;
  };
  const type = find(attributeOids.messageType).read.text();
  const transactionId = find(attributeOids.transactionId).read.text();
  const senderNonce = find(attributeOids.senderNonce).read.octets();
  if (transactionId.length < 1 || transactionId.length > longestTransactionId || !/^[\x20-\x7e]+$/.test(transactionId))
    throw new X509Error('malformed', where, `a transaction identifier of not 1 to ${longestTransactionId} characters`);
  if (senderNonce.length < noncesOctets.least || senderNonce.length > noncesOctets.most)
    throw new X509Error('malformed', where, `a nonce of ${senderNonce.length} octets`);
  const certificate = certificateOf(data, signer);
  if (!certificate) throw new X509Error('malformed', where, 'without the certificate of its signer');
  return {
    data,
    signer,
    type: isKnown(type) ? messageTypes[type] : undefined,
    transactionId,
    senderNonce,
    certificate,
  };
}

/** What a client is answered (RFC 8894 3.2.1.3). */
export type ScepReply =
  | {
      readonly status: 'success';
      readonly content: Buffer;
      readonly cipher: ContentCipher;
      readonly transport: KeyTransport;
    }
  | { readonly status: 'failure'; readonly refusal: ScepRefusal }
  | { readonly status: 'pending' };

/** Who signs answers. */
export interface Answerer {
  readonly certificate: Certificate;
  readonly signer: AsyncSigner;
}

const printable = (oid: string, text: string): CmsAttribute => ({ oid, value: asciiString(Tag.printableString, text) });
const statuses = { success: '0', failure: '2', pending: '3' } as const;

/** CertRep: an answer for the one who asked, DER. @throws X509Error `unsupported` if the key of the client cannot decrypt */
export async function answerMessage(
  { transactionId, senderNonce, certificate }: Pick<ScepMessage, 'transactionId' | 'senderNonce' | 'certificate'>,
  reply: ScepReply,
  answerer: Answerer,
): Promise<Buffer> {
  const attributes: CmsAttribute[] = [
    printable(attributeOids.messageType, certRep),
    printable(attributeOids.transactionId, transactionId),
    printable(attributeOids.pkiStatus, statuses[reply.status]),
    { oid: attributeOids.senderNonce, value: octetString(randomBytes(16)) },
    { oid: attributeOids.recipientNonce, value: octetString(senderNonce) },
    ...(reply.status === 'failure'
      ? [
          printable(attributeOids.failInfo, failures[reply.refusal.failure]),
          { oid: attributeOids.failInfoText, value: utf8String(reply.refusal.message) },
        ]
      : []),
  ];
  const content =
    reply.status === 'success'
      ? encryptMessage({ content: reply.content, cipher: reply.cipher, contentType: contentOids.data }, [
          recipientOf(certificate, reply.transport),
        ])
      : undefined;
  return signMessage(
    { content, certificates: [answerer.certificate.der] },
    { identifier: issuerAndSerial(answerer.certificate), signer: answerer.signer, attributes },
  );
}
