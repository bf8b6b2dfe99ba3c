import type { Clock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/database.js';
import { ProblemError } from '../../platform/problems.js';
import type { Authority, AuthorityIssuer } from '../issuers/authority.js';
import { issuerOf } from '../revocation/revocable.js';
import { bareSerial } from '../x509/index.js';
import type { Certificate } from '../x509/index.js';
import { ScepRefusal } from './refusal.js';

/** Certificates of those who sign requests. */
export class Signers {
  constructor(private readonly deps: { readonly database: Database; readonly clock: Clock }) {}

  /**
   * Whose certificate was issued here, is valid and was not revoked.
   * @returns the certificate with those above it
   * @throws ScepRefusal
   */
  async requireOurs(authority: Authority, certificate: Certificate): Promise<readonly Buffer[]> {
    const issuer = issuerIn(authority, certificate);
    const row = await this.deps.database.client.certificate.findFirst({
      where: { mountId: authority.mount.id, serialNumber: bareSerial(certificate.serialNumber), issuerId: issuer.id },
      select: { certificate: true, revokedAt: true },
    });
    const now = this.deps.clock.now();
    const isValid = certificate.notBefore <= now && now <= certificate.notAfter;
    const isKnown = row !== null && certificate.der.equals(row.certificate) && row.revokedAt === null;
    if (!isKnown || !isValid || issuer.revokedAt) throw notOurs();
    return [certificate.der, ...issuer.chain.map((each) => each.certificate.der)];
  }
}

/** A certificate that its client made itself: it only carries the key. */
export const isOwn = (certificate: Certificate, publicKey: Buffer): boolean =>
  certificate.subject.equals(certificate.issuer) && certificate.publicKey.der.equals(publicKey);

function issuerIn(authority: Authority, certificate: Certificate): AuthorityIssuer {
  try {
    return issuerOf(authority, certificate);
  } catch (error) {
    if (error instanceof ProblemError) throw notOurs(error);
    throw error;
  }
}

const notOurs = (cause?: unknown) =>
  new ScepRefusal(
    'badMessageCheck',
    'the request is signed by a certificate that is neither self-signed for its key nor a valid one of this mount',
    { cause },
  );
