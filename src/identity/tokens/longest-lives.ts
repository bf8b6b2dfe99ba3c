import type { OrganizationRow, TokenRow } from '../../platform/database/models.js';
import { problem } from '../../platform/problems.js';
import type { Caller } from '../caller.js';

/** Kind of a token → the column of the organization that says how long such a token lives there at most, in seconds. */
const columns = {
  user: 'userTokenMaxTtl',
  team: 'teamTokenMaxTtl',
  organization: 'organizationTokenMaxTtl',
  'audit-trails': 'auditTrailTokenMaxTtl',
} as const satisfies Record<string, keyof OrganizationRow>;
export type LimitedKind = keyof typeof columns;

/** What an organization says about the lives of tokens. */
export type LongestLives = Pick<OrganizationRow, 'maxTtlEnabled' | (typeof columns)[LimitedKind]>;
export const longestLives = {
  maxTtlEnabled: true,
  userTokenMaxTtl: true,
  teamTokenMaxTtl: true,
  organizationTokenMaxTtl: true,
  auditTrailTokenMaxTtl: true,
} as const;

/** A token of the same line: the token itself, or one that it was created from. */
export type OfLine = Pick<TokenRow, 'kind' | 'createdAt' | 'displayName'>;

const isLimited = (kind: string): kind is LimitedKind => Object.hasOwn(columns, kind);

/**
 * When a token of a team or an organization ends by what its organization says, in milliseconds since 1970: when the first of its line ends. A token of
 * `auth/token/create` reaches nothing of the organization, so that only those before it count; users are counted by {@link endForUser}.
 */
export function endByOrganization(lives: LongestLives, line: readonly OfLine[]): number {
  if (!lives.maxTtlEnabled) return Number.POSITIVE_INFINITY;
  const ends = line.flatMap(({ kind, createdAt, displayName }) =>
    displayName === null && kind !== 'user' && isLimited(kind) ? [endOf(lives, kind, createdAt)] : [],
  );
  return Math.min(Number.POSITIVE_INFINITY, ...ends);
}

/** When a token of an owner ends: at the end that is kept with it, or earlier, where its organization says so. */
export function endOfToken(token: OfLine & Pick<TokenRow, 'expiresAt'>, lives: LongestLives | null): Date | null {
  const end = Math.min(
    token.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY,
    lives === null ? Number.POSITIVE_INFINITY : endByOrganization(lives, [token]),
  );
  return Number.isFinite(end) ? new Date(end) : null;
}

/** When a user's token no longer reaches an organization. It is as old as the oldest that it was created from, so that it does not come to life again. */
export function endForUser(lives: LongestLives, line: readonly OfLine[]): number {
  if (!lives.maxTtlEnabled) return Number.POSITIVE_INFINITY;
  const ends = line.map(({ createdAt }) => endOf(lives, 'user', createdAt));
  return Math.min(Number.POSITIVE_INFINITY, ...ends);
}

const endOf = (lives: LongestLives, kind: LimitedKind, createdAt: Date): number =>
  createdAt.getTime() + lives[columns[kind]] * 1_000;

/**
 * When a new token of a team or an organization expires.
 * @param asked what the request says; null for nothing
 * @param otherwise the end that it has then
 * @throws INVALID_INPUT for a time after the end that the organization allows
 */
export function endUnder(
  lives: LongestLives,
  kind: LimitedKind,
  { asked, otherwise, now }: { readonly asked: Date | null; readonly otherwise: Date | null; readonly now: Date },
): Date | null {
  if (!lives.maxTtlEnabled) return otherwise;
  const latest = new Date(endOf(lives, kind, now));
  if (asked && asked > latest) {
    const message = `expiresAt must not be later than ${latest.toISOString()}, as the organization has it for such tokens`;
    throw problem('INVALID_INPUT', message, ['expiresAt']);
  }
  return otherwise && otherwise < latest ? otherwise : latest;
}

/**
 * A user's token without the organizations that it is too old for. It is no longer equal to its owner, so that what is created with it is not either.
 * @param ends by organization, in milliseconds since 1970
 */
export function withoutEnded<Identity extends Pick<Caller, 'organizations' | 'bound' | 'entity'>>(
  identity: Identity,
  ends: ReadonlyMap<string, number>,
  now: number,
): Identity {
  const ended = [...identity.organizations].filter(([id]) => (ends.get(id) ?? Number.POSITIVE_INFINITY) <= now);
  if (ended.length === 0) return identity;
  const organizations = new Map(identity.organizations);
  const teams = new Set(identity.entity?.teams);
  for (const [id, rights] of ended) {
    organizations.delete(id);
    for (const team of rights.teams) teams.delete(team);
  }
  return { ...identity, bound: true, organizations, ...(identity.entity && { entity: { ...identity.entity, teams } }) };
}
