import type { CertificateId } from '../../../src/pki/acme/certificate-id.js';
import { encodeSerialNumber } from '../../../src/pki/x509/index.js';

/** How a client names a certificate that it renews (RFC 9773 §4.1). */
export const certificateIdOf = ({ authorityKeyIdentifier, serialNumber }: CertificateId): string =>
  `${authorityKeyIdentifier.toString('base64url')}.${encodeSerialNumber(serialNumber).subarray(2).toString('base64url')}`;
