import { expectTypeOf, test } from 'vitest';
import { createClient, dataOf } from '../../src/client/index.js';
import { Me } from '../../src/client/generated/account.js';
import { Roles } from '../../src/client/generated/roles.js';
import { CreateWorkspace, WorkspaceByName, Workspaces } from '../../src/client/generated/workspaces.js';
import type { DataOf, Done, Failure, Outcome, Problem, ProblemCode, TrustateError } from '../../src/client/index.js';
import type { CreateRole } from '../../src/client/generated/roles.js';

// Nothing here is sent: the compiler reads it.
const client = createClient({ url: 'http://localhost:1', token: '' });
const typed = (...uses: readonly (() => unknown)[]) => uses;

test('variables are those of the document', () => {
  typed(() => client.query(Me));
  typed(() => client.query(Roles));
  typed(() => client.query(Roles, { mount: 'other' }));
  typed(() => client.query(WorkspaceByName, { organization: 'a', name: 'b' }));
  // @ts-expect-error a variable is missing
  typed(() => client.query(WorkspaceByName, { organization: 'a' }));
  // @ts-expect-error none are given where some are needed
  typed(() => client.query(WorkspaceByName));
  // @ts-expect-error there is no such variable
  typed(() => client.query(Roles, { path: 'pki' }));
  // @ts-expect-error an enum has only its words
  typed(() => client.query(Workspaces, { organization: 'a', orderBy: { field: 'COLOUR', direction: 'ASC' } }));
  // @ts-expect-error a mutation is not queried
  typed(() => client.query(CreateWorkspace, { input: { organization: 'a', name: 'b' } }));
  // @ts-expect-error a query changes nothing
  typed(() => client.mutate(Me));
});

test('what may be missing has to be asked after', () => {
  type Found = DataOf<typeof WorkspaceByName>['workspaceByName'];
  expectTypeOf<Found>().toBeNullable();
  expectTypeOf<NonNullable<Found>['name']>().toEqualTypeOf<string>();
  expectTypeOf<NonNullable<Found>['resourceCount']>().toEqualTypeOf<number | string | null>();
});

test('an outcome is one or the other', () => {
  expectTypeOf<Outcome<string>>().not.toHaveProperty('data');
  expectTypeOf<Extract<Outcome<string>, { ok: true }>['data']>().toEqualTypeOf<string>();
  expectTypeOf<Extract<Outcome<string>, { ok: false }>>().toEqualTypeOf<Failure>();
  expectTypeOf<Failure>().not.toHaveProperty('data');
  expectTypeOf<Problem['kind']>().toEqualTypeOf<'rule' | 'request' | 'connection'>();
  expectTypeOf<Extract<Problem, { kind: 'rule' }>['code']>().toEqualTypeOf<ProblemCode>();
  expectTypeOf<TrustateError['problems']>().toEqualTypeOf<readonly [Problem, ...Problem[]]>();
  expectTypeOf(dataOf<number>).returns.toEqualTypeOf<number>();
});

test('what a mutation made is there once it succeeded', () => {
  type Made = Done<DataOf<typeof CreateRole>>['createRole'];
  expectTypeOf<Made['role']>().not.toBeNullable();
  expectTypeOf<Made['warnings']>().toEqualTypeOf<readonly string[]>();
  expectTypeOf<Made>().not.toHaveProperty('problems');
});

test('pages are of what the list holds', () => {
  expectTypeOf(() => client.each(Workspaces, { organization: 'a' }, (data) => data.workspaces)).returns.toExtend<
    AsyncIterable<{ readonly id: string; readonly locked: boolean }>
  >();
  // @ts-expect-error the query has no pages
  typed(() => client.each(Me, {}, (data) => data.me));
});
