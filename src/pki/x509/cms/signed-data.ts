import { contextConstructed, encodeList, Tag } from '../der-writer.js';
import type { DerFields, DerValue } from '../der-reader.js';
import type { NamedAlgorithm } from '../algorithm.js';
import { readAttributes, type ReadAttribute } from './attributes.js';
import { readContentInfo } from './content-info.js';
import { readDigest, type NamedDigest } from './digest.js';
import { readEntity, type EntityIdentifier } from './entity.js';
import { contentOids } from './oids.js';
import { readSignerAlgorithm } from './signer-algorithm.js';

/** One signature of a message (RFC 5652 5.3). */
export interface SignerInfo {
  readonly identifier: EntityIdentifier;
  readonly digest: NamedDigest;
  readonly algorithm: NamedAlgorithm;
  /** Undefined if the content itself is signed. */
  readonly signedAttributes: readonly ReadAttribute[] | undefined;
  readonly signature: Buffer;
}

/** A parsed message of type SignedData (RFC 5652 5.1). Nothing of it is checked yet: `verifySigner` does that. */
export interface SignedData {
  readonly contentType: string;
  /** Undefined if the content is elsewhere, or if there is none. */
  readonly content: Buffer | undefined;
  /** Certificates, DER. Nothing says that they are ordered. */
  readonly certificates: readonly Buffer[];
  /** CRLs, DER. */
  readonly crls: readonly Buffer[];
  readonly signers: readonly SignerInfo[];
}

/** Many more than a chain and the certificate of its sender. */
const maxCertificates = 32;
const maxSigners = 4;

/** @throws X509Error `malformed`, `unsupported` (another type of content), `too_large` */
export function parseSignedData(bytes: Uint8Array, where = 'signed message', maxBytes?: number): SignedData {
  const fields = readContentInfo(bytes, contentOids.signedData, where, maxBytes).fields();
  fields.next('version').smallInteger();
  for (const digest of fields.next('digests').items(Tag.set, { empty: true, most: maxSigners })) readDigest(digest);
  const encapsulated = fields.next('content').fields();
  const contentType = encapsulated.next('type').oid();
  const content = encapsulated.optional('octets', contextConstructed(0))?.inner(contextConstructed(0)).octets();
  encapsulated.end();
  const certificates = readList(fields, 'certificates', 0);
  const crls = readList(fields, 'CRLs', 1);
  const signers = fields.next('signers').items(Tag.set, { empty: true, most: maxSigners });
  fields.end();
  return { contentType, content, certificates, crls, signers: signers.map(readSigner) };
}

/** Only certificates and CRLs of X.509; other forms have tags (RFC 5652 10.2) and are passed over. */
function readList(fields: DerFields, what: string, number: number): Buffer[] {
  const list = fields.optional(what, contextConstructed(number));
  const members = list?.items(contextConstructed(number), { empty: true, most: maxCertificates }) ?? [];
  return members.filter(({ tag }) => tag === Tag.sequence).map((member) => member.encoded());
}

function readSigner(item: DerValue): SignerInfo {
  const fields = item.fields();
  fields.next('version').smallInteger();
  const identifier = readEntity(fields.next('signer'));
  const digest = readDigest(fields.next('digest'));
  const attributes = fields.optional('signed attributes', contextConstructed(0));
  const algorithm = readSignerAlgorithm(fields.next('signature algorithm'), digest);
  const signature = fields.next('signature').octets();
  fields.optional('unsigned attributes', contextConstructed(1));
  fields.end();
  const signedAttributes = attributes && readAttributes(attributes, contextConstructed(0));
  return { identifier, digest, algorithm, signedAttributes, signature };
}

/**
 * What is signed of attributes: a SET OF in DER (RFC 5652 5.4). Some senders sign them in the order in which they send them, so there are two forms if that is
 * another one.
 */
export function signedForms(attributes: readonly ReadAttribute[]): Buffer[] {
  const sent = encodeList(
    Tag.set,
    attributes.map(({ der }) => der),
  );
  const sorted = encodeList(
    Tag.set,
    attributes.map(({ der }) => der).sort((a, b) => Buffer.compare(a, b)),
  );
  return sent.equals(sorted) ? [sent] : [sorted, sent];
}
