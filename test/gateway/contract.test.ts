import { isEnumType, isInputObjectType, isInterfaceType, isObjectType, getNamedType, validateSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import { resolvers } from '../../src/gateway/resolvers.js';
import { buildApiSchema } from '../../src/gateway/schema.js';

const schema = buildApiSchema(resolvers);
const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));

describe('the contract', () => {
  test('is a valid schema', () => {
    expect(validateSchema(schema)).toEqual([]);
  });

  test('describes every type, field, argument and value for the reader of the playground', () => {
    const silent: string[] = [];
    const heard = (name: string, description: string | null | undefined) => {
      if (!description?.trim()) silent.push(name);
    };
    for (const type of types) {
      if (!['Query', 'Mutation', 'Subscription', 'String', 'Int', 'Float', 'Boolean', 'ID'].includes(type.name)) {
        heard(type.name, type.description);
      }
      if (isObjectType(type) || isInterfaceType(type)) {
        for (const field of Object.values(type.getFields())) {
          heard(`${type.name}.${field.name}`, field.description);
          for (const argument of field.args)
            heard(`${type.name}.${field.name}(${argument.name})`, argument.description);
        }
      } else if (isInputObjectType(type)) {
        for (const field of Object.values(type.getFields())) heard(`${type.name}.${field.name}`, field.description);
      } else if (isEnumType(type)) {
        for (const value of type.getValues()) heard(`${type.name}.${value.name}`, value.description);
      }
    }
    expect(silent).toEqual([]);
  });

  test('gives no default to an enum in an input object: compiled operations would not see it', () => {
    const defaults = types.flatMap((type) =>
      isInputObjectType(type)
        ? Object.values(type.getFields())
            .filter((field) => field.defaultValue !== undefined && isEnumType(getNamedType(field.type)))
            .map((field) => `${type.name}.${field.name}`)
        : [],
    );
    expect(defaults).toEqual([]);
  });

  test('returns problems from every mutation', () => {
    const silent = Object.values(schema.getMutationType()?.getFields() ?? {}).filter((field) => {
      const type = getNamedType(field.type);
      return (
        !isObjectType(type) || !('problems' in type.getFields()) || field.args.some(({ name }) => name !== 'input')
      );
    });
    expect(silent.map(({ name }) => name)).toEqual([]);
  });
});
