import { passing, problem } from '../../platform/problems.js';
import { rootPolicy } from '../policies/policy-name.js';
import type { ServiceTokenInput } from './service-token.rules.js';
import { fieldName, worded } from '../../platform/wording.js';
import type { Said } from '../../platform/wording.js';

/** The default lifetime of a token, and the limit of one renewal: 768 hours, as in Vault. */
const systemTtl = 768 * 3_600;
/** Seconds: 68 years. GraphQL's `Int` has no larger number; `ttl` and `period` have far lower limits. */
const longest = 2 ** 31 - 1;

/** The data of a token that decides how long it lives. Durations in seconds. */
export interface TokenTerms {
  /** The original lifetime, which is also the default of the first renewal; null for a token that does not expire. */
  readonly creationTtl: number | null;
  /** The duration of every renewal; null for all but periodic tokens. */
  readonly period: number | null;
  /** From its creation to the end of all renewals; null if not given. */
  readonly explicitMaxTtl: number | null;
  /** Limits of where it comes from. Absent for those of the system. */
  readonly within?: Lifetimes;
}

/** Durations in seconds. */
export interface Lifetimes {
  /** Of a token for which nobody says. */
  readonly usual: number;
  /** From its creation to the end of all renewals that are not of a period. */
  readonly most: number;
}

export const systemLifetimes: Lifetimes = { usual: systemTtl, most: systemTtl };

/** @throws INVALID_INPUT */
export function termsOf(
  input: ServiceTokenInput,
  policies: readonly string[],
  within: Lifetimes = systemLifetimes,
): { readonly terms: TokenTerms; readonly warnings: readonly Said[] } {
  const { ttl, explicitMaxTtl, period } = lengths(input);
  const explicit = explicitMaxTtl || null;
  // A root token without a requested lifetime has no limit.
  if (ttl === 0 && period === 0 && policies.includes(rootPolicy)) {
    return { terms: { creationTtl: explicit, period: null, explicitMaxTtl: explicit }, warnings: [] };
  }
  const asked = { creationTtl: ttl || null, period: period || null, explicitMaxTtl: explicit, within };
  const { ttl: creationTtl, warnings } = grantedTtl(asked, { increment: 0, age: 0 });
  const terms = { creationTtl, period: asked.period && Math.min(asked.period, within.most), explicitMaxTtl: explicit };
  return { terms, warnings };
}

function lengths(input: ServiceTokenInput): { ttl: number; explicitMaxTtl: number; period: number } {
  const read = (field: 'ttl' | 'explicitMaxTtl' | 'period', most: number) => {
    const value = input[field] ?? 0;
    if (Number.isSafeInteger(value) && value >= 0 && value <= most) return value;
    throw problem(
      'INVALID_INPUT',
      worded`${fieldName(field)} must be between 0 and ${most} seconds`,
      [field],
      passing(value, most),
    );
  };
  return {
    ttl: read('ttl', Number.MAX_SAFE_INTEGER),
    explicitMaxTtl: read('explicitMaxTtl', longest),
    period: read('period', Number.MAX_SAFE_INTEGER),
  };
}

/**
 * The remaining lifetime of a token after its creation or a renewal, by Vault's rules. A periodic token gets its period each time. Any other gets what it
 * requests, up to the system's limit counted from its creation. None gets more than is left until its explicit end. Less than a second less is not worth a
 * warning: who renews at once asked for what there is.
 * @param asked `increment` in seconds, 0 for `creationTtl`; `age` in seconds since its creation, with fractions
 */
export function grantedTtl(
  { creationTtl, period, explicitMaxTtl, within = systemLifetimes }: TokenTerms,
  asked: { readonly increment: number; readonly age: number },
): { readonly ttl: number; readonly warnings: readonly Said[] } {
  const most = Math.min(explicitMaxTtl ?? within.most, within.most);
  const wanted = period ?? (asked.increment > 0 ? asked.increment : (creationTtl ?? within.usual));
  const whole = period === null ? wanted : Math.min(wanted, most);
  // For a token without a period, the limit counts from its creation; a period is only limited by the explicit end.
  const end = period === null ? most : (explicitMaxTtl ?? Number.POSITIVE_INFINITY);
  const left = Math.max(0, end - asked.age);
  const ttl = Math.min(whole, Math.floor(left));
  return {
    ttl,
    warnings: [
      ...(wanted > whole ? [cappedWarning('period', wanted, whole)] : []),
      ...(whole - left >= 1 ? [cappedWarning('TTL', whole, ttl)] : []),
    ],
  };
}

const limit: Said = { inVault: 'max_ttl', inGraphql: 'maximum' };

const cappedWarning = (what: 'TTL' | 'period', wanted: number, most: number): Said =>
  worded`${what} of "${inWords(wanted)}" exceeded the effective ${limit} of "${inWords(most)}"; ${what} value is capped accordingly`;

/** As OpenBao prints durations in these warnings: `1h30m`, without the units that are zero. */
function inWords(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 3_600), 'h'],
    [Math.floor(seconds / 60) % 60, 'm'],
    [seconds % 60, 's'],
  ] as const;
  const text = parts.flatMap(([count, unit]) => (count === 0 ? [] : [`${count}${unit}`])).join('');
  return text === '' ? '0s' : text;
}
