import type { RevocationRow } from '../../platform/database/models.js';
import { ProblemError } from '../../platform/problems.js';
import type { Authority } from '../issuers/authority.js';
import type { Crls } from './crls.js';
import type { ScopedCrls } from './scoped/scoped-crls.js';

/** The CRLs that a revocation belongs on. */
export interface HoldingCrls {
  readonly crls: Pick<Crls, 'holds' | 'publishDue'>;
  readonly scoped: Pick<ScopedCrls, 'holds' | 'publishDue'>;
}

/** The position of a revocation among those of its mount. */
export type Recorded = Pick<RevocationRow, 'issuerId' | 'ordinal' | 'shard'>;

/**
 * Resolves when a CRL contains a revocation, and that of its shard if it has one, unless CRLs are rebuilt by time (`auto_rebuild`) or are empty on purpose. If the CRL cannot be built, the
 * revocation remains valid: OCSP reports it.
 * @param whose the certificate, for the text of a warning
 * @returns warnings
 */
export async function heldByCrl(
  { crls, scoped }: HoldingCrls,
  authority: Authority,
  revocation: Recorded,
  whose: string,
): Promise<readonly string[]> {
  const { autoRebuild, disable } = authority.mount.crl;
  // Its issuer may be deleted: the revocation remains valid, and waits for an authority with the same subject and key.
  if (!authority.issuerById(revocation.issuerId)) return [];
  if (autoRebuild || disable) return [];
  const { issuerId, ordinal, shard } = revocation;
  try {
    if (shard !== null && !(await scoped.holds(authority, issuerId, shard, ordinal)))
      await scoped.publishDue(authority, issuerId, shard);
    if (await crls.holds(authority, revocation)) return [];
    const crl = await crls.publishDue(authority, issuerId);
    return crl ? [] : [`the issuer of ${whose} cannot sign CRLs in this mount: it is revoked here, and on no CRL`];
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code !== 'CRL_TOO_LARGE') throw error;
    return [error.message];
  }
}
