import type { RevocationRow } from '../../platform/database/models.js';
import { ProblemError } from '../../platform/problems.js';
import type { Authority } from '../issuers/authority.js';
import type { Crls } from './crls.js';

/** Where a revocation stands among those of its mount. */
export type Recorded = Pick<RevocationRow, 'issuerId' | 'ordinal'>;

/**
 * Ends once a CRL holds a revocation, unless CRLs are rebuilt by the clock (`auto_rebuild`) or are empty on purpose. A CRL that cannot be made does not undo
 * the revocation: OCSP knows of it.
 * @param whose the certificate, for the words of a warning
 * @returns warnings
 */
export async function heldByCrl(
  crls: Pick<Crls, 'holds' | 'publishDue'>,
  authority: Authority,
  revocation: Recorded,
  whose: string,
): Promise<readonly string[]> {
  const { autoRebuild, disable } = authority.mount.crl;
  // Its issuer may be gone: what was revoked stays so, says when, and waits for an authority of the same subject and key.
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
