import { createHash } from 'node:crypto';
import DataLoader from 'dataloader';
import { problem } from '../../platform/problems.js';
import { inTurns } from '../../platform/turns.js';
import { octets } from '../graphql/octets.js';
import { parseCertificate, X509Error } from '../x509/index.js';
import type { Certificate, KeySpec } from '../x509/index.js';
import type { StoredCertificate } from './certificates.js';

/** The content of stored certificates; CONTENT_DAMAGED for one that cannot be read. */
export type CertificateContents = DataLoader<StoredCertificate, Certificate>;

/** Parses each certificate of one response only once, for any number of its fields, with pauses for others: some certificates have thousands of names. */
export const certificateContents = (): CertificateContents =>
  new DataLoader(async (asked) => {
    const read: (Certificate | Error)[] = [];
    for await (const stored of inTurns(asked)) read.push(contentOf(stored));
    return read;
  });

function contentOf({ der, serialNumber }: StoredCertificate): Certificate | Error {
  try {
    return parseCertificate(der);
  } catch (error) {
    if (!(error instanceof X509Error)) throw error;
    return problem('CONTENT_DAMAGED', `the stored certificate ${serialNumber} cannot be read: ${error.message}`);
  }
}

/** Fingerprints for people to compare certificates. SHA-1 is only for comparison with older lists; it is not secure. */
export function fingerprintsOf({ der }: StoredCertificate) {
  const of = (algorithm: 'sha256' | 'sha1') => octets(createHash(algorithm).update(der).digest());
  return { sha256: of('sha256'), sha1: of('sha1') };
}

/** The addresses in a certificate, where more information about it and its issuer is available. */
export function addressesOf({ extensions }: Certificate) {
  const { authorityInfoAccess, crlDistributionPoints, freshestCrl } = extensions;
  return {
    issuingCertificates: authorityInfoAccess?.caIssuers ?? [],
    crlDistributionPoints: crlDistributionPoints ?? [],
    deltaCrlDistributionPoints: freshestCrl ?? [],
    ocspServers: authorityInfoAccess?.ocsp ?? [],
  };
}

/** The algorithm of a public key with the names of RFC 3279, 5480, 8410 and 9881, and with the curve if there are several. */
export function keyAlgorithm(spec: KeySpec): string {
  switch (spec.type) {
    case 'rsa':
      return 'rsaEncryption';
    case 'ec':
      return `id-ecPublicKey, secp${spec.bits}r1`;
    case 'ed25519':
      return 'id-Ed25519';
    case 'mldsa':
      return `id-ml-dsa-${spec.bits}`;
  }
}
