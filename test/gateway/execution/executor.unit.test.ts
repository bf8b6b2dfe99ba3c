import { buildSchema, parse } from 'graphql';
import { expect, test } from 'vitest';
import { Executor } from '../../../src/gateway/execution/executor.js';
import { defaultLimits } from '../../../src/gateway/execution/limits.js';
import type { PreparedOperation } from '../../../src/gateway/execution/prepared.js';

function only(executor: Executor, source: string): PreparedOperation {
  const prepared = executor.prepare(source, source, 'caller');
  if (prepared.errors) throw new Error(prepared.errors.join());
  return prepared.operation(undefined)!;
}

const find = buildSchema(`
  input Which @oneOf { id: ID name: String }
  enum Size { SMALL LARGE }
  input Inner { size: Size! = LARGE names: [String!]! = ["n"] }
  input Filter { mount: String! = "pki" inner: Inner! = {} }
  type Query { find(which: Which!): Boolean said(mount: String! = "own", filter: Filter): String }
`);
Object.assign(find.getQueryType()!.getFields()['said']!, {
  resolve: (_: unknown, args: object) => JSON.stringify(args),
});

test('wrong one-of inputs are refused, however often', async () => {
  const executor = new Executor({ schema: find, limits: defaultLimits });
  const operation = only(executor, 'query Q($which: Which!) { find(which: $which) }');
  for (let time = 0; time < 6; time += 1) {
    expect(await executor.run(operation, {}, { which: { id: '1', name: 'x' } })).toMatchObject({
      errors: [{ message: expect.stringContaining('Exactly one key must be specified') as string }],
    });
    expect(await executor.run(operation, {}, { which: { id: '1' } })).toEqual({ data: { find: null } });
  }
});

const inner = { size: 'LARGE', names: ['n'] };

test.each([
  ['query ($mount: String! = "pki") { said(mount: $mount) }', {}, { mount: 'pki' }],
  ['query ($mount: String = "pki") { said(mount: $mount) }', {}, { mount: 'pki' }],
  ['query ($mount: String) { said(mount: $mount) }', {}, { mount: 'own' }],
  [
    'query ($filter: Filter) { said(filter: $filter) }',
    { filter: {} },
    { mount: 'own', filter: { mount: 'pki', inner } },
  ],
  ['query ($filter: Filter! = {}) { said(filter: $filter) }', {}, { mount: 'own', filter: { mount: 'pki', inner } }],
  [
    'query ($size: Size! = SMALL) { said(filter: { inner: { size: $size } }) }',
    {},
    { mount: 'own', filter: { inner: { size: 'SMALL', names: ['n'] }, mount: 'pki' } },
  ],
])('%s: a default stands in for what is absent, however often', async (source, variables, args) => {
  for (const trusted of [null, new Map([['digest', source]])]) {
    const executor = new Executor({ schema: find, limits: defaultLimits, trusted });
    const prepared = executor.prepare(source, 'digest', 'caller');
    if (prepared.errors) throw new Error(prepared.errors.join());
    const operation = prepared.operation(undefined)!;
    for (let time = 0; time < 12; time += 1) {
      const { data, errors } = await executor.run(operation, {}, variables);
      expect(errors).toBeUndefined();
      expect(JSON.parse(String(data?.['said']))).toEqual(args);
    }
  }
});

test('an error says where it is in the document, however often', async () => {
  const schema = buildSchema('type Query { a: Int! b(at: Int!): Int }');
  const executor = new Executor({ schema, limits: defaultLimits });
  const missing = only(executor, '{ a }');
  const wrong = only(executor, 'query ($at: Int!) { b(at: $at) }');
  for (let time = 0; time < 12; time += 1) {
    const nothing = await executor.run(missing, {}, {});
    expect(nothing.errors?.[0]).toMatchObject({ path: ['a'], locations: [{ line: 1, column: 3 }] });
    const text = await executor.run(wrong, {}, { at: 'x' });
    expect(text.errors?.[0]).toMatchObject({ locations: [{ line: 1, column: 8 }] });
  }
});

