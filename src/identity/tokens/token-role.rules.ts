import { readCidr } from '../../platform/networks.js';
import { invalidInput } from '../../platform/problems.js';
import { fieldName, worded } from '../../platform/wording.js';
import { fitsWildcard } from '../../platform/wildcard.js';
import { defaultPolicy, rootPolicy } from '../policies/policy-name.js';
import { askedPolicies, chosenPolicies } from './service-token.rules.js';
import type { Maker, ServiceTokenInput, TokenType } from './service-token.rules.js';

export type TokenRoleType = TokenType | 'default-service' | 'default-batch';

/** What tokens may be created under a role. Durations in seconds, 0 for none. */
export interface TokenRoleTerms {
  readonly allowedPolicies: readonly string[];
  readonly allowedPoliciesGlob: readonly string[];
  readonly disallowedPolicies: readonly string[];
  readonly disallowedPoliciesGlob: readonly string[];
  readonly orphan: boolean;
  readonly renewable: boolean;
  /** Follows the name of the role in the path of its tokens. */
  readonly pathSuffix: string;
  readonly period: number;
  readonly explicitMaxTtl: number;
  /** 0 for any number. */
  readonly numUses: number;
  readonly noDefaultPolicy: boolean;
  readonly type: TokenRoleType;
  /** Networks that its tokens may be used from; none for any. */
  readonly boundCidrs: readonly string[];
}

export type TokenRoleInput = { readonly [Name in keyof TokenRoleTerms]?: TokenRoleTerms[Name] | null | undefined };

export const newRole: TokenRoleTerms = {
  allowedPolicies: [],
  allowedPoliciesGlob: [],
  disallowedPolicies: [],
  disallowedPoliciesGlob: [],
  orphan: false,
  renewable: true,
  pathSuffix: '',
  period: 0,
  explicitMaxTtl: 0,
  numUses: 0,
  noDefaultPolicy: false,
  type: 'default-service',
  boundCidrs: [],
};

const longest = 2 ** 31 - 1;
const names = (list: readonly string[]) => [...new Set(list.map((each) => each.trim().toLowerCase()))].sort();

/** A role after a write: what was not given stays. @throws INVALID_INPUT */
export function changedRole(before: TokenRoleTerms, input: TokenRoleInput): TokenRoleTerms {
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null && value !== undefined));
  const merged: TokenRoleTerms = { ...before, ...given };
  const role: TokenRoleTerms = {
    ...merged,
    allowedPolicies: names(merged.allowedPolicies),
    allowedPoliciesGlob: names(merged.allowedPoliciesGlob),
    disallowedPolicies: names(merged.disallowedPolicies),
    disallowedPoliciesGlob: names(merged.disallowedPoliciesGlob),
  };
  const { pathSuffix, boundCidrs } = role;
  if (pathSuffix !== '' && !/^\w[\w.-]+\w$/.test(pathSuffix))
    throw invalidInput(
      'pathSuffix',
      String.raw`given role path suffix contains invalid characters; must match \w[\w-.]+\w`,
    );
  if (pathSuffix.includes('..')) throw invalidInput('pathSuffix', 'a path suffix has no two dots in a row');
  for (const field of ['period', 'explicitMaxTtl', 'numUses'] as const) {
    if (!Number.isSafeInteger(role[field]) || role[field] < 0 || role[field] > longest)
      throw invalidInput(field, worded`${fieldName(field)} must be between 0 and ${longest}`);
  }
  const wrong = boundCidrs.find((each) => readCidr(each) === null);
  if (wrong !== undefined) throw invalidInput('boundCidrs', `"${wrong}" is neither an address nor a network`);
  if (role.type === 'batch') requireBatchRole(role);
  return role;
}

function requireBatchRole({ orphan, period, renewable, explicitMaxTtl }: TokenRoleTerms): void {
  const makes =
    (!orphan && 'non-orphan tokens') ||
    (period > 0 && 'periodic tokens') ||
    (renewable && 'renewable tokens') ||
    (explicitMaxTtl > 0 && 'tokens with an explicit max TTL');
  if (makes)
    throw invalidInput('type', {
      inVault: `'token_type' cannot be 'batch' when role is set to generate ${makes}`,
      inGraphql: `type cannot be BATCH for a role of ${makes}`,
    });
}

