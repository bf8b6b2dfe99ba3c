import { createHash } from 'node:crypto';
import { contextConstructed, encode, nullValue, octetString, oid, sequence, Tag } from './der-writer.js';
import { readDer, type DerValue } from './der-reader.js';
import { readExtensions, type Extension } from './extension.js';
import { readOne } from './extension-set.js';
import { readGeneralName } from './general-name.js';
import type { PublicKeyInfo } from './key.js';
import type { Name } from './name.js';
import { extensionOids } from './oids.js';
import { encodeSerialNumber, readSerialNumber, type SerialNumber } from './serial-number.js';

/** Hashes that identify an issuer. Most clients use SHA-1 (RFC 5019 2.1.1), which protects nothing here. */
const certIdHashes = {
  sha1: '1.3.14.3.2.26',
  sha256: '2.16.840.1.101.3.4.2.1',
  sha384: '2.16.840.1.101.3.4.2.2',
  sha512: '2.16.840.1.101.3.4.2.3',
} as const;

export type CertIdHash = keyof typeof certIdHashes;

/** The identifier of the certificate that a request is about (RFC 6960 4.1.1). */
export interface CertId {
  /** Undefined for an unknown hash, which matches no issuer. */
  readonly hash: CertIdHash | undefined;
  readonly issuerNameHash: Buffer;
  readonly issuerKeyHash: Buffer;
  readonly serialNumber: SerialNumber;
  /** As received: the response repeats it. */
  readonly der: Buffer;
}

/** An issuer as OCSP identifies it: by its name and its key. */
export interface IssuerIdentity {
  readonly subject: Name;
  readonly publicKey: Pick<PublicKeyInfo, 'bits'>;
}

const isCertIdHash = (name: string): name is CertIdHash => Object.hasOwn(certIdHashes, name);

const digest = (hash: CertIdHash, bytes: Uint8Array): Buffer => createHash(hash).update(bytes).digest();

/** The identifier of a certificate of this issuer. */
export function certIdOf(issuer: IssuerIdentity, serialNumber: SerialNumber, hash: CertIdHash = 'sha1'): CertId {
  const issuerNameHash = digest(hash, issuer.subject.der);
  const issuerKeyHash = digest(hash, issuer.publicKey.bits);
  const der = sequence(
    sequence(oid(certIdHashes[hash]), nullValue),
    octetString(issuerNameHash),
    octetString(issuerKeyHash),
    encodeSerialNumber(serialNumber),
  );
  return { hash, issuerNameHash, issuerKeyHash, serialNumber, der };
}

/** Whether the identified certificate belongs to this issuer. */
export const isIssuerOf = (issuer: IssuerIdentity, { hash, issuerNameHash, issuerKeyHash }: CertId): boolean =>
  hash !== undefined &&
  digest(hash, issuer.publicKey.bits).equals(issuerKeyHash) &&
  digest(hash, issuer.subject.der).equals(issuerNameHash);

export function readCertId(value: DerValue): CertId {
  const fields = value.fields();
  const algorithm = fields.next('hash algorithm').fields();
  const type = algorithm.next('identifier').oid();
  algorithm.optional('parameters', Tag.null)?.nothing();
  algorithm.end();
  const issuerNameHash = fields.next('issuer name hash').octets();
  const issuerKeyHash = fields.next('issuer key hash').octets();
  const serialNumber = readSerialNumber(fields.next('serial number'));
  fields.end();
  const hash = Object.keys(certIdHashes)
    .filter(isCertIdHash)
    .find((name) => certIdHashes[name] === type);
  return { hash, issuerNameHash, issuerKeyHash, serialNumber, der: value.encoded() };
}

/** A parsed request (RFC 6960 4.1). Its signature, if any, is not checked. */
export interface OcspRequest {
  readonly certIds: readonly CertId[];
  /** The response repeats it. */
  readonly nonce: Extension | undefined;
  readonly extensions: readonly Extension[];
}

/** Many times the size of a POST of the lightweight profile (RFC 5019). */
const maxRequestBytes = 64 * 1024;

/** @throws X509Error `malformed`, `too_large` */
export function parseOcspRequest(der: Uint8Array): OcspRequest {
  const outer = readDer(der, 'OCSP request', { maxBytes: maxRequestBytes }).fields();
  const tbs = outer.next('content').fields();
  outer.optional('signature', contextConstructed(0));
  outer.end();
  const version = tbs.optional('version', contextConstructed(0));
  if (version !== undefined && version.inner(contextConstructed(0)).smallInteger() !== 0)
    throw version.fail('not version 1');
  const requestor = tbs.optional('requestor', contextConstructed(1));
  if (requestor !== undefined) readGeneralName(requestor.inner(contextConstructed(1)));
  const certIds = tbs.next('requests').items().map(readSingleRequest);
  const list = tbs.optional('extensions', contextConstructed(2));
  tbs.end();
  const extensions = list === undefined ? [] : readExtensions(list.inner(contextConstructed(2)));
  readOne(extensions, extensionOids.ocspNonce, readNonce);
  const nonce = extensions.find((each) => each.oid === extensionOids.ocspNonce);
  return { certIds, nonce, extensions };
}

function readSingleRequest(item: DerValue): CertId {
  const fields = item.fields();
  const certId = readCertId(fields.next('certificate'));
  const list = fields.optional('extensions', contextConstructed(0));
  fields.end();
  if (list !== undefined) readExtensions(list.inner(contextConstructed(0)));
  return certId;
}

/** RFC 9654 2.1: 1 to 128 octets. */
export function readNonce(value: DerValue): Buffer {
  const octets = value.octets();
  if (octets.length < 1 || octets.length > 128) throw value.fail('a nonce of not 1 to 128 octets');
  return octets;
}

/** A request without a signature, DER. */
export function buildOcspRequest(certIds: readonly CertId[], extensions: readonly Extension[] = []): Buffer {
  const list = sequence(...extensions.map((each) => each.der));
  return sequence(
    sequence(
      sequence(...certIds.map((certId) => sequence(certId.der))),
      ...(extensions.length === 0 ? [] : [encode(contextConstructed(2), list)]),
    ),
  );
}
