import { crlGroupOf } from '../crls/crl-group.js';
import type { Authority } from '../issuers/authority.js';

/*
 * A certificate is known by its issuer and its serial number (RFC 5280 4.1.2.2). An authority of which only the certificate was imported may have given a
 * number that one of this mount gives too.
 */

/** Issuers whose certificates cannot be distinguished, because they have one subject and one key. For a deleted issuer, only itself. */
export const issuersLike = (authority: Authority, issuerId: string): readonly string[] =>
  crlGroupOf(authority, issuerId)?.members.map(({ id }) => id) ?? [issuerId];

interface OfIssuer {
  readonly issuerId: string | null;
}

/** Which of these belong to an issuer, or to one that cannot be distinguished from it. */
export const ofIssuer = <Row extends OfIssuer>(
  authority: Authority,
  rows: readonly Row[],
  issuerId: string | null,
): Row | undefined => {
  const like: readonly (string | null)[] = issuerId === null ? [null] : issuersLike(authority, issuerId);
  return rows.find((row) => like.includes(row.issuerId));
};

/** First the issuers whose key is in the mount, then those that the mount knows. */
function rank(authority: Authority, { issuerId }: OfIssuer): number {
  const group = issuerId === null ? undefined : crlGroupOf(authority, issuerId);
  if (group === undefined) return 2;
  return group.members.some(({ keyId }) => keyId !== undefined) ? 0 : 1;
}

/** Among certificates with one serial number, the one that is meant if nobody names the issuer. */
export const meantOf = <Row extends OfIssuer>(authority: Authority, rows: readonly Row[]): Row | undefined =>
  [...rows].sort((one, other) => rank(authority, one) - rank(authority, other))[0];
