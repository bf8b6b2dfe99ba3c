import type { Certificate } from '../x509/index.js';
import type { StoredCertificate } from './certificates.js';

const mostNames = 5;

/**
 * What OpenBao's `certs/detailed` says of a certificate, with its names: five DNS names at most, `null` for none, whole seconds, and 256 bits for an Ed25519
 * key.
 */
export const certificateDetails = (
  { serialNumber, commonName, names, keyType, keyBits, notBefore, notAfter }: StoredCertificate,
  { issuer }: Pick<Certificate, 'issuer'>,
) => ({
  serial_number: serialNumber,
  common_name: commonName,
  issuer: issuer.toString(),
  key_type: keyType ?? 'unknown',
  key_bits: keyType === 'ed25519' ? 256 : keyBits,
  not_before: seconds(notBefore),
  not_after: seconds(notAfter),
  dns_names: names.dns.length > 0 ? names.dns.slice(0, mostNames) : null,
});

const seconds = (time: Date): string => `${time.toISOString().slice(0, 19)}Z`;
