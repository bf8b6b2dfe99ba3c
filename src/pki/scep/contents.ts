import { createHash, verify } from 'node:crypto';
import { Name, parseRequest, readSerialNumber, type CertificateRequest, type SerialNumber } from '../x509/index.js';
import { readDer } from '../x509/der-reader.js';
import { contextConstructed, encode, integer, oid, sequence, setOf, bitString, Tag } from '../x509/der-writer.js';
import { requestAttributeOids } from '../x509/oids.js';
import { findAttributes } from './request-attributes.js';

const maxBytes = 64 * 1024;

/** What GetCert and GetCRL name. */
export interface NamedCertificate {
  readonly issuer: Name;
  readonly serialNumber: SerialNumber;
}

/** IssuerAndSerialNumber of GetCert and GetCRL (RFC 8894 3.3.4, 3.3.5). @throws X509Error */
export function readNamedCertificate(der: Buffer): NamedCertificate {
  const fields = readDer(der, 'issuer and serial number', { maxBytes }).fields();
  const issuer = Name.read(fields.next('issuer'));
  const serialNumber = readSerialNumber(fields.next('serial number'));
  fields.end();
  return { issuer, serialNumber };
}

/** SHA-256 in hex. */
export const digestText = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/**
 * The request as it may be kept: without the attributes that certificates have no use for, one of which is a password. Its signature, which was checked before,
 * then fits no longer.
 */
export function withoutPassword({ subject, publicKey, tbs, algorithm, signature }: CertificateRequest): Buffer {
  const kept = findAttributes(tbs).filter((each) => each.oid === requestAttributeOids.extensionRequest);
  const attributes = kept.map((each) => sequence(oid(each.oid), setOf(...each.values.map((value) => value.encoded()))));
  const content = sequence(integer(0), subject.der, publicKey.der, encode(contextConstructed(0), ...attributes));
  return sequence(content, algorithm.der, bitString(signature));
}

/** The challenge password of a request (RFC 2985 5.4.1); null if it has none, or an empty one. @throws X509Error if it has two */
export function challengeOf({ tbs }: Pick<CertificateRequest, 'tbs'>): string | null {
  const found = findAttributes(tbs).filter((each) => each.oid === requestAttributeOids.challengePassword);
  const [first, second] = found.flatMap(({ values }) => values);
  if (first === undefined) return null;
  if (second !== undefined) throw first.fail('a challenge password twice');
  const text = first.tag === Tag.utf8String ? first.utf8() : first.text();
  return text === '' ? null : text;
}

const weakHashes: Readonly<Record<string, string>> = { MD5: 'md5', 'SHA-1': 'sha1' };

/** Whether a request has the signature that it says, by an algorithm that is not accepted. */
export function isSignedWeakly({ algorithm, tbs, publicKey, signature }: CertificateRequest): Promise<boolean> {
  const hash = weakHashes[/^(\S+) with (?:RSA|ECDSA)$/.exec(algorithm.name)?.[1] ?? ''];
  return new Promise((resolve) => {
    if (hash === undefined) resolve(false);
    else verify(hash, tbs, publicKey.key, signature, (error, result) => resolve(!error && result));
  });
}

const mostNames = 100;

/** The alternative names that a kept request asks for, for people. */
export function askedNames(request: Uint8Array | null): readonly string[] {
  if (request === null) return [];
  const names = parseRequest(request).extensions.subjectAltName ?? [];
  return names.slice(0, mostNames).map((name) => {
    switch (name.type) {
      case 'directoryName':
        return `${name.type}:${name.name.toString()}`;
      case 'registeredId':
      case 'otherNameDer':
        return `${name.type}:${name.oid}`;
      case 'otherName':
        return `${name.oid}:${name.value}`;
      case 'unread':
        return name.type;
      default:
        return `${name.type}:${name.value}`;
    }
  });
}