test('what takes much memory when it is planned is planned for each run', async () => {
  const types = Array.from({ length: 30 }, (_, index) => `type T${index} implements I { i: I x: Int }`).join(' ');
  const schema = buildSchema(`interface I { i: I x: Int } ${types} type Query { i: I }`);
  const executor = new Executor({ schema, limits: defaultLimits });
  const operation = only(executor, '{ i { i { i { i { x } } } } }');
  for (let time = 0; time < 5; time += 1) expect(await executor.run(operation, {}, {})).toEqual({ data: { i: null } });
});

test('documents that are kept are bounded', () => {
  const schema = buildSchema('type Query { a: Int }');
  const executor = new Executor({ schema, limits: defaultLimits, capacity: 2 });
  for (const name of ['A', 'B', 'C']) only(executor, `query ${name} { a }`);
  expect([executor.known('query A { a }'), executor.known('query C { a }')]).toEqual([
    undefined,
    expect.objectContaining({ document: expect.anything() as object }),
  ]);
});

test('documents that are kept take so much memory and no more, whatever is in them', () => {
  const schema = buildSchema('type Query { a: Int }');
  const executor = new Executor({ schema, limits: { ...defaultLimits, characters: 2 ** 28 } });
  const long = (at: number) => `# ${at} ${'x'.repeat(2 ** 24)}\n{ a }`;
  for (let at = 0; at < 10; at += 1) executor.prepare(long(at), String(at), 'caller');
  expect([executor.known('0'), executor.known('1'), executor.known('2')]).toEqual([undefined, undefined, undefined]);
  expect(executor.known('9')).toBeDefined();
});

test('what cannot run, and what strangers send, pushes out nothing that callers use', () => {
  const schema = buildSchema('type Query { a: Int }');
  const executor = new Executor({ schema, limits: defaultLimits });
  only(executor, '{ a }');
  for (let at = 0; at < 1_100; at += 1) {
    executor.prepare(`{ wrong${at} }`, `wrong ${at}`, 'caller');
    executor.prepare(`{ b${at}: a }`, `strange ${at}`, 'stranger');
    executor.prepare(`{ wrong${at} }`, `wrong and strange ${at}`, 'stranger');
  }
  expect(executor.known('{ a }')).toBeDefined();
  expect(executor.known('strange 1099')).toBeUndefined();
  expect(executor.seen('strange 1099')).toMatchObject({ document: expect.anything() as object });
  // The same text may be too much for one and not for the other.
  const many = `{ ${'a '.repeat(251)} }`;
  expect(executor.prepare(many, many, 'stranger').errors?.[0]).toMatchObject({
    message: 'The operation exceeds the limit of fields: 251 where 250 are allowed without a valid token',
    extensions: { code: 'LIMIT_EXCEEDED', limit: 'fields', asked: 251, most: 250 },
  });
  expect(executor.prepare(many, many, 'caller').errors).toBeUndefined();
});

test.each([
  ['characters', `#${'x'.repeat(16_384)}\n{ a }`],
  ['tokens', `{ ${'f(x: [1, 2, 3, 4, 5]) '.repeat(60)} }`],
  ['operations', Array.from({ length: 6 }, (_, at) => `query Q${at} { a }`).join(' ')],
  ['depth', `${'{ f '.repeat(17)}${'}'.repeat(17)}`],
  ['fields', `{ ${'a '.repeat(251)} }`],
  ['aliases', `{ ${Array.from({ length: 21 }, (_, at) => `a${at}: a`).join(' ')} }`],
  ['directives', `{ ${'a @skip(if: false) '.repeat(21)} }`],
])('of strangers %s are bounded more tightly, before anything is validated', (limit, source) => {
  const executor = new Executor({ schema: buildSchema('type Query { a: Int }'), limits: defaultLimits });
  const [error, ...others] = executor.prepare(source, source, 'stranger').errors ?? [];
  expect(others).toEqual([]);
  expect(error?.extensions).toMatchObject({ code: 'LIMIT_EXCEEDED', limit });
});

