import { encodeSerialNumber, serialNumberOf } from '../x509/index.js';
import type { SerialNumber } from '../x509/index.js';
import { malformed } from './acme-problem.js';

/** How a certificate is named by who renews it (RFC 9773 §4.1). */
export interface CertificateId {
  readonly authorityKeyIdentifier: Buffer;
  readonly serialNumber: SerialNumber;
}

/** @throws AcmeProblem `malformed` */
export function readCertificateId(text: string): CertificateId {
  const [, authority = '', serial = ''] = /^([\w-]{1,100})\.([\w-]{1,40})$/.exec(text) ?? [];
  const content = Buffer.from(serial, 'base64url');
  const authorityKeyIdentifier = Buffer.from(authority, 'base64url');
  // One certificate has one name: the same octets are not written in two ways.
  const isCanonical =
    authorityKeyIdentifier.toString('base64url') === authority && content.toString('base64url') === serial;
  if (!isCanonical || authorityKeyIdentifier.length === 0 || content.length === 0 || content.length > 21)
    throw malformed('the identifier of the certificate is not one');
  const serialNumber = serialNumberOf(content);
  if (!encodeSerialNumber(serialNumber).subarray(2).equals(content))
    throw malformed('the serial number of the certificate is not one');
  return { authorityKeyIdentifier, serialNumber };
}
