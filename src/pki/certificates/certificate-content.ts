import { createHash } from 'node:crypto';
import DataLoader from 'dataloader';
import { problem } from '../../platform/problems.js';
import { inTurns } from '../../platform/turns.js';
import { octets } from '../graphql/octets.js';
import { parseCertificate, X509Error } from '../x509/index.js';
import type { Certificate, KeySpec, NamedAlgorithm } from '../x509/index.js';
import type { StoredCertificate } from './certificates.js';

/** What stored certificates say themselves; CONTENT_DAMAGED for one that cannot be read. */
export type CertificateContents = DataLoader<StoredCertificate, Certificate>;

/** Reads each certificate of one answer once, however many of its fields are asked for, and leaves the thread to others in between: some have thousands of names. */
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

/** By which people tell certificates apart. SHA-1 is for what is compared with older lists; it protects nothing. */
export function fingerprintsOf({ der }: StoredCertificate) {
  const of = (algorithm: 'sha256' | 'sha1') => octets(createHash(algorithm).update(der).digest());
  return { sha256: of('sha256'), sha1: of('sha1') };
}

/** Where a certificate says that more is to be found about it and its issuer. */
export function addressesOf({ extensions }: Certificate) {
  const { authorityInfoAccess, crlDistributionPoints, freshestCrl } = extensions;
  return {
    issuingCertificates: authorityInfoAccess?.caIssuers ?? [],
    crlDistributionPoints: crlDistributionPoints ?? [],
    deltaCrlDistributionPoints: freshestCrl ?? [],
    ocspServers: authorityInfoAccess?.ocsp ?? [],
  };
}

/** The algorithm of a public key as RFC 3279, 5480 and 8410 name it, with the curve where there are several. */
export function keyAlgorithm(spec: KeySpec): string {
  switch (spec.type) {
    case 'rsa':
      return 'rsaEncryption';
    case 'ec':
      return `id-ecPublicKey, secp${spec.bits}r1`;
    case 'ed25519':
      return 'id-Ed25519';
  }
}

/** How `revocationSignatureAlgorithm` of issuers is spelt; others by the name that they are known by, or their object identifier. */
export function signatureName({ accepted, name }: NamedAlgorithm): string {
  if (!accepted?.hash) return accepted ? 'Ed25519' : name;
  const hash = accepted.hash.toUpperCase();
  return { rsa: `${hash}WithRSA`, 'rsa-pss': `${hash}WithRSAPSS`, ecdsa: `ECDSAWith${hash}`, ed25519: 'Ed25519' }[
    accepted.scheme
  ];
}
