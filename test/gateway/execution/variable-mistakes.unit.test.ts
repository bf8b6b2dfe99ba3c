import { buildSchema, getVariableValues, Kind, parse } from 'graphql';
import { expect, test } from 'vitest';
import { mostObjects, readVariables } from '../../../src/gateway/execution/variable-mistakes.js';
import { AsWritten } from '../../../src/platform/graphql/as-written.js';

const schema = buildSchema(`
  enum Size { SMALL LARGE }
  input Box { size: Size, sizes: [Size!], inner: Box, name: String, count: Int, text: Text }
  scalar Text
  type Query { a(box: Box): Int }
`);
const [operation] = parse('query ($box: Box!, $boxes: [Box!], $size: Size, $count: Int) { a(box: $box) }').definitions;
if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('no operation');
const definitions = operation.variableDefinitions ?? [];

const ofGraphqlJs = (variables: Record<string, unknown>) =>
  getVariableValues(schema, definitions, variables, { maxErrors: 20 });
const messages = (read: ReturnType<typeof readVariables>) => read.errors?.map(({ message }) => message);

const long = 'x'.repeat(1_000_000);
const many = Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`name${n}`, true]));

test.each<[string, Record<string, unknown>]>([
  ['nothing', {}],
  ['null', { box: null }],
  ['what is right', { box: { size: 'SMALL', inner: { sizes: ['LARGE'] } } }],
  ['what is right and large', { box: { name: long, sizes: Array.from({ length: 50_000 }, () => 'LARGE') } }],
  ['a name that is like another', { box: { sise: 'SMALL' }, size: 'SMALLL' }],
  ['many mistakes', { box: {}, boxes: Array.from({ length: 30 }, () => ({ size: 'NONE' })) }],
  ['small mistakes beside a large value', { box: { name: long, sise: 1, sizes: ['SMAL'] }, boxes: [{ count: 'x' }] }],
])('%s: as graphql-js reads it', (_what, variables) => {
  const expected = ofGraphqlJs(variables);
  const read = readVariables(schema, definitions, variables);
  expect(read.errors?.length).toBe(expected.errors?.length);
  expect(read.errors ? null : { ...read.coerced }).toEqual(expected.coerced ? { ...expected.coerced } : null);
});

test('small mistakes are told in the words of graphql-js', () => {
  const variables = { box: { sise: 'SMALL', count: 1.5 }, size: 'SMAL', boxes: ['x'] };
  expect(messages(readVariables(schema, definitions, variables))).toEqual(
    ofGraphqlJs(variables).errors?.map(({ message }) => message),
  );
});

test.each<[string, Record<string, unknown>, string]>([
  ['a long word', { box: {}, size: long }, 'Variable "$size" got an invalid value; Value "xxx'],
  [
    'a long word inside',
    { box: { inner: { sizes: [long] } } },
    'got an invalid value at "box.inner.sizes[0]"; Value "xxx',
  ],
  ['many names', { box: many }, 'got an invalid value; Field "name0" is not defined by type "Box".'],
  ['a long name', { box: { [long]: 1 } }, 'got an invalid value; Field "xxx'],
  ['an object for a number', { box: {}, count: many }, 'got an invalid value; Int cannot represent non-integer value'],
])('%s: the message quotes no more than somebody reads', (_what, variables, says) => {
  const found = messages(readVariables(schema, definitions, variables));
  expect(found?.[0]).toContain(says);
  expect(found?.length).toBeLessThanOrEqual(20);
  for (const message of found ?? []) expect(message.length).toBeLessThan(2_100);
});

test('objects are bounded', () => {
  const boxes = (count: number) => ({ box: {}, boxes: Array.from({ length: count }, () => ({})) });
  expect(readVariables(schema, definitions, boxes(19_998)).errors).toBeUndefined();
  expect(() => readVariables(schema, definitions, boxes(20_000))).toThrow('The request holds more than 20000 objects');
});

test('a text as its caller wrote it is no object', () => {
  const boxes = Array.from({ length: mostObjects - 2 }, () => ({ text: new AsWritten('x') }));
  expect(readVariables(schema, definitions, { box: {}, boxes }).errors).toBeUndefined();
  expect(() => readVariables(schema, definitions, { box: {}, boxes: [...boxes, {}, {}] })).toThrow('more than 20000');
});
