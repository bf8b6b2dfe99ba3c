import type { KeyObject } from 'node:crypto';
import { readSignatureAlgorithm, type NamedAlgorithm } from './algorithm.js';
import { contextConstructed, contextPrimitive, Tag } from './der-writer.js';
import { readDer, type DerValue } from './der-reader.js';
import { readExtensions } from './extension.js';
import { readExtensionSet, type ExtensionSet } from './extension-set.js';
import { readPublicKeyInfo, type PublicKeyInfo } from './key.js';
import { Name } from './name.js';
import { readSerialNumber, type SerialNumber } from './serial-number.js';
import { verifySignature } from './signer.js';

/** A parsed certificate (RFC 5280 4.1). */
export interface Certificate {
  readonly der: Buffer;
  readonly tbs: Buffer;
  readonly version: 1 | 2 | 3;
  readonly serialNumber: SerialNumber;
  readonly issuer: Name;
  readonly subject: Name;
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly publicKey: PublicKeyInfo;
  readonly extensions: ExtensionSet;
  readonly algorithm: NamedAlgorithm;
  readonly signature: Buffer;
}

/** Largest certificate that is read. It has room for more than a thousand of the longest names. */
export const maxCertificateBytes = 512 * 1024;

/**
 * @param known a key that the certificate is probably for
 * @throws X509Error `malformed`, `unsupported` (its key), `too_large`
 */
export function parseCertificate(der: Uint8Array, known?: PublicKeyInfo): Certificate {
  const outer = readDer(der, 'certificate', { maxBytes: maxCertificateBytes }).fields();
  const tbs = outer.next('content');
  const algorithm = outer.next('signature algorithm');
  const signature = outer.next('signature').bitOctets();
  outer.end();
  const content = readContent(tbs, algorithm.encoded(), known);
  return {
    der: Buffer.from(der),
    tbs: tbs.encoded(),
    algorithm: readSignatureAlgorithm(algorithm),
    signature,
    ...content,
  };
}

type Content = Omit<Certificate, 'der' | 'tbs' | 'algorithm' | 'signature'>;

function readContent(tbs: DerValue, algorithm: Buffer, known: PublicKeyInfo | undefined): Content {
  const fields = tbs.fields();
  const version = readVersion(fields.optional('version', contextConstructed(0)));
  const serialNumber = readSerialNumber(fields.next('serial number'));
  const inner = fields.next('signature algorithm');
  // RFC 5280 4.1.1.2: both must be equal: only one of them is signed.
  if (!inner.encoded().equals(algorithm)) throw inner.fail('not the algorithm of the signature');
  const issuer = Name.read(fields.next('issuer'));
  const validity = fields.next('validity').fields();
  const notBefore = validity.next('not before').time();
  const notAfter = validity.next('not after').time();
  validity.end();
  const subject = Name.read(fields.next('subject'));
  const publicKey = readPublicKeyInfo(fields.next('public key'), known);
  for (const unique of [1, 2]) fields.optional('unique identifier', contextPrimitive(unique));
  const list = fields.optional('extensions', contextConstructed(3));
  fields.end();
  if (list !== undefined && version !== 3) throw list.fail(`extensions in version ${version}`);
  const extensions = readExtensionSet(list === undefined ? [] : readExtensions(list.inner(contextConstructed(3))));
  return { version, serialNumber, issuer, subject, notBefore, notAfter, publicKey, extensions };
}

function readVersion(value: DerValue | undefined): 1 | 2 | 3 {
  if (value === undefined) return 1;
  const version = value.inner(contextConstructed(0)).smallInteger(Tag.integer) + 1;
  if (version !== 2 && version !== 3) throw value.fail(`version ${version}`);
  return version;
}

/** Whether subject and issuer have the same name. */
export const isSelfIssued = (certificate: Certificate): boolean => certificate.subject.equals(certificate.issuer);

/** Whether it may sign certificates, by the basic constraints of version 3. */
export const isAuthority = (certificate: Certificate): boolean => certificate.extensions.basicConstraints?.ca === true;

/** @throws X509Error `weak`, `unsupported`, `bad_signature` */
export const verifyCertificate = (certificate: Certificate, issuerKey: KeyObject): void => {
  verifySignature(certificate, issuerKey, 'certificate');
};
