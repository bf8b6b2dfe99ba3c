import { problem } from '../../platform/problems.js';
import { defaultPolicy, policyName, rootPolicy } from '../policies/policy-name.js';

/** Seconds that a token lives where nobody says, and that its renewals reach at most: 768 hours, as Vault's system defaults. */
export const systemTtl = 768 * 3_600;
/** Seconds: ten years. */
const longestPeriod = 10 * 366 * 86_400;

/** A token to be made from another one: auth/token/create. Lengths of time in seconds; absent and 0 are the same. */
export interface ServiceTokenInput {
  readonly policies?: readonly string[] | null | undefined;
  readonly ttl?: number | null | undefined;
  readonly explicitMaxTtl?: number | null | undefined;
  /** Renewed for this long without end. */
  readonly period?: number | null | undefined;
  readonly displayName?: string | null | undefined;
  readonly meta?: Readonly<Record<string, string>> | null | undefined;
  /** It outlives the token that it is made from. */
  readonly noParent?: boolean | null | undefined;
  readonly noDefaultPolicy?: boolean | null | undefined;
  /** True unless said. */
  readonly renewable?: boolean | null | undefined;
}

/** What the token that it is made from may. */
export interface Maker {
  readonly policies: readonly string[];
  /** It may give policies that it has not, make orphans, and set periods. */
  readonly sudo: boolean;
}

const refused = (message: string, field: string) => problem('INVALID_INPUT', message, [field]);

/**
 * The policies that it will carry.
 * @throws INVALID_INPUT for more than its maker may give
 */
export function chosenPolicies(input: ServiceTokenInput, maker: Maker): readonly string[] {
  const asked = (input.policies ?? []).map((name) => policyName(name, ['policies']));
  const makerIsRoot = maker.policies.includes(rootPolicy);
  if (asked.includes(rootPolicy) && !makerIsRoot) {
    throw refused('root tokens may not be created without parent token being root', 'policies');
  }
  const beyond = asked.some((name) => name !== defaultPolicy && !maker.policies.includes(name));
  if (beyond && !makerIsRoot && !maker.sudo) throw refused('child policies must be subset of parent', 'policies');
  const names = new Set(asked.length > 0 ? asked : maker.policies);
  if (names.has(rootPolicy)) return [rootPolicy];
  if (input.noDefaultPolicy !== true && (asked.length > 0 || !maker.policies.includes(defaultPolicy))) {
    names.add(defaultPolicy);
  }
  if (input.noDefaultPolicy === true) names.delete(defaultPolicy);
  return [...names].sort();
}

export interface Lifetime {
  readonly expiresAt: Date | null;
  /** Seconds that a renewal lasts unless it says otherwise; null for a token that needs none. */
  readonly period: number | null;
  readonly explicitMaxExpiresAt: Date | null;
  readonly warnings: readonly string[];
}

const seconds = (from: Date, count: number) => new Date(from.getTime() + count * 1_000);

/** @throws INVALID_INPUT */
export function lifetimeOf(input: ServiceTokenInput, policies: readonly string[], now: Date): Lifetime {
  const { ttl, explicitMaxTtl, period } = lengths(input);
  if (period > 0) {
    const most = explicitMaxTtl > 0 ? explicitMaxTtl : Number.POSITIVE_INFINITY;
    const explicitMaxExpiresAt = explicitMaxTtl > 0 ? seconds(now, explicitMaxTtl) : null;
    return { expiresAt: seconds(now, Math.min(period, most)), period, explicitMaxExpiresAt, warnings: [] };
  }
  if (ttl === 0 && explicitMaxTtl === 0 && policies.includes(rootPolicy)) {
    return { expiresAt: null, period: null, explicitMaxExpiresAt: null, warnings: [] };
  }
  const most = Math.min(explicitMaxTtl > 0 ? explicitMaxTtl : systemTtl, systemTtl);
  const wanted = ttl > 0 ? ttl : systemTtl;
  const granted = Math.min(wanted, most);
  return {
    expiresAt: seconds(now, granted),
    period: granted,
    explicitMaxExpiresAt: seconds(now, most),
    warnings: ttl > most ? [cappedWarning(ttl, most)] : [],
  };
}

function lengths(input: ServiceTokenInput): { ttl: number; explicitMaxTtl: number; period: number } {
  const read = (field: 'ttl' | 'explicitMaxTtl' | 'period') => {
    const value = input[field] ?? 0;
    if (Number.isSafeInteger(value) && value >= 0 && value <= longestPeriod) return value;
    throw refused(`${field} must lie between 0 and ${longestPeriod} seconds`, field);
  };
  return { ttl: read('ttl'), explicitMaxTtl: read('explicitMaxTtl'), period: read('period') };
}

/**
 * Until when a renewal reaches.
 * @param increment seconds that were asked for; 0 for what the token has
 */
export function renewedUntil(
  token: { readonly period: number; readonly explicitMaxExpiresAt: Date | null },
  increment: number,
  now: Date,
): { readonly expiresAt: Date; readonly warnings: readonly string[] } {
  const { period, explicitMaxExpiresAt: end } = token;
  // A period is what it is.
  const wanted = end === null || increment <= 0 ? period : increment;
  const until = seconds(now, wanted);
  if (end === null || until <= end) return { expiresAt: until, warnings: [] };
  const left = Math.max(0, Math.floor((end.getTime() - now.getTime()) / 1_000));
  return { expiresAt: end, warnings: increment > 0 ? [cappedWarning(increment, left)] : [] };
}

function cappedWarning(wanted: number, most: number): string {
  return `TTL of "${wanted}s" exceeded the effective max_ttl of "${most}s"; TTL value is capped accordingly`;
}

/** `token`, or with a name that was given; what could not be in one becomes a dash. */
export function shownName(given: string | null | undefined): string {
  const name = (given ?? '')
    .replaceAll(/[^\w.-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 200);
  return name === '' ? 'token' : `token-${name}`;
}
