import { list, mergePatch, read, remove, write } from '../row.js';
import type { VaultRequest, VaultRow } from '../row.js';
import { camel } from '../weak.js';
import { problem } from '../../../../platform/problems.js';
import { keysAnswer, nothing } from './answers.js';
import { secondsOf } from './seconds.js';
import { roleFields } from './role.fields.js';
import { operation } from '../../operation.js';

type RoleData = Readonly<Record<string, unknown>>;
interface WrittenRole {
  readonly payload: { readonly role: RoleData | null; readonly warnings: readonly string[] };
}

const ListRoles = operation<{ readonly roleNames: readonly string[] }, object>('ListRoles');
const ReadRole = operation<{ readonly role: RoleData | null }, object>('ReadRole');
const WriteRole = operation<WrittenRole, object>('WriteRole');
const PatchRole = operation<WrittenRole, object>('PatchRole');
const DeleteRole = operation<object, object>('DeleteRole');

const durations: ReadonlySet<string> = new Set(['ttl', 'max_ttl', 'not_before_duration']);

/** The fields by the names of the specification; durations in seconds. */
function roleDocument(role: RoleData | null): Readonly<Record<string, unknown>> {
  if (!role) throw problem('NOT_FOUND');
  return Object.fromEntries(
    Object.keys(roleFields).map((name) => {
      const value = role[camel(name)];
      return [name, durations.has(name) ? secondsOf(value) : value];
    }),
  );
}

const place = ({ mount, params }: VaultRequest) => ({ mount, name: params['name'] });
const written = ({ payload: { role, warnings } }: WrittenRole) => ({ data: roleDocument(role), warnings });

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
    answer: ({ role }) => ({ data: roleDocument(role) }),
  }),
  write({
    path: 'roles/:name',
    operation: WriteRole,
    fields: roleFields,
    variables: (request) => ({ input: { ...request.fields, ...place(request) } }),
    answer: written,
  }),
  mergePatch({
    path: 'roles/:name',
    operation: PatchRole,
    fields: roleFields,
    variables: (request) => ({ input: { ...request.fields, ...place(request) } }),
    answer: written,
  }),
  remove({
    path: 'roles/:name',
    operation: DeleteRole,
    variables: (request) => ({ input: place(request) }),
    answer: nothing,
  }),
];
