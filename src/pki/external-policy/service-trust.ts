import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { OutboundTrust } from '../../platform/outbound/trusted-sockets.js';

/** How the server trusts the policy service, and shows itself to it: the fields of `config/external-policy`, in PEM. Empty for none. */
export interface TrustFields {
  /** Authorities of its certificate. */
  readonly trustedCa: string;
  /** Certificates of which it must show one. */
  readonly trustedLeafCertificateBundle: string;
  /** Certificate, further certificates of its chain, and key. */
  readonly clientCertificateBundle: string;
}

/** A field that is not what it should be, for the person who wrote it. */
export class TrustFault extends Error {
  override readonly name = 'TrustFault';
  constructor(
    readonly field: keyof TrustFields,
    message: string,
  ) {
    super(message);
  }
}

const longestBundle = 65_536;
const mostCertificates = 32;
const certificateBlock = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
const keyBlock = /-----BEGIN (?:RSA |EC )?PRIVATE KEY-----[^-]+-----END (?:RSA |EC )?PRIVATE KEY-----/g;

/** @throws TrustFault */
export function trustOf(fields: TrustFields): OutboundTrust {
  const leaves = certificatesIn(fields, 'trustedLeafCertificateBundle');
  const authorities = certificatesIn(fields, 'trustedCa');
  const client = clientOf(fields);
  return {
    ...(authorities.length > 0 && { authorities: authorities.join('\n') }),
    ...(leaves.length > 0 && { leaves }),
    ...(client && { client }),
  };
}

/** @throws TrustFault */
function certificatesIn(fields: TrustFields, field: keyof TrustFields): readonly string[] {
  const text = fields[field];
  if (text.trim() === '') return [];
  if (text.length > longestBundle) throw new TrustFault(field, `it has more than ${longestBundle} characters`);
  const found = text.match(certificateBlock) ?? [];
  if (found.length === 0) throw new TrustFault(field, 'it has no certificate in PEM');
  if (found.length > mostCertificates) throw new TrustFault(field, `it has more than ${mostCertificates} certificates`);
  for (const [at, pem] of found.entries()) {
    if (!canBeRead(pem)) throw new TrustFault(field, `its certificate ${at + 1} cannot be read`);
  }
  return found;
}

function canBeRead(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.byteLength > 0;
  } catch {
    return false;
  }
}

/** The blocks of a client certificate with its key. */
export function clientPartsOf(bundle: string): { readonly certificates: readonly string[]; readonly key?: string } {
  const keys = bundle.match(keyBlock) ?? [];
  const [key] = keys;
  return { certificates: bundle.match(certificateBlock) ?? [], ...(key !== undefined && keys.length === 1 && { key }) };
}

/** @throws TrustFault */
function clientOf(fields: TrustFields): NonNullable<OutboundTrust['client']> | null {
  const field = 'clientCertificateBundle';
  const certificates = certificatesIn(fields, field);
  const [first] = certificates;
  if (first === undefined) return null;
  const { key } = clientPartsOf(fields[field]);
  if (key === undefined) throw new TrustFault(field, 'it must have one private key in PEM');
  if (!belongs(first, key)) throw new TrustFault(field, 'its first certificate is not one for its private key');
  return { certificate: certificates.join('\n'), key };
}

function belongs(certificate: string, key: string): boolean {
  try {
    return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key));
  } catch {
    return false;
  }
}
