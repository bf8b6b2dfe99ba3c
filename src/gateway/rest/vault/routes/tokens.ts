import { invalidInput } from '../../../../platform/problems.js';
import { presentedToken } from '../../../context.js';
import { made } from '../../found.js';
import { read, write } from '../route.js';
import type { VaultRequest, VaultRoute } from '../route.js';
import { weak } from '../weak.js';
import type { WeakValues } from '../weak.js';
import { nothing } from './answers.js';
import { authOf, tokenDocument } from './token.document.js';
import {
  CreateOrphanToken,
  CreateServiceToken,
  LookUpOwnToken,
  RenewOwnToken,
  RevokeOwnToken,
} from '../generated/operations.js';
import type {
  CreateOrphanTokenMutation,
  CreateServiceTokenMutation,
  ServiceTokenType,
  LookUpOwnTokenQuery,
} from '../generated/operations.js';

/** The caller's own: nobody learns a token that it did not send. */
export const sent = ({ headers }: Pick<VaultRequest, 'headers'>) => presentedToken(headers) ?? '';

const lookUp = {
  path: 'auth/token/lookup-self',
  operation: LookUpOwnToken,
  variables: () => ({}),
  answer: ({ ownToken: token }: LookUpOwnTokenQuery, request: VaultRequest) => ({
    data: tokenDocument(token, sent(request)),
  }),
};

const createFields = {
  policies: weak.policyNames,
  ttl: weak.duration,
  explicit_max_ttl: weak.duration,
  period: weak.duration,
  display_name: weak.trimmed,
  meta: weak.map,
  no_parent: weak.flag,
  no_default_policy: weak.flag,
  renewable: weak.flag,
  type: weak.text,
  num_uses: weak.whole,
  id: weak.text,
  // Not supported, so it must not be ignored silently.
  entity_alias: weak.text,
  lease: weak.duration,
} as const;

const types = new Map<string, ServiceTokenType>([
  ['', 'SERVICE'],
  ['service', 'SERVICE'],
  ['batch', 'BATCH'],
]);

/**
 * Blank names count for nothing. Whoever sent nothing else did not ask for all policies of its own token, as one without a name does: `default` is left, as in
 * OpenBao.
 */
function namedPolicies(policies: readonly string[] | undefined, sent: unknown): readonly string[] | undefined {
  const named = policies?.filter((name) => name !== '');
  const isBlank = named?.length === 0 && sent !== '' && !(Array.isArray(sent) && sent.length === 0);
  return isBlank ? ['default'] : named;
}

function createInput({ fields, body }: VaultRequest<WeakValues<typeof createFields>>) {
  const { type, entityAlias, lease, ...others } = fields;
  const policies = namedPolicies(fields.policies, body['policies']);
  const input = { ...others, ...(policies && { policies }) };
  const kind = types.get(type ?? '');
  if (!kind) throw invalidInput('type', "invalid 'token_type' value");
  if (entityAlias) throw invalidInput('entity_alias', "'entity_alias' is only allowed in combination with token role");
  return { input: { ...input, type: kind, ...(lease && input.ttl === undefined && { ttl: lease }) } };
}

const issued = ({ payload }: CreateServiceTokenMutation & CreateOrphanTokenMutation) => {
  const { token, text } = made(payload.issued);
  return { auth: authOf(token, text), warnings: payload.warnings };
};

export const tokenRoutes: readonly VaultRoute[] = [
  write({
    path: 'auth/token/create',
    operation: CreateServiceToken,
    fields: createFields,
    parameterNames: { lease: 'ttl' },
    variables: createInput,
    answer: issued,
  }),
  write({
    path: 'auth/token/create/:role_name',
    operation: CreateServiceToken,
    fields: createFields,
    parameterNames: { lease: 'ttl', role_name: 'role_name' },
    variables: (request) => {
      const { input } = createInput(request);
      // What is not said, the role decides.
      const type = request.fields.type ? { type: input.type } : { type: null };
      return { input: { ...input, ...type, role: request.params.role_name } };
    },
    answer: issued,
  }),
  write({
    path: 'auth/token/create-orphan',
    operation: CreateOrphanToken,
    fields: createFields,
    parameterNames: { lease: 'ttl' },
    variables: createInput,
    answer: issued,
  }),
  read(lookUp),
  write(lookUp),
  write({
    path: 'auth/token/renew-self',
    operation: RenewOwnToken,
    fields: { increment: weak.signedDuration, token: weak.text },
    variables: ({ fields }) => ({ input: { increment: Math.max(0, fields.increment ?? 0) } }),
    answer: ({ payload }, request) => {
      const token = made(payload.ownToken);
      return { auth: authOf(token, sent(request)), warnings: payload.warnings };
    },
  }),
  write({
    path: 'auth/token/revoke-self',
    operation: RevokeOwnToken,
    variables: () => ({ input: {} }),
    answer: nothing,
  }),
];
