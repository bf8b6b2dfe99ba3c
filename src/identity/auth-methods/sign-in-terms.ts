import { readCidr } from '../../platform/networks.js';
import { invalidInput, problem } from '../../platform/problems.js';
import { defaultPolicy, policyName, rootPolicy } from '../policies/policy-name.js';
import { requireAssignable } from '../tokens/service-token.rules.js';
import type { SignInTerms } from './auth-role.js';

export type SignInTermsInput = { readonly [Name in keyof SignInTerms]?: SignInTerms[Name] | null | undefined };

/** Seconds, and numbers of uses: GraphQL's `Int` has no larger number. */
const longest = 2 ** 31 - 1;
/** Policies of a role, and its networks. */
const mostPolicies = 1_000;
const mostNetworks = 1_000;

/** Vault's names of what is a number. */
const numbers = {
  ttl: 'token_ttl',
  maxTtl: 'token_max_ttl',
  explicitMaxTtl: 'token_explicit_max_ttl',
  period: 'token_period',
  numUses: 'token_num_uses',
} as const;

/** What a role gives after a write: what was not given stays. @throws INVALID_INPUT */
export function changedTerms(before: SignInTerms, input: SignInTermsInput): SignInTerms {
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null && value !== undefined));
  const merged: SignInTerms = { ...before, ...given };
  const terms = { ...merged, policies: namesOf(merged.policies) };
  for (const field of ['ttl', 'maxTtl', 'explicitMaxTtl', 'period', 'numUses'] as const) {
    if (terms[field] < 0)
      throw invalidInput(field, {
        inVault: `'${numbers[field]}' cannot be negative`,
        inGraphql: `${field} cannot be negative`,
      });
    if (!Number.isSafeInteger(terms[field]) || terms[field] > longest)
      throw invalidInput(field, {
        inVault: `${numbers[field]} must be between 0 and ${longest}`,
        inGraphql: `${field} must be between 0 and ${longest}`,
      });
  }
  requireBatch(terms);
  if (terms.ttl > 0 && terms.maxTtl > 0 && terms.ttl > terms.maxTtl)
    throw invalidInput('ttl', {
      inVault: "'token_ttl' cannot be greater than 'token_max_ttl'",
      inGraphql: 'ttl cannot be greater than maxTtl',
    });
  requireNetworks(terms);
  return terms;
}

function namesOf(policies: readonly string[]): readonly string[] {
  if (policies.length > mostPolicies) throw invalidInput('policies', `a role has at most ${mostPolicies} policies`);
  return [...new Set(policies.map((name) => policyName(name, ['policies'])))].sort();
}

function requireBatch({ type, period, numUses }: SignInTerms): void {
  if (type !== 'batch') return;
  const what = period > 0 ? 'periodic tokens' : numUses > 0 ? 'tokens with limited use count' : null;
  if (what !== null)
    throw invalidInput('type', {
      inVault: `'token_type' cannot be 'batch' or 'default_batch' when set to generate ${what}`,
      inGraphql: `type cannot be BATCH for ${what}`,
    });
}

function requireNetworks({ boundCidrs, strictlyBindIp }: SignInTerms): void {
  if (boundCidrs.length > mostNetworks) throw invalidInput('boundCidrs', `a role has at most ${mostNetworks} networks`);
  const wrong = boundCidrs.find((each) => readCidr(each) === null);
  if (wrong !== undefined) throw invalidInput('boundCidrs', `"${wrong}" is neither an address nor a network`);
  if (strictlyBindIp && boundCidrs.length > 0)
    throw invalidInput('strictlyBindIp', {
      inVault: "'token_strictly_bind_ip' conflicts with 'token_bound_cidrs'; set only one",
      inGraphql: 'strictlyBindIp conflicts with boundCidrs; set only one',
    });
}

/**
 * The policies of whoever signs in under a role: its own, and `default`.
 * @throws INVALID_INPUT for a role with `root`, or another that only the server gives: no way to sign in gives everything
 */
export function policiesOf({ policies, noDefaultPolicy }: SignInTerms): readonly string[] {
  if (policies.includes(rootPolicy)) throw problem('INVALID_INPUT', 'auth methods cannot create root tokens');
  requireAssignable(policies);
  const names = new Set(policies);
  if (!noDefaultPolicy) names.add(defaultPolicy);
  return [...names].sort();
}
