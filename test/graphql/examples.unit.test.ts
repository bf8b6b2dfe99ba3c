import { readdirSync, readFileSync } from 'node:fs';
import { buildSchema, getVariableValues, Kind, parse, validate } from 'graphql';
import { describe, expect, test } from 'vitest';

const folder = new URL('../../graphql/', import.meta.url);
const schema = buildSchema(readFileSync(new URL('schema.graphql', folder), 'utf8'));
const examples = readdirSync(new URL('examples/', folder)).map(
  (name) => [name, readFileSync(new URL(`examples/${name}`, folder), 'utf8')] as const,
);

describe.each(examples)('the example %s', (_name, source) => {
  const document = parse(source);

  test('fits the schema', () => {
    expect(validate(schema, document)).toEqual([]);
  });

  test('says what it is for, and its variables fit', () => {
    expect(source).toMatch(/^# [A-Z].*[.]$/m);
    const [, given] = /^# Variables: (.*)$/m.exec(source) ?? [];
    const variables: unknown = JSON.parse(given ?? '{}');
    const [operation] = document.definitions;
    if (operation?.kind !== Kind.OPERATION_DEFINITION || typeof variables !== 'object' || variables === null) {
      throw new Error('an example is one operation');
    }
    expect(operation.name?.value).toMatch(/^[A-Z]/);
    const { errors } = getVariableValues(schema, operation.variableDefinitions ?? [], { ...variables });
    expect(errors).toBeUndefined();
  });
});
