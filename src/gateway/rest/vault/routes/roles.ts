import { roleFields, usualKeyBits } from '../../../../pki/policy/parameters/index.js';
import { list, mergePatch, read, remove, write } from '../route.js';
import type { VaultRequest, VaultRoute } from '../route.js';
import { found, made } from '../../found.js';
import { policiesAsWritten } from '../../../../pki/policy/policy-identifiers.js';
import { keysAnswer, nothing } from './answers.js';
import { isRecord } from '../../../../platform/is-record.js';
import { weakParameters } from '../weak-parameters.js';
import { DeleteRole, ListRoles, PatchRole, ReadRole, WriteRole } from '../generated/operations.js';
import type { PatchRoleMutation, RoleFieldsFragment, WriteRoleMutation } from '../generated/operations.js';

const sent = weakParameters(roleFields);
/** As it was written; durations in seconds. Names that a token has for display are never allowed, and clients read that. */
function roleDocument(
  { document }: RoleFieldsFragment,
  { dialect }: Pick<VaultRequest, 'dialect'>,
): Readonly<Record<string, unknown>> {
  if (!isRecord(document)) throw new Error('a role without document');
  const shown = { ...document, allow_token_displayname: false };
  return dialect === 'vault' ? { ...shown, ...sizes(document) } : shown;
}

/**
 * terraform's provider compares the `ttl` and `max_ttl` that it reads with the text of its configuration, takes policies that are JSON for blocks of it, and would
 * plan the same change for ever: to clients as it is one, which send `X-Vault-Request`, they are shown as they were written. What a write answers it does not read.
 */
const asRead = (role: RoleFieldsFragment, request: Pick<VaultRequest, 'dialect' | 'headers'>) => ({
  ...roleDocument(role, request),
  ...(request.headers['x-vault-request'] === 'true' && isRecord(role.written) && role.written),
});

const usualBits = new Map<unknown, number>(Object.entries(usualKeyBits));

/** Sizes as OpenBao shows them: what 0 stands for. The specification's callers read what they wrote. */
const sizes = (document: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  const { key_type: type, key_bits: bits, signature_bits: hash } = document;
  return {
    key_bits: bits === 0 ? (usualBits.get(type) ?? 0) : bits,
    signature_bits:
      type === 'rsa' && hash === 0 ? 256 : ['ed25519', 'mldsa', 'any'].some((each) => each === type) ? 0 : hash,
  };
};

/** Durations with a unit: others are numbers to every client. Policies with objects among them: others are texts already. */
function textsIn({ body }: Pick<VaultRequest, 'body'>): Readonly<Record<string, string | readonly string[]>> {
  const policies = policiesAsWritten(body['policy_identifiers']);
  const texts: Record<string, string | readonly string[]> = policies ? { policy_identifiers: policies } : {};
  for (const name of ['ttl', 'max_ttl']) {
    const text = body[name];
    if (typeof text === 'string' && /[a-z]/.test(text)) texts[name] = text;
  }
  return texts;
}

const place = ({ mount, params }: VaultRequest<object, { readonly name: string }>) => ({ mount, name: params.name });
const written = (
  { payload: { role, warnings } }: WriteRoleMutation & PatchRoleMutation,
  request: Pick<VaultRequest, 'dialect'>,
) => ({
  data: roleDocument(made(role), request),
  warnings,
});

export const roleRoutes: readonly VaultRoute[] = [
  list({
    path: 'roles',
    operation: ListRoles,
    values: 'roleNames',
    variables: ({ mount }) => ({ mount }),
    answer: ({ roleNames }) => keysAnswer(roleNames),
  }),
  read({
    path: 'roles/:name',
    operation: ReadRole,
    variables: place,
    answer: ({ role }, request) => ({ data: asRead(found(role), request) }),
  }),
  write({
    path: 'roles/:name',
    operation: WriteRole,
    fields: sent,
    variables: (request) => ({ input: { ...request.fields, ...place(request), written: textsIn(request) } }),
    answer: written,
  }),
  mergePatch({
    path: 'roles/:name',
    operation: PatchRole,
    fields: sent,
    variables: (request) => ({
      input: { ...request.fields, role: { named: place(request) }, written: textsIn(request) },
    }),
    answer: written,
  }),
  remove({
    path: 'roles/:name',
    operation: DeleteRole,
    variables: (request) => ({ input: { role: { named: place(request) } } }),
    answer: nothing,
  }),
];
