import { bigint, boolean, date } from '../../platform/database/columns.js';
import type { SqlRow } from '../../platform/database/database.js';
import { rowReader } from '../../platform/database/row-reader.js';
import { headColumns } from './crl.store.js';
import type { CrlHead } from './crl.store.js';

/** Where the complete CRL of an issuer stands, and the counters that tell whether it still does. */
export interface CrlStanding {
  /** Of the mount: no issuer and no configuration has changed while it stays. */
  readonly revision: bigint;
  /** Of the mount: nothing was revoked while it stays. */
  readonly revokedCount: bigint;
  /** Of the issuer: no CRL was published while it stays. */
  readonly crlNumber: bigint;
  readonly last: CrlHead;
  /** Whether there are revocations that are not on it. */
  readonly behind: boolean;
  readonly hasDelta: boolean;
  /** When the first certificate on it ends; null for none. */
  readonly firstEnd: Date | null;
}

const last = rowReader(headColumns, 'crl_');

/** The columns of a standing, where `m` is the mount. */
export const standingColumns = `m."revision" AS "revision", m."revokedCount" AS "revokedCount", i."crlNumber" AS "crlNumber", ${last.selection('l')},
  EXISTS (SELECT 1 FROM "Revocation" u WHERE u."issuerId" = i."id" AND u."ordinal" > l."through") AS "behind",
  EXISTS (SELECT 1 FROM "Crl" d WHERE d."issuerId" = i."id" AND d."delta" = true) AS "hasDelta",
  (SELECT u."notAfter" FROM "Revocation" u WHERE u."issuerId" = i."id" AND u."leftIn" IS NULL ORDER BY u."notAfter", u."id" LIMIT 1) AS "firstEnd"`;

/** What they are taken from, for an issuer that may be missing. @param issuerId as a statement says it */
export const joinedStanding = (issuerId: string) =>
  `LEFT JOIN "Issuer" i ON i."id" = ${issuerId} AND i."mountId" = m."id" LEFT JOIN "Crl" l ON l."issuerId" = i."id" AND l."delta" = false`;

/** Undefined for an issuer without a CRL, or that is not in the mount. */
export function standingOf(row: SqlRow): CrlStanding | undefined {
  if (row['crl_id'] === null || row['crl_id'] === undefined) return undefined;
  return {
    revision: bigint(row['revision']),
    revokedCount: bigint(row['revokedCount']),
    crlNumber: bigint(row['crlNumber']),
    last: last.read(row),
    behind: boolean(row['behind']),
    hasDelta: boolean(row['hasDelta']),
    firstEnd: date.orNull(row['firstEnd']),
  };
}

/** Which of two was read later: counters only increase. */
export const later = (one: CrlStanding, other: CrlStanding): CrlStanding =>
  one.revision >= other.revision && one.revokedCount >= other.revokedCount && one.crlNumber >= other.crlNumber
    ? one
    : other;
