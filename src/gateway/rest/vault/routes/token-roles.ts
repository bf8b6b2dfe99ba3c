import { problem } from '../../../../platform/problems.js';
import { camel } from '../../../../platform/wording.js';
import { found } from '../../found.js';
import { list, read, remove, write } from '../route.js';
import type { VaultAnswer, VaultRoute } from '../route.js';
import { weak } from '../weak.js';
import type { WeakValues } from '../weak.js';
import { keysAnswer, nothing } from './answers.js';
import { secondsOf } from '../../seconds.js';
import { DeleteTokenRole, ListTokenRoles, ReadTokenRole, WriteTokenRole } from '../generated/operations.js';
import type { TokenRoleFieldsFragment, TokenRoleType } from '../generated/operations.js';

const fields = {
  allowed_policies: weak.policyNames,
  allowed_policies_glob: weak.policyNames,
  disallowed_policies: weak.policyNames,
  disallowed_policies_glob: weak.policyNames,
  orphan: weak.flag,
  renewable: weak.flag,
  path_suffix: weak.text,
  token_period: weak.duration,
  token_explicit_max_ttl: weak.duration,
  token_num_uses: weak.whole,
  token_no_default_policy: weak.flag,
  token_type: weak.text,
  token_bound_cidrs: weak.networks,
  // Older names.
  period: weak.duration,
  explicit_max_ttl: weak.duration,
  bound_cidrs: weak.networks,
  // Not supported, so it must not be ignored silently.
  allowed_entity_aliases: weak.list,
} as const;

const older = {
  period: 'token_period',
  explicit_max_ttl: 'token_explicit_max_ttl',
  bound_cidrs: 'token_bound_cidrs',
} as const;

const types = new Map<string, TokenRoleType>([
  ['service', 'SERVICE'],
  ['batch', 'BATCH'],
  ['default-service', 'DEFAULT_SERVICE'],
  ['default-batch', 'DEFAULT_BATCH'],
]);

/** @throws INVALID_INPUT */
function typeOf(text: string | undefined): TokenRoleType | undefined {
  if (text === undefined) return undefined;
  const type = types.get(text);
  if (type) return type;
  throw problem('INVALID_INPUT', `invalid 'token_type' value "${text}"`, ['token_type']);
}

function inputOf(given: WeakValues<typeof fields>) {
  const { tokenPeriod, tokenExplicitMaxTtl, tokenNumUses, tokenNoDefaultPolicy, tokenType, tokenBoundCidrs } = given;
  const { period, explicitMaxTtl, boundCidrs, allowedEntityAliases = [] } = given;
  const { allowedPolicies, allowedPoliciesGlob, disallowedPolicies, disallowedPoliciesGlob } = given;
  const { orphan, renewable, pathSuffix } = given;
  if (allowedEntityAliases.length > 0)
    throw problem('INVALID_INPUT', 'entity aliases are not supported', ['allowed_entity_aliases']);
  return {
    allowedPolicies,
    allowedPoliciesGlob,
    disallowedPolicies,
    disallowedPoliciesGlob,
    orphan,
    renewable,
    pathSuffix,
    period: tokenPeriod ?? period,
    explicitMaxTtl: tokenExplicitMaxTtl ?? explicitMaxTtl,
    boundCidrs: tokenBoundCidrs ?? boundCidrs,
    numUses: tokenNumUses,
    noDefaultPolicy: tokenNoDefaultPolicy,
    type: typeOf(tokenType),
  };
}

/** The text is OpenBao's. */
const ignored = (newer: string, old: string) =>
  `Both '${newer}' and deprecated '${old}' value supplied, ignoring the deprecated value`;

function written(given: WeakValues<typeof fields>): VaultAnswer | null {
  const warnings = (['period', 'explicit_max_ttl', 'bound_cidrs'] as const).flatMap((old) => {
    const newer = older[old];
    return given[camel(newer)] !== undefined && given[camel(old)] !== undefined ? [ignored(newer, old)] : [];
  });
  return warnings.length > 0 ? { data: null, warnings } : null;
}

/** What has an older name is shown by both: it is not stored by which of them it was written. */
const roleDocument = (role: TokenRoleFieldsFragment) => ({
  name: role.name,
  allowed_entity_aliases: null,
  allowed_policies: role.allowedPolicies,
  allowed_policies_glob: role.allowedPoliciesGlob,
  disallowed_policies: role.disallowedPolicies,
  disallowed_policies_glob: role.disallowedPoliciesGlob,
  explicit_max_ttl: secondsOf(role.explicitMaxTtl),
  orphan: role.orphan,
  path_suffix: role.pathSuffix,
  period: secondsOf(role.period),
  renewable: role.renewable,
  ...(role.boundCidrs.length > 0 && { bound_cidrs: role.boundCidrs, token_bound_cidrs: role.boundCidrs }),
  token_explicit_max_ttl: secondsOf(role.explicitMaxTtl),
  token_no_default_policy: role.noDefaultPolicy,
  ...(role.numUses > 0 && { token_num_uses: role.numUses }),
  token_period: secondsOf(role.period),
  token_type: role.type.toLowerCase().replaceAll('_', '-'),
});

export const tokenRoleRoutes: readonly VaultRoute[] = [
  list({
    path: 'auth/token/roles',
    operation: ListTokenRoles,
    values: 'names',
    variables: () => ({}),
    answer: ({ names }) => keysAnswer(names),
  }),
  read({
    path: 'auth/token/roles/:role_name',
    operation: ReadTokenRole,
    variables: ({ params }) => ({ name: params.role_name }),
    answer: ({ tokenRole }) => ({ data: roleDocument(found(tokenRole)) }),
  }),
  write({
    path: 'auth/token/roles/:role_name',
    operation: WriteTokenRole,
    fields,
    parameterNames: older,
    variables: ({ params, fields: given }) => ({ input: { name: params.role_name, ...inputOf(given) } }),
    answer: (_data, { fields: given }) => written(given),
  }),
  remove({
    path: 'auth/token/roles/:role_name',
    operation: DeleteTokenRole,
    variables: ({ params }) => ({ input: { name: params.role_name } }),
    answer: nothing,
  }),
];
