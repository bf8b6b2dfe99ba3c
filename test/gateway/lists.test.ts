import { getNamedType, getNullableType, isInterfaceType, isListType, isNonNullType, isObjectType } from 'graphql';
import type { GraphQLField, GraphQLObjectType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { resolvers } from '../../src/gateway/resolvers.js';
import { buildApiSchema } from '../../src/gateway/schema.js';

const schema = buildApiSchema(resolvers);
const objects = Object.values(schema.getTypeMap()).filter(isObjectType);
const types = objects.filter(({ name }) => !name.startsWith('__'));

/** Lists of objects that are no connections, and what bounds each: parts of one document, which have no identity, or what the caller named. */
const plain: Readonly<Record<string, RegExp>> = {
  'ChangedInstance.about': /`status` .* and `provider`, nothing else/,
  'ChangedInstance.attributes': /at most 100 are listed/,
  'ImportedBundle.mapping': /as many as a request has room for/,
  'InstanceDifference.added': /at most 1000 are listed/,
  'InstanceDifference.changed': /at most 1000 are listed/,
  'InstanceDifference.removed': /at most 1000 are listed/,
  'IssuanceExplanation.brokenRules': /as many as the names and fields of the request break/,
  'OutputDifference.added': /at most 1000 are listed/,
  'OutputDifference.changed': /at most 1000 are listed/,
  'OutputDifference.removed': /at most 1000 are listed/,
  'Policy.rules': /as many as it has room for/,
  'Query.nodes': /at most 100/,
  'Query.pathCapabilities': /at most 100/,
  'RotatedCrls.crls': /One for each issuer of the mount/,
};

interface Placed {
  readonly name: string;
  readonly of: GraphQLObjectType;
  readonly field: GraphQLField<unknown, unknown>;
}

const fields: readonly Placed[] = types.flatMap((of) =>
  Object.values(of.getFields()).map((field) => ({ name: `${of.name}.${field.name}`, of, field })),
);

const isListOfObjects = ({ field: { type } }: Placed) => {
  const named = getNamedType(type);
  return isListType(getNullableType(type)) && (isObjectType(named) || isInterfaceType(named));
};

/** `edges`, `nodes` and `items` are what pages consist of. */
const isPart = ({ of, field }: Placed) =>
  /(Connection|Page)$/.test(of.name) && ['edges', 'nodes', 'items'].includes(field.name);

const isNode = (type: GraphQLObjectType) => type.getInterfaces().some(({ name }) => name === 'Node');

describe('a field that gives several objects', () => {
  const lists = fields
    .filter(isListOfObjects)
    .filter((list) => !isPart(list) && getNamedType(list.field.type).name !== 'Problem');

  test('is a connection, a numbered page, or a list that something bounds', () => {
    expect(lists.map(({ name }) => name).sort()).toEqual(Object.keys(plain).sort());
  });

  test.each(lists)('$name says what bounds it, and holds nothing that is found by an identifier', ({ name, field }) => {
    expect(field.description).toMatch(plain[name] ?? /^$/);
    const of = getNamedType(field.type);
    if (name !== 'Query.nodes') expect(isObjectType(of) && isNode(of)).toBe(false);
  });

  const pages = fields.filter(({ field }) => getNamedType(field.type).name.endsWith('Page'));

  test('has numbers for pages alone, each with both arguments', () => {
    expect(pages.length).toBeGreaterThan(10);
    const short = pages.filter(({ field }) => {
      const given = field.args.map(({ name }) => name);
      return !given.includes('page') || !given.includes('pageSize');
    });
    expect(short.map(({ name }) => name)).toEqual([]);
  });

  test('has a page of every type by cursors where it has one by numbers', () => {
    const kinds = (end: string) =>
      types.filter(({ name }) => name.endsWith(end)).map(({ name }) => name.slice(0, -end.length));
    expect(kinds('Page').filter((kind) => !kinds('Connection').includes(kind))).toEqual([]);
  });
});

describe('an object', () => {
  test('with an `id` is a node', () => {
    const others = types.filter((type) => 'id' in type.getFields() && !isNode(type));
    expect(others.map(({ name }) => name)).toEqual([]);
  });

  test.each(types.filter(isNode))('$name has an identifier that is never null', (type) => {
    const { id } = type.getFields();
    expect(String(id?.type)).toBe('ID!');
  });
});

describe('a mutation', () => {
  const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
  test.each(mutations)('$name takes one `input` and gives a payload with `problems`', ({ args, type }) => {
    expect(args.map(({ name }) => name)).toEqual(['input']);
    expect(args.every((argument) => isNonNullType(argument.type))).toBe(true);
    const payload = getNamedType(type);
    expect(payload.name).toMatch(/Payload$/);
    expect(isObjectType(payload) && String(payload.getFields()['problems']?.type)).toBe('[Problem!]!');
  });
});
