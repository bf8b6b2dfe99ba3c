import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isLeafType,
  isScalarType,
  isSpecifiedScalarType,
  validateSchema,
} from 'graphql';
import { describe, expect, test } from 'vitest';
import { resolvers } from '../../../src/gateway/resolvers.js';
import { buildApiSchema } from '../../../src/gateway/schema.js';

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

  test('returns problems from every mutation', () => {
    const silent = Object.values(schema.getMutationType()?.getFields() ?? {}).filter((field) => {
      const type = getNamedType(field.type);
      return (
        !isObjectType(type) || !('problems' in type.getFields()) || field.args.some(({ name }) => name !== 'input')
      );
    });
    expect(silent.map(({ name }) => name)).toEqual([]);
  });

  test('says of every scalar of its own where it is specified', () => {
    const own = types.filter(isScalarType).filter((type) => !isSpecifiedScalarType(type));
    expect(own.map(({ name }) => name).toSorted()).toEqual([
      ...['BigInt', 'DateTime', 'Duration', 'JSON', 'PEM', 'SerialNumber'],
    ]);
    expect(own.filter(({ specifiedByURL }) => !specifiedByURL)).toEqual([]);
  });

  const fields = types.filter(isObjectType).flatMap((type) => Object.values(type.getFields()));
  const connections = fields.filter(({ type }) => getNamedType(type).name.endsWith('Connection'));

  test('has connections alone for what is read by cursors, each with all four arguments', () => {
    expect(connections.length).toBeGreaterThan(20);
    const cursors = ['after', 'before', 'first', 'last'];
    const given = ({ args }: (typeof fields)[number]) => args.map(({ name }) => name);
    const short = connections.filter((field) => !cursors.every((name) => given(field).includes(name)));
    expect(short.map(({ name }) => name)).toEqual([]);
    // A plain value is its own place, without a cursor: see lists.unit.test.ts.
    const paged = fields
      .filter((field) => given(field).some((name) => name === 'first' || name === 'last'))
      .filter(({ type }) => !isLeafType(getNamedType(type)));
    const others = paged.filter((field) => !connections.includes(field)).map(({ name }) => name);
    expect(others).toEqual([]);
  });

  test.each([...new Set(connections.map(({ type }) => getNamedType(type)))].filter(isObjectType))(
    '%s has edges and nodes that are never null, where the page lies and how many there are',
    (connection) => {
      const node = connection.name.replace(/Connection$/, '');
      const shape = Object.values(connection.getFields()).map(({ name, type }) => `${name}: ${String(type)}`);
      expect(shape.toSorted()).toEqual([
        `edges: [${node}Edge!]!`,
        `nodes: [${node}!]!`,
        'pageInfo: PageInfo!',
        'totalCount: Int!',
      ]);
    },
  );

  test('tells of what is deprecated since when, and what is meant instead', () => {
    const reasons = [
      ...fields.map(({ deprecationReason }) => deprecationReason),
      ...types.filter(isEnumType).flatMap((type) => type.getValues().map(({ deprecationReason }) => deprecationReason)),
      ...types
        .filter(isInputObjectType)
        .flatMap((type) => Object.values(type.getFields()).map(({ deprecationReason }) => deprecationReason)),
    ].filter((reason) => reason !== undefined && reason !== null);
    expect(reasons.filter((reason) => !/^Since \d+\.\d+: use `/.test(reason))).toEqual([]);
  });
});
