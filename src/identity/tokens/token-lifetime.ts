import { passing, problem } from '../../platform/problems.js';
import { rootPolicy } from '../policies/policy-name.js';
import type { ServiceTokenInput } from './service-token.rules.js';

/** Seconds that a token lives where nobody says, and that one renewal reaches at most: 768 hours, as Vault's system defaults. */
const systemTtl = 768 * 3_600;
/** Seconds: 68 years. GraphQL's `Int` has no more; `ttl` and `period` are capped long before. */
const longest = 2 ** 31 - 1;

/** What of a token decides how long it lives. Lengths of time in seconds. */
export interface TokenTerms {
  /** That it was made for, and that a renewal lasts unless it says otherwise; null for a token without end. */
  readonly creationTtl: number | null;
  /** That every renewal lasts, whatever it says; null for all but periodic tokens. */
  readonly period: number | null;
  /** From its making to the end of all renewals; null where nobody said. */
  readonly explicitMaxTtl: number | null;
}

/** @throws INVALID_INPUT */
export function termsOf(
  input: ServiceTokenInput,
  policies: readonly string[],
): { readonly terms: TokenTerms; readonly warnings: readonly string[] } {
  const { ttl, explicitMaxTtl, period } = lengths(input);
  const explicit = explicitMaxTtl || null;
  // The system has no limit for a root token that asks for none.
  if (ttl === 0 && period === 0 && policies.includes(rootPolicy)) {
    return { terms: { creationTtl: explicit, period: null, explicitMaxTtl: explicit }, warnings: [] };
  }
  const asked = { creationTtl: ttl || null, period: period || null, explicitMaxTtl: explicit };
  const { ttl: creationTtl, warnings } = grantedTtl(asked, { increment: 0, age: 0 });
  const terms = { creationTtl, period: asked.period && Math.min(asked.period, systemTtl), explicitMaxTtl: explicit };
  return { terms, warnings };
}

function lengths(input: ServiceTokenInput): { ttl: number; explicitMaxTtl: number; period: number } {
  const read = (field: 'ttl' | 'explicitMaxTtl' | 'period', most: number) => {
    const value = input[field] ?? 0;
    if (Number.isSafeInteger(value) && value >= 0 && value <= most) return value;
    throw problem('INVALID_INPUT', `${field} must be between 0 and ${most} seconds`, [field], passing(value, most));
  };
  return {
    ttl: read('ttl', Number.MAX_SAFE_INTEGER),
    explicitMaxTtl: read('explicitMaxTtl', longest),
    period: read('period', Number.MAX_SAFE_INTEGER),
  };
}

/**
 * For how long a token is good from now on, when it is made and at each renewal. The same rules as Vault's: a periodic token gets its period, however
 * often, any other what it asks for, up to the system's limit from its making; and none more than is left until its explicit end.
 * @param asked `increment` in seconds, 0 for what the token was made for; `age` in seconds since it was made
 */
export function grantedTtl(
  { creationTtl, period, explicitMaxTtl }: TokenTerms,
  asked: { readonly increment: number; readonly age: number },
): { readonly ttl: number; readonly warnings: readonly string[] } {
  const most = Math.min(explicitMaxTtl ?? systemTtl, systemTtl);
  const what = period === null ? 'TTL' : 'Period';
  const wanted = period ?? (asked.increment > 0 ? asked.increment : (creationTtl ?? systemTtl));
  // What a token without period is renewed to counts from its making, too; a period ends with the explicit end alone.
  const end = period === null ? most : (explicitMaxTtl ?? Number.POSITIVE_INFINITY);
  const ttl = Math.min(wanted, most, Math.max(0, end - asked.age));
  return { ttl, warnings: wanted > ttl ? [cappedWarning(what, wanted, ttl)] : [] };
}

const cappedWarning = (what: 'TTL' | 'Period', wanted: number, most: number): string =>
  `${what} of "${wanted}s" exceeded the effective max_ttl of "${most}s"; ${what} value is capped accordingly`;
