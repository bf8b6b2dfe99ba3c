import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { buildSchema, getVariableValues, isInputObjectType, isInputType, Kind, parse } from 'graphql';
import type { GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { describe, expect, test } from 'vitest';
import { AsWritten } from '../../../src/platform/graphql/as-written.js';
import { sentValue } from './sent-values.js';
import { coercionOf, plainValues } from '../../../src/gateway/execution/plain-values.js';

const schema = buildSchema(`
  enum Size { SMALL }
  input Box { size: Size, sizes: [Size!], inner: Box, count: Int! = 3, name: String, constructor: ID, other: Other }
  input Named { name: String! }
  input Either @oneOf { a: Int, b: Int }
  scalar Other
  type Query { a(i: Int, f: Float, s: String, id: ID, b: Boolean): Int }
`);

function operationOf(type: string): OperationDefinitionNode {
  const [operation] = parse(`query ($value: ${type}) { a }`).definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('no operation');
  return operation;
}

const named = ['Int', 'Float', 'String', 'ID', 'Boolean', 'Size', 'Box', 'Named', 'Either', 'Other'];
const defaults = ['Int = 3', 'String! = "x"', 'Size = SMALL', 'Box! = { size: SMALL }', '[Box!] = [{ count: 1 }]'];
const types = [...named.flatMap((type) => [type, `${type}!`, `[${type}]`, `[${type}!]!`]), ...defaults];
const values: readonly unknown[] = [
  ...[undefined, null, 0, -1, 1.5, 2 ** 31 - 1, 2 ** 31, -(2 ** 31), 1e300],
  ...['', 'x', '3', 'SMALL', true, false, [], [1], ['x'], [null], [[1]], ['SMALL', 'NONE'], {}, { size: 'SMALL' }],
  ...[
    { size: 'NONE' },
    { size: null },
    { size: undefined },
    { sizes: ['SMALL'] },
    { sizes: 'SMALL' },
    { sizes: [null] },
  ],
  ...[
    { inner: { inner: { count: 1 } } },
    { inner: { wrong: 1 } },
    { count: null },
    { name: 'x' },
    { name: 1 },
    { wrong: 1 },
  ],
  ...[
    { constructor: 'x' },
    { other: { a: [1] } },
    { other: 'x' },
    { a: 1 },
    { a: 1, b: 2 },
    [{ size: 'SMALL' }, {}],
    [{}, null],
  ],
];

const wholeSchema = buildSchema(readFileSync(new URL('../../../graphql/schema.graphql', import.meta.url), 'utf8'));

/** Those that are not one of several: these are left to graphql-js. */
const inputTypes = (of: GraphQLSchema): readonly string[] =>
  Object.values(of.getTypeMap()).flatMap((type) => (isInputObjectType(type) && !type.isOneOf ? [type.name] : []));

/** Always the same choices for one seed. */
function chooser(seed: string): (most: number) => number {
  let state = createHash('sha256').update(seed).digest().readUInt32BE();
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

describe('what is taken without coercion', () => {
  test.each(types)('%s: coercion would not change it', (type) => {
    const operation = operationOf(type);
    const isPlain = plainValues(schema, operation);
    for (const value of values) {
      const variables = value === undefined ? {} : { value };
      const plain = isPlain(variables);
      if (!plain) continue;
      const { coerced, errors } = getVariableValues(schema, operation.variableDefinitions ?? [], variables);
      expect(errors).toBeUndefined();
      expect(plain).toEqual({ ...coerced });
    }
  });
  test.each([
    ['Int!', 20],
    ['ID!', 'ws-1'],
    ['String', 'x'],
    ['String', null],
    ['Boolean!', true],
    ['Int', undefined],
    ['Size', 'SMALL'],
    ['Named', { name: 'x' }],
    ['[Named!]!', [{ name: 'x' }, { name: 'y' }]],
    ['[Int]', [1, null]],
    ['Other', 'x'],
    ['Other', new AsWritten('x')],
    ['Other', { a: [{ b: 1 }, null, new AsWritten('x')] }],
  ])('%s takes %j', (type, value) => {
    expect(plainValues(schema, operationOf(type))({ value })).not.toBeNull();
  });
  test.each([
    ['Named', {}],
    ['Named', { name: 'x', wrong: 1 }],
    ['Either', { a: 1 }],
    ['Size', 'NONE'],
    ['[Int]', 1],
    ['Other', Array.from({ length: 1_001 }, () => ({}))],
    ['Other', { a: { b: Array.from({ length: 500 }, () => [{}]) } }],
    ['Named', Array.from({ length: 1_001 }, () => ({ name: 'x' }))],
    ['[Named]', Array.from({ length: 1_001 }, () => ({ name: 'x' }))],
    ['ID', 1],
    ['Int!', null],
  ])('%s leaves %j to coercion', (type, value) => {
    expect(plainValues(schema, operationOf(type))({ value })).toBeNull();
  });
  test('a variable that every object has by itself', () => {
    const [operation] = parse('query ($constructor: String) { a }').definitions;
    expect(plainValues(schema, operation as OperationDefinitionNode)({})).toEqual({});
  });

  const plainOf = (text: string, variables: Record<string, unknown>) => {
    const [operation] = parse(text).definitions;
    return plainValues(schema, operation as OperationDefinitionNode)(variables);
  };
  test('one variable that needs coercion leaves all of them to it', () => {
    expect(plainOf('query ($a: Int, $b: Box) { a }', { a: 1, b: { size: 'NONE' } })).toBeNull();
    expect(plainOf('query ($b: Named!, $a: Int) { a }', { a: 1 })).toBeNull();
    expect(plainOf('query ($__proto__: Int) { a }', {})).toBeNull();
  });
  test.each(['Box = { size: SMALL }', '[Int!] = [1]', '[Box!] = [{ count: 1 }]'])(
    'one of %s leaves them to it: no two requests get the same object',
    (type) => {
      expect(plainValues(schema, operationOf(type))({})).toBeNull();
      const coerce = coercionOf(schema, operationOf(type));
      const value = () => {
        const found = coerce({});
        return found.errors ? undefined : found.coerced['value'];
      };
      const [first, second] = [value(), value()];
      expect(first).toBeDefined();
      expect(first).toEqual(second);
      expect(first).not.toBe(second);
    },
  );
  test.each([
    ['query ($a: Int = null) { a }', {}, { a: null }],
    ['query ($a: Int = 3) { a }', {}, { a: 3 }],
    ['query ($a: Int = 3) { a }', { a: null }, { a: null }],
    ['query ($a: Int) { a }', {}, {}],
    ['query ($a: Int) { a }', { a: 2 ** 31 - 1, b: 1 }, { a: 2 ** 31 - 1 }],
    ['query { a }', { b: 1 }, {}],
  ])('%s with %j: %j', (text, variables, coerced) => {
    expect(plainOf(text, variables)).toEqual(coerced);
  });
});

test.each(inputTypes(wholeSchema))('%s: as graphql-js reads it, or not at all', (type) => {
  const operation = operationOf(type);
  const { variableDefinitions = [] } = operation;
  const read = plainValues(wholeSchema, operation);
  const choose = chooser(type);
  const of = wholeSchema.getType(type);
  if (!isInputType(of)) throw new Error(`${type} is no input`);
  for (let round = 0; round < 40; round += 1) {
    const variables = { value: sentValue(of, choose) };
    const { coerced, errors } = getVariableValues(wholeSchema, variableDefinitions, variables);
    const found = read(variables);
    if (found === null) continue;
    expect(errors).toBeUndefined();
    expect(JSON.stringify(found)).toBe(JSON.stringify(coerced));
  }
});
