import type { RevocationRow } from '../../platform/database/models.js';
import { ProblemError } from '../../platform/problems.js';
import type { Authority } from '../issuers/authority.js';
import type { Crls } from './crls.js';

/** The position of a revocation among those of its mount. */
export type Recorded = Pick<RevocationRow, 'issuerId' | 'ordinal'>;

/**
 * Resolves when a CRL contains a revocation, unless CRLs are rebuilt by time (`auto_rebuild`) or are empty on purpose. If the CRL cannot be built, the
 * revocation remains valid: OCSP reports it.
 * @param whose the certificate, for the text of a warning
 * @returns warnings
 */
export async function heldByCrl(
  crls: Pick<Crls, 'holds' | 'publishDue'>,
  authority: Authority,
  revocation: Recorded,
  whose: string,
): Promise<readonly string[]> {
  const { autoRebuild, disable } = authority.mount.crl;
  // Its issuer may be deleted: the revocation remains valid, and waits for an authority with the same subject and key.
  if (!authority.issuerById(revocation.issuerId)) return [];
  if (autoRebuild || disable || (await crls.holds(authority, revocation))) return [];
  try {
    const crl = await crls.publishDue(authority, revocation.issuerId);
    return crl ? [] : [`the issuer of ${whose} cannot sign CRLs in this mount: it is revoked here, and on no CRL`];
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code !== 'CRL_TOO_LARGE') throw error;
    return [error.message];
  }
}
