import { problem } from '../../platform/problems.js';
import { defaultPolicy, policyName, rootPolicy } from '../policies/policy-name.js';
import { trimmed } from '../../platform/trimmed.js';

/** The input of auth/token/create: a token to create from another one. Durations in seconds; absent and 0 are the same. */
export interface ServiceTokenInput {
  readonly policies?: readonly string[] | null | undefined;
  readonly ttl?: number | null | undefined;
  readonly explicitMaxTtl?: number | null | undefined;
  /** Each renewal lasts this long, without an end. */
  readonly period?: number | null | undefined;
  readonly displayName?: string | null | undefined;
  readonly meta?: Readonly<Record<string, string>> | null | undefined;
  /** It outlives the token that it is created from. */
  readonly noParent?: boolean | null | undefined;
  readonly noDefaultPolicy?: boolean | null | undefined;
  /** Defaults to true. */
  readonly renewable?: boolean | null | undefined;
}

/** The permissions of the token that it is created from. */
export interface Maker {
  readonly policies: readonly string[];
  /** It may give policies that it does not have, create orphans, and set periods. */
  readonly sudo: boolean;
}

const refused = (message: string, field: string) => problem('INVALID_INPUT', message, [field]);

/** The names of the requested policies. @throws INVALID_INPUT for an invalid name */
export const askedPolicies = ({ policies }: ServiceTokenInput): readonly string[] =>
  (policies ?? []).map((name) => policyName(name, ['policies']));

/**
 * The policies of the new token, by Vault's rules: the requested ones, which its creator must have unless it is root or has `sudo`; without a request, those of
 * its creator. `default` is added to requested ones, if the creator has it or may give any.
 * @throws INVALID_INPUT for more than the creator may give
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

/** `token`, or with a given name; invalid characters become dashes. */
export function shownName(given: string | null | undefined): string {
  const name = trimmed((given ?? '').replaceAll(/[^\w.-]+/g, '-'), '-').slice(0, 200);
  return name === '' ? 'token' : `token-${name}`;
}
