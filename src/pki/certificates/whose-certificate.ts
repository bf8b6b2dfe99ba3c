import { crlGroupOf } from '../crls/crl-group.js';
import type { Authority } from '../issuers/authority.js';

/*
 * A certificate is known by its issuer and its serial number (RFC 5280 4.1.2.2). An authority of which only the certificate was imported may have given a
 * number that one of this mount gives too.
 */

/** Issuers whose certificates nobody can tell apart, having one subject and one key; of one that is gone, itself alone. */
export const issuersLike = (authority: Authority, issuerId: string): readonly string[] =>
  crlGroupOf(authority, issuerId)?.members.map(({ id }) => id) ?? [issuerId];

interface OfIssuer {
  readonly issuerId: string | null;
}

/** What an issuer, or one that nobody can tell from it, made of these. */
export const ofIssuer = <Row extends OfIssuer>(
  authority: Authority,
  rows: readonly Row[],
  issuerId: string | null,
): Row | undefined => {
  const like: readonly (string | null)[] = issuerId === null ? [null] : issuersLike(authority, issuerId);
  return rows.find((row) => like.includes(row.issuerId));
};

/** The first is the one that is run here: its key is in the mount. Then those that the mount knows. */
function rank(authority: Authority, { issuerId }: OfIssuer): number {
  const group = issuerId === null ? undefined : crlGroupOf(authority, issuerId);
  if (group === undefined) return 2;
  return group.members.some(({ keyId }) => keyId !== undefined) ? 0 : 1;
}

/** Of those with one serial number, the one that is meant where nobody says whose. */
export const meantOf = <Row extends OfIssuer>(authority: Authority, rows: readonly Row[]): Row | undefined =>
  [...rows].sort((one, other) => rank(authority, one) - rank(authority, other))[0];
