import { buildSchema, getVariableValues, Kind, parse } from 'graphql';
import type { OperationDefinitionNode } from 'graphql';
import { describe, expect, test } from 'vitest';
import { plainValues } from '../../../src/gateway/execution/plain-values.js';

const schema = buildSchema(`
  enum Size { SMALL }
  input Box { size: Size }
  scalar Other
  type Query { a(i: Int, f: Float, s: String, id: ID, b: Boolean): Int }
`);

function operationOf(type: string): OperationDefinitionNode {
  const [operation] = parse(`query ($value: ${type}) { a }`).definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('no operation');
  return operation;
}

const scalars = ['Int', 'Float', 'String', 'ID', 'Boolean', 'Size', 'Box', 'Other'];
const types = [...scalars.flatMap((type) => [type, `${type}!`, `[${type}]`]), 'Int = 3', 'String! = "x"'];
const values = [
  ...[undefined, null, 0, -1, 1.5, 2 ** 31 - 1, 2 ** 31, -(2 ** 31), 1e300],
  ...['', 'x', '3', 'SMALL', true, false, [], [1], ['x'], {}, { size: 'SMALL' }],
];

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
  ])('%s takes %j', (type, value) => {
    expect(plainValues(schema, operationOf(type))({ value })).not.toBeNull();
  });
  test.each([
    ['Box', {}],
    ['Size', 'SMALL'],
    ['Other', 'x'],
    ['[Int]', [1]],
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
    expect(plainOf('query ($b: Box, $a: Int) { a }', { a: 1 })).toBeNull();
    expect(plainOf('query ($__proto__: Int) { a }', {})).toBeNull();
  });
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
