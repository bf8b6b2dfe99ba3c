import {
  contextConstructed,
  encode,
  encodeList,
  integer,
  octetString,
  oid,
  sequence,
  setOf,
  Tag,
} from '../der-writer.js';
import type { AsyncSigner } from '../signer.js';
import { encodeAttribute, type CmsAttribute } from './attributes.js';
import { encodeContentInfo } from './content-info.js';
import { digestOf, encodeDigest } from './digest.js';
import { encodeEntity, type EntityIdentifier } from './entity.js';
import { contentOids, signedAttributeOids } from './oids.js';
import { digestFor, signerAlgorithmDer } from './signer-algorithm.js';

/** Who signs a message, and what else is signed. */
export interface MessageSigner {
  readonly identifier: EntityIdentifier;
  readonly signer: AsyncSigner;
  /** Besides the content's type and digest, which are always there. */
  readonly attributes: readonly CmsAttribute[];
}

export interface SignedContent {
  /** Dotted object identifier; `data` if left out. */
  readonly contentType?: string;
  /** Undefined for a message that is signed beside its content's place. */
  readonly content: Uint8Array | undefined;
  /** Certificates, DER. */
  readonly certificates?: readonly Uint8Array[];
  /** CRLs, DER. */
  readonly crls?: readonly Uint8Array[];
}

const version1 = integer(1);
const version3 = integer(3);

/** A message that is only a set of certificates and CRLs (RFC 5652 5.2: no signers, no content), DER. */
export const certificatesOnly = (certificates: readonly Uint8Array[], crls: readonly Uint8Array[] = []): Buffer =>
  write({ content: undefined, certificates, crls }, [], []);

/** A signed message, DER. An empty content is a content. */
export async function signMessage(content: SignedContent, signer: MessageSigner): Promise<Buffer> {
  const { algorithm } = signer.signer;
  const hash = digestFor(algorithm);
  const type = content.contentType ?? contentOids.data;
  const attributes = [
    { oid: signedAttributeOids.contentType, value: oid(type) },
    { oid: signedAttributeOids.messageDigest, value: octetString(digestOf(hash, content.content ?? Buffer.of())) },
    ...signer.attributes,
  ].map(encodeAttribute);
  const signed = setOf(...attributes);
  const signature = await signer.signer.sign(signed);
  const info = sequence(
    'keyIdentifier' in signer.identifier ? version3 : version1,
    encodeEntity(signer.identifier),
    encodeDigest(hash),
    // The same octets under the tag of the field: it is IMPLICIT.
    Buffer.concat([Uint8Array.of(contextConstructed(0)), signed.subarray(1)]),
    signerAlgorithmDer(algorithm),
    octetString(signature),
  );
  return write(content, [encodeDigest(hash)], [info]);
}

function write(message: SignedContent, digests: readonly Buffer[], signers: readonly Buffer[]): Buffer {
  const { content, contentType, certificates = [], crls = [] } = message;
  const type = contentType ?? contentOids.data;
  // RFC 5652 5.1: version 3 for content of another type than data.
  const version = type === contentOids.data ? version1 : version3;
  // In the caller's order (RFC 5652 10.2.3 asks for none): some readers take the first certificate for the issued one.
  const list = (number: number, members: readonly Uint8Array[]): Buffer[] =>
    members.length === 0 ? [] : [encodeList(contextConstructed(number), members)];
  return encodeContentInfo(
    contentOids.signedData,
    sequence(
      version,
      encode(Tag.set, ...digests),
      sequence(oid(type), ...(content === undefined ? [] : [encode(contextConstructed(0), octetString(content))])),
      ...list(0, certificates),
      ...list(1, crls),
      encode(Tag.set, ...signers),
    ),
  );
}