test('a document whose parts cannot all be compared is over a limit, not wrong', () => {
  const executor = new Executor({ schema: buildSchema('type Query { a: Int }'), limits: defaultLimits });
  const source = `{ ${'a '.repeat(1_500)} }`;
  expect(executor.prepare(source, source, 'caller').errors).toMatchObject([
    {
      message: expect.stringContaining('exceeds the limit of validation') as string,
      extensions: { code: 'LIMIT_EXCEEDED', limit: 'validation' },
    },
  ]);
});

test('of many operations none is prepared, and of those that are allowed the one that is asked for', () => {
  const executor = new Executor({ schema: find, limits: defaultLimits });
  const document = (count: number) =>
    Array.from({ length: count }, (_, at) => `query Q${at} { ...F }`).join(' ') + ' fragment F on Query { __typename }';
  const [error] = executor.prepare(document(51), 'many', 'caller').errors ?? [];
  expect(error?.extensions).toMatchObject({ code: 'LIMIT_EXCEEDED', limit: 'operations', asked: 51, most: 50 });
  const prepared = executor.prepare(document(50), 'fewer', 'caller');
  if (prepared.errors) throw new Error(prepared.errors.join());
  expect(prepared.names).toHaveLength(50);
  expect([prepared.operation(undefined), prepared.operation('Q50'), prepared.operation('')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(prepared.operation('Q49')?.identity.name).toBe('Q49');
  expect(prepared.operation('Q49')).toBe(prepared.operation('Q49'));
});

test('a document is so long and no longer', () => {
  const executor = new Executor({ schema: find, limits: defaultLimits });
  const [error] = executor.prepare(`#${'x'.repeat(2 ** 20)}\n{ __typename }`, 'long', 'caller').errors ?? [];
  expect(error?.extensions).toMatchObject({ code: 'LIMIT_EXCEEDED', limit: 'characters' });
});

test('a document that is larger than all that are kept may be is there while it runs', () => {
  const executor = new Executor({
    schema: buildSchema('type Query { a: Int }'),
    limits: { ...defaultLimits, characters: 2 ** 28 },
  });
  executor.prepare(`#${'x'.repeat(130 * 2 ** 20)}\n{ a }`, 'large', 'caller');
  expect(executor.known('large')).toBeDefined();
});

test.each([
  ['subscription { a @skip(if: true) }', ['@skip may not decide about the field of a subscription']],
  [
    'subscription ($if: Boolean!) { a @include(if: $if) }',
    ['@include may not decide about the field of a subscription'],
  ],
  ['subscription { ... @skip(if: true) { a } }', ['@skip may not decide about the field of a subscription']],
  [
    'subscription { ...A } fragment A on Subscription { ...B @include(if: false) } fragment B on Subscription { a }',
    ['@include may not decide about the field of a subscription'],
  ],
  [
    'subscription { ...A } fragment A on Subscription { a ...B } fragment B on Subscription { ...A }',
    ['Cannot spread fragment "A" within itself via "B".'],
  ],
  ['subscription { o { a @skip(if: true) } }', undefined],
  ['query { a @skip(if: true) }', undefined],
])('%s', (source, messages) => {
  const schema = buildSchema('type Query { a: Int } type Subscription { a: Int o: Query }');
  const { errors } = new Executor({ schema, limits: defaultLimits }).prepare(source, source, 'caller');
  expect(errors?.map(({ message }) => message)).toEqual(messages);
});

test('an operation of the repository that does not fit is refused', () => {
  const executor = new Executor({ schema: buildSchema('type Query { a: Int }'), limits: defaultLimits });
  expect(() => executor.own(parse('query X { b }'), 'X')).toThrow('the operation X does not fit the schema');
});