/** What is asked for, within the role. @throws INVALID_INPUT */
export function withinRole(input: ServiceTokenInput, role: TokenRoleTerms) {
  const byDefault = role.type === 'default-batch' ? 'batch' : 'service';
  const fixed = role.type === 'batch' || role.type === 'service' ? role.type : undefined;
  const type = fixed ?? input.type ?? byDefault;
  const given = type === 'batch' ? { period: 0, explicitMaxTtl: 0 } : role;
  const [period, periodWarnings] = lesser('Period', input.period ?? 0, given.period);
  const [explicitMaxTtl, endWarnings] = lesser('Explicit max TTL', input.explicitMaxTtl ?? 0, given.explicitMaxTtl);
  const uses = [input.numUses ?? 0, role.numUses].filter((count) => count !== 0);
  const within = {
    ...input,
    type,
    period,
    explicitMaxTtl,
    numUses: uses.length === 0 ? 0 : Math.min(...uses),
    renewable: input.renewable !== false && role.renewable,
  };
  return { input: within, warnings: [...endWarnings, ...periodWarnings] };
}

function lesser(what: string, asked: number, role: number): readonly [number, readonly string[]] {
  if (asked === 0 || role === 0) return [asked + role, []];
  const least = Math.min(asked, role);
  const text = `${what} specified both during creation call and in role; using the lesser value of ${least} seconds`;
  return [least, [text]];
}

/**
 * The policies of a token under a role, by Vault's rules: a role that lists policies gives those, whether the creator has them or not. `root` only a creator
 * with `root` can give.
 * @throws INVALID_INPUT
 */
export function policiesUnder(role: TokenRoleTerms, input: ServiceTokenInput, maker: Maker): readonly string[] {
  const { allowedPolicies, allowedPoliciesGlob, disallowedPolicies, disallowedPoliciesGlob } = role;
  const allows = allowedPolicies.length > 0 || allowedPoliciesGlob.length > 0;
  if (!allows && disallowedPolicies.length === 0 && disallowedPoliciesGlob.length === 0)
    return chosenPolicies(input, maker);
  const isDisallowed = (name: string) => disallowedPolicies.includes(name) || matchesAny(disallowedPoliciesGlob, name);
  const addsDefault = input.noDefaultPolicy !== true && !role.noDefaultPolicy && !isDisallowed(defaultPolicy);
  const whole = (list: readonly string[]) => sanitized(addsDefault ? [...list, defaultPolicy] : list);
  const asked = askedPolicies(input);
  const allowed = whole(allowedPolicies);
  const chosen = asked.length > 0 ? whole(asked) : allows ? allowed : whole(maker.policies);
  if (
    allows &&
    asked.length > 0 &&
    !chosen.every((name) => allowed.includes(name) || matchesAny(allowedPoliciesGlob, name))
  )
    throw invalidInput(
      'policies',
      `token policies (${quoted(chosen)}) must be subset of the role's allowed policies (${quoted(allowed)}) or glob policies (${quoted(allowedPoliciesGlob)})`,
    );
  const disallowed = chosen.find(isDisallowed);
  if (disallowed !== undefined)
    throw invalidInput('policies', `token policy "${disallowed}" is disallowed by this role`);
  const final = input.noDefaultPolicy === true ? chosen.filter((name) => name !== defaultPolicy) : chosen;
  if (final.includes(rootPolicy) && !maker.policies.includes(rootPolicy))
    throw invalidInput('policies', 'root tokens may not be created without parent token being root');
  return final;
}

const sanitized = (list: readonly string[]): readonly string[] =>
  list.includes(rootPolicy) ? [rootPolicy] : [...new Set(list)].sort();

const quoted = (list: readonly string[]): string => `[${list.map((name) => JSON.stringify(name)).join(' ')}]`;

const matchesAny = (patterns: readonly string[], name: string): boolean =>
  patterns.some((pattern) => fitsWildcard(pattern, name));
