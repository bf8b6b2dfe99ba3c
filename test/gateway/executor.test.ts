import { buildSchema, parse } from 'graphql';
import { expect, test } from 'vitest';
import { Executor } from '../../src/gateway/executor.js';
import type { PreparedOperation } from '../../src/gateway/executor.js';
import { defaultLimits } from '../../src/gateway/limits.js';

function only(executor: Executor, source: string): PreparedOperation {
  const prepared = executor.prepare(source, source);
  if (prepared.errors) throw new Error(prepared.errors.join());
  const [operation] = prepared.operations.values();
  return operation!;
}

test('wrong one-of inputs are refused, compiled or not', async () => {
  const schema = buildSchema('input Which @oneOf { id: ID name: String } type Query { find(which: Which!): Boolean }');
  const executor = new Executor({ schema, limits: defaultLimits, compileAfter: 2 });
  const operation = only(executor, 'query Q($which: Which!) { find(which: $which) }');
  for (let time = 0; time < 6; time += 1) {
    expect(await executor.run(operation, {}, { which: { id: '1', name: 'x' } })).toMatchObject({
      errors: [{ message: expect.stringContaining('Exactly one key must be specified') as string }],
    });
    expect(await executor.run(operation, {}, { which: { id: '1' } })).toEqual({ data: { find: null } });
  }
  expect(operation.compiled).toBeTruthy();
});

test('what would take long to compile is never compiled', () => {
  const types = Array.from({ length: 30 }, (_, index) => `type T${index} implements I { i: I x: Int }`).join(' ');
  const schema = buildSchema(`interface I { i: I x: Int } ${types} type Query { i: I }`);
  const executor = new Executor({ schema, limits: defaultLimits, compileAfter: 0 });
  const operation = only(executor, '{ i { i { i { i { x } } } } }');
  for (let time = 0; time < 5; time += 1) void executor.run(operation, {}, {});
  expect([operation.compilable, operation.compiled]).toEqual([false, undefined]);
  expect(only(executor, '{ i { x } }').compilable).toBe(true);
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
  const executor = new Executor({ schema, limits: defaultLimits });
  const long = (at: number) => `# ${at} ${'x'.repeat(2 ** 24)}\n{ a }`;
  for (let at = 0; at < 10; at += 1) executor.prepare(long(at), String(at));
  expect([executor.known('0'), executor.known('1'), executor.known('2')]).toEqual([undefined, undefined, undefined]);
  expect(executor.known('9')).toBeDefined();
});

test('a document that is larger than all that are kept may be is there while it runs', () => {
  const executor = new Executor({ schema: buildSchema('type Query { a: Int }'), limits: defaultLimits });
  executor.prepare(`#${'x'.repeat(130 * 2 ** 20)}\n{ a }`, 'large');
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
  const { errors } = new Executor({ schema, limits: defaultLimits }).prepare(source, source);
  expect(errors?.map(({ message }) => message)).toEqual(messages);
});

test('an operation of the repository that does not fit is refused', () => {
  const executor = new Executor({ schema: buildSchema('type Query { a: Int }'), limits: defaultLimits });
  expect(() => executor.compile(parse('query X { b }'), 'X')).toThrow('the operation X does not fit the schema');
});
