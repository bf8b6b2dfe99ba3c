import { createPrivateKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  certificateOf,
  contentOids,
  decryptMessage,
  encryptMessage,
  issuerAndSerial,
  parseEnvelopedData,
  parseSignedData,
  recipientOf,
  signMessage,
  verifySigner,
} from '../../../src/pki/x509/cms/index.js';
import type { CmsAttribute, ContentCipher, KeyTransport, ReadAttribute } from '../../../src/pki/x509/cms/index.js';
import {
  buildRequest,
  createAsyncSigner,
  createSigner,
  encodeSerialNumber,
  Name,
  parseCertificate,
  publicKeyInfoOf,
  randomSerialNumber,
  subjectAltName,
} from '../../../src/pki/x509/index.js';
import type { Certificate, Extension, SigningOptions } from '../../../src/pki/x509/index.js';
import { asciiString, octetString, sequence, Tag } from '../../../src/pki/x509/der-writer.js';
import { buildCertificate } from '../x509/built.js';

const attribute = (number: number) => `2.16.840.1.113733.1.9.${number}`;
const printable = (oid: string, text: string): CmsAttribute => ({ oid, value: asciiString(Tag.printableString, text) });

export const types = { RenewalReq: '17', PKCSReq: '19', CertPoll: '20', GetCert: '21', GetCRL: '22' } as const;

/** What a message may have otherwise. */
export interface Otherwise {
  readonly type?: string;
  readonly transactionId?: string;
  readonly cipher?: ContentCipher;
  readonly transport?: KeyTransport;
  readonly signing?: SigningOptions;
  /** Who signs. */
  readonly certificate?: Certificate;
  readonly key?: KeyObject;
  /** For whom it is encrypted. */
  readonly recipient?: Certificate;
  readonly attributes?: readonly CmsAttribute[];
  readonly certificates?: readonly Buffer[];
  /** In place of the envelope. */
  readonly envelope?: Buffer;
}

export interface Answered {
  /** 0, 2 or 3. */
  readonly status: string;
  readonly failInfo: string | undefined;
  readonly text: string | undefined;
  readonly certificates: readonly Certificate[];
  readonly crls: readonly Buffer[];
}

/** Keys of RSA are made ahead, as making them takes long. */
const keys = ['rsa-2048', 'rsa-3072', 'rsa-4096'].map((name) =>
  createPrivateKey(readFileSync(new URL(`../x509/keys/${name}.pem`, import.meta.url))),
);
export const rsaKey = (number = 0): KeyObject => {
  const key = keys[number];
  if (!key) throw new Error('no such key');
  return key;
};
export const ecKey = (): KeyObject => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
export const newRsaKey = (): KeyObject => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;

/** A certificate of one's own, as clients make them. */
export function ownCertificate(key: KeyObject, commonName = 'device'): Certificate {
  const subject = Name.of({ commonName });
  const der = buildCertificate(
    {
      ...{ serialNumber: randomSerialNumber(), issuer: subject, subject, publicKey: publicKeyInfoOf(key).der },
      ...{ notBefore: new Date(Date.now() - 60_000), notAfter: new Date(Date.now() + 86_400_000) },
      extensions: [],
    },
    createSigner(key),
  );
  return parseCertificate(der);
}

/** A device that asks for certificates by SCEP. */
export class ScepClient {
  readonly certificate: Certificate;

  constructor(
    readonly authority: Certificate,
    readonly key: KeyObject = newRsaKey(),
    readonly transactionId: string = randomBytes(16).toString('hex'),
  ) {
    this.certificate = ownCertificate(key);
  }

  /** A signing request, DER. */
  csr(
    commonName: string,
    more: { challenge?: string; names?: readonly string[]; extensions?: readonly Extension[]; key?: KeyObject } = {},
  ): Buffer {
    const { challenge, names = [commonName], key = this.key, extensions = [] } = more;
    return buildRequest(
      {
        subject: Name.of({ commonName }),
        publicKey: publicKeyInfoOf(key).der,
        extensions: [
          ...(names.length === 0 ? [] : [subjectAltName(names.map((value) => ({ type: 'dns', value })))]),
          ...extensions,
        ],
        ...(challenge !== undefined && { challengePassword: challenge }),
      },
      createSigner(key),
    );
  }

  /** A message of a type with a content. */
  async message(content: Uint8Array, otherwise: Otherwise = {}): Promise<Buffer> {
    const { key = this.key, certificate = this.certificate, recipient = this.authority, attributes } = otherwise;
    const { cipher = 'aes128-cbc', transport, signing, type = types.PKCSReq } = otherwise;
    const envelope = otherwise.envelope ?? encryptMessage({ content, cipher }, [recipientOf(recipient, transport)]);
    return signMessage(
      { content: envelope, certificates: otherwise.certificates ?? [certificate.der] },
      {
        identifier: issuerAndSerial(certificate),
        signer: createAsyncSigner(key, signing),
        attributes: attributes ?? [
          printable(attribute(2), type),
          printable(attribute(7), otherwise.transactionId ?? this.transactionId),
          { oid: attribute(5), value: octetString(Buffer.alloc(16, 7)) },
        ],
      },
    );
  }

  /** IssuerAndSubject. */
  poll(commonName: string, otherwise: Otherwise = {}): Promise<Buffer> {
    const content = sequence(this.authority.subject.der, Name.of({ commonName }).der);
    return this.message(content, { type: types.CertPoll, ...otherwise });
  }

  /** IssuerAndSerialNumber. */
  about(certificate: Pick<Certificate, 'issuer' | 'serialNumber'>, type: string): Promise<Buffer> {
    return this.message(sequence(certificate.issuer.der, encodeSerialNumber(certificate.serialNumber)), { type });
  }

  /** What an answer says, after all checks that a client makes. @param by who must have signed it */
  async read(
    body: Uint8Array,
    { by = this.authority, key = this.key, certificate = this.certificate } = {},
  ): Promise<Answered> {
    const data = parseSignedData(body);
    const [signer] = data.signers;
    const sent = signer && certificateOf(data, signer);
    if (!signer || !sent?.der.equals(by.der)) throw new Error('not signed by the authority');
    await verifySigner(data, signer, by, data.content ?? Buffer.of());
    const find = (oid: string): ReadAttribute | undefined => signer.signedAttributes?.find((each) => each.oid === oid);
    const text = (number: number) => find(attribute(number))?.read.text();
    if (text(2) !== '3' || find(attribute(6))?.read.octets().equals(Buffer.alloc(16, 7)) !== true)
      throw new Error('not an answer to the message');
    const status = text(3) ?? '';
    const failed = { failInfo: text(4), text: find('1.3.6.1.5.5.7.24.1')?.read.utf8() };
    if (status !== '0') {
      if (data.content !== undefined) throw new Error('an answer with content');
      return { status, ...failed, certificates: [], crls: [] };
    }
    const allowed = ['aes128-cbc', 'aes256-cbc', 'aes128-gcm', 'aes256-gcm', '3des-cbc'] as const;
    const envelope = parseEnvelopedData(data.content ?? Buffer.of(), allowed);
    if (envelope.contentType !== contentOids.data) throw new Error('content of another type');
    const { content } = decryptMessage(envelope, [{ certificate, privateKey: key }]);
    const set = parseSignedData(content);
    return { status, ...failed, certificates: set.certificates.map((der) => parseCertificate(der)), crls: set.crls };
  }
}
