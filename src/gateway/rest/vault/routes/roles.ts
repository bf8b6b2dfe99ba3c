import { roleFields } from '../../../../pki/policy/parameters/index.js';
import { list, mergePatch, read, remove, write } from '../row.js';
import type { VaultRequest, VaultRow } from '../row.js';
import { found, made } from '../../found.js';
import { keysAnswer, nothing } from './answers.js';
import { secondsOf } from './seconds.js';
import { weakParameters } from '../weak-parameters.js';
import { DeleteRole, ListRoles, PatchRole, ReadRole, WriteRole } from '../generated/operations.js';
import type { PatchRoleMutation, RoleFieldsFragment, WriteRoleMutation } from '../generated/operations.js';

const sent = weakParameters(roleFields);
const shown = Object.entries(roleFields);

/** The fields by the names of the specification; durations in seconds. */
function roleDocument(role: RoleFieldsFragment): Readonly<Record<string, unknown>> {
  const values = new Map<string, unknown>(Object.entries(role));
  return Object.fromEntries(
    shown.map(([key, { name, type }]) => {
      const value = values.get(key);
      return [name, type === 'duration' ? secondsOf(value) : value];
    }),
  );
}

const place = ({ mount, params }: VaultRequest<object, { readonly name: string }>) => ({ mount, name: params.name });
const written = ({ payload: { role, warnings } }: WriteRoleMutation & PatchRoleMutation) => ({
  data: roleDocument(made(role)),
  warnings,
});

export const roleRows: readonly VaultRow[] = [
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
