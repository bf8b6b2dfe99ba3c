import { invalidInput } from '../../platform/problems.js';
import { defaultPolicy, policyName, rootPolicy, wrappingPolicy } from '../policies/policy-name.js';
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
  /** Defaults to `service`. */
  readonly type?: TokenType | null | undefined;
  /** How many requests it allows; 0 for any number. */
  readonly numUses?: number | null | undefined;
  /** The name of the role that it is created under. */
  readonly role?: string | null | undefined;
  /** The text of the token, instead of a random one. */
  readonly id?: string | null | undefined;
}

/** A batch token cannot be renewed, revoked by itself or found by an accessor, and creates no tokens. It ends with its parent. */
export type TokenType = 'service' | 'batch';

/** The permissions of the token that it is created from. */
export interface Maker {
  readonly policies: readonly string[];
  /** It may give policies that it does not have, create orphans, and set periods. */
  readonly sudo: boolean;
}

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
    throw invalidInput('policies', 'root tokens may not be created without parent token being root');
  }
  const givesAny = makerIsRoot || maker.sudo;
  const beyond = asked.some((name) => !maker.policies.includes(name));
  if (beyond && !givesAny) throw invalidInput('policies', 'child policies must be subset of parent');
  const names = new Set(asked.length > 0 ? asked : maker.policies);
  if (names.has(rootPolicy)) return [rootPolicy];
  if (asked.length > 0 && (givesAny || maker.policies.includes(defaultPolicy))) names.add(defaultPolicy);
  if (input.noDefaultPolicy === true) names.delete(defaultPolicy);
  return [...names].sort();
}

/** @throws INVALID_INPUT */
export function requireAssignable(policies: readonly string[]): void {
  if (policies.includes(wrappingPolicy)) throw invalidInput('policies', `cannot assign policy "${wrappingPolicy}"`);
}

/** How often a new token may be used; null for any number. @throws INVALID_INPUT */
export function usesOf({ numUses }: ServiceTokenInput): number | null {
  const uses = numUses ?? 0;
  if (uses < 0) throw invalidInput('numUses', 'number of uses cannot be negative');
  return uses === 0 ? null : uses;
}

/** What a batch token cannot have. @throws INVALID_INPUT */
export function requireBatchable(input: ServiceTokenInput, policies: readonly string[]): void {
  if (input.type !== 'batch') return;
  const words = { explicitMaxTtl: 'explicit_max_ttl', numUses: 'num_uses', period: 'period' } as const;
  for (const field of ['explicitMaxTtl', 'numUses', 'period'] as const) {
    if ((input[field] ?? 0) !== 0) throw invalidInput(field, `batch tokens cannot have "${words[field]}" set`);
  }
  if (policies.includes(rootPolicy)) throw invalidInput('type', 'batch tokens cannot be root tokens');
}

/** `token`, or with a given name; invalid characters become dashes. */
export function shownName(given: string | null | undefined): string {
  const name = trimmed((given ?? '').replaceAll(/[^\w.-]+/g, '-'), '-').slice(0, 200);
  return name === '' ? 'token' : `token-${name}`;
}
