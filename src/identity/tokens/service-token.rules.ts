import { problem } from '../../platform/problems.js';
import { defaultPolicy, policyName, rootPolicy } from '../policies/policy-name.js';
import { trimmed } from '../../platform/trimmed.js';

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
  /** Defaults to true. */
  readonly renewable?: boolean | null | undefined;
}

/** What the token that it is made from may. */
export interface Maker {
  readonly policies: readonly string[];
  /** It may give policies that it has not, make orphans, and set periods. */
  readonly sudo: boolean;
}

const refused = (message: string, field: string) => problem('INVALID_INPUT', message, [field]);

/** The names of the policies that are asked for. @throws INVALID_INPUT for what is no name of a policy */
export const askedPolicies = ({ policies }: ServiceTokenInput): readonly string[] =>
  (policies ?? []).map((name) => policyName(name, ['policies']));

/**
 * The policies that it will carry, by Vault's rules: those that are asked for, of its maker's unless that is root or has `sudo`, and those of its maker where
 * none are. `default` comes along with what is asked for, from a maker that has it or may give any.
 * @throws INVALID_INPUT for more than its maker may give
 */
export function chosenPolicies(input: ServiceTokenInput, maker: Maker): readonly string[] {
  const asked = askedPolicies(input);
  const makerIsRoot = maker.policies.includes(rootPolicy);
  if (asked.includes(rootPolicy) && !makerIsRoot) {
    throw refused('root tokens may not be created without parent token being root', 'policies');
  }
  const givesAny = makerIsRoot || maker.sudo;
  const beyond = asked.some((name) => !maker.policies.includes(name));
  if (beyond && !givesAny) throw refused('child policies must be subset of parent', 'policies');
  const names = new Set(asked.length > 0 ? asked : maker.policies);
  if (names.has(rootPolicy)) return [rootPolicy];
  if (asked.length > 0 && (givesAny || maker.policies.includes(defaultPolicy))) names.add(defaultPolicy);
  if (input.noDefaultPolicy === true) names.delete(defaultPolicy);
  return [...names].sort();
}

/** `token`, or with a name that was given; what could not be in one becomes a dash. */
export function shownName(given: string | null | undefined): string {
  const name = trimmed((given ?? '').replaceAll(/[^\w.-]+/g, '-'), '-').slice(0, 200);
  return name === '' ? 'token' : `token-${name}`;
}
