import { roleFields } from '../../../../pki/policy/parameters/index.js';
import { list, mergePatch, read, remove, write } from '../route.js';
import type { VaultRequest, VaultRoute } from '../route.js';
import { found, made } from '../../found.js';
import { keysAnswer, nothing } from './answers.js';
import { isRecord } from '../../../../platform/is-record.js';
import { weakParameters } from '../weak-parameters.js';
import { DeleteRole, ListRoles, PatchRole, ReadRole, WriteRole } from '../generated/operations.js';
import type { PatchRoleMutation, RoleFieldsFragment, WriteRoleMutation } from '../generated/operations.js';

const sent = weakParameters(roleFields);
/** As it was written; durations in seconds. Names that a token has for display are never allowed, and clients read that. */
function roleDocument({ document }: RoleFieldsFragment): Readonly<Record<string, unknown>> {
  if (!isRecord(document)) throw new Error('a role without document');
  return { ...document, allow_token_displayname: false };
}

const place = ({ mount, params }: VaultRequest<object, { readonly name: string }>) => ({ mount, name: params.name });
const written = ({ payload: { role, warnings } }: WriteRoleMutation & PatchRoleMutation) => ({
  data: roleDocument(made(role)),
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
    answer: ({ role }) => ({ data: roleDocument(found(role)) }),
  }),
  write({
    path: 'roles/:name',
    operation: WriteRole,
    fields: sent,
    variables: (request) => ({ input: { ...request.fields, ...place(request) } }),
    answer: written,
  }),
  mergePatch({
    path: 'roles/:name',
    operation: PatchRole,
    fields: sent,
    variables: (request) => ({ input: { ...request.fields, role: { named: place(request) } } }),
    answer: written,
  }),
  remove({
    path: 'roles/:name',
    operation: DeleteRole,
    variables: (request) => ({ input: { role: { named: place(request) } } }),
    answer: nothing,
  }),
];
