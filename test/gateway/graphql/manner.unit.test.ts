import { getNamedType, getNullableType, isInputObjectType, isLeafType, isListType, isObjectType } from 'graphql';
import type { GraphQLInputType, GraphQLOutputType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { publicSchema } from '../../../src/gateway/public-schema.js';
import { resolvers } from '../../../src/gateway/resolvers.js';
import { buildApiSchema } from '../../../src/gateway/schema.js';

const schema = publicSchema(buildApiSchema(resolvers));
const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));
const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
const objects = types.filter(isObjectType);
const inputs = types.filter(isInputObjectType);
const fields = objects.flatMap((type) => Object.values(type.getFields()).map((field) => ({ on: type.name, ...field })));
const given = inputs.flatMap((type) => Object.values(type.getFields()).map((field) => ({ on: type.name, ...field })));

const capital = (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
const camel = (name: string) => `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
const nameOf = (type: GraphQLOutputType | GraphQLInputType): string => getNamedType(type).name;
const isList = (type: GraphQLOutputType | GraphQLInputType) => isListType(getNullableType(type));

describe('a mutation', () => {
  test('has an input and a payload of its own, called as it', () => {
    const others = mutations.filter(
      ({ name, args, type }) =>
        args.map((argument) => nameOf(argument.type)).join() !== `${capital(name)}Input` ||
        nameOf(type) !== `${capital(name)}Payload`,
    );
    expect(others.map(({ name }) => name)).toEqual([]);
  });

  /** Results that are no stored object. */
  const results: Readonly<Record<string, string>> = {
    issued: 'what is shown once: a certificate or a token with its secret',
  };

  test('shows an object by the name of its type, and what is gone as deletedId', () => {
    const payloads = new Set(mutations.map(({ type }) => nameOf(type)));
    const others = fields
      .filter(({ on, name, type }) => payloads.has(on) && !(name in results) && !isList(type))
      .filter(({ name, type }) =>
        isLeafType(getNamedType(type)) ? nameOf(type) === 'ID' && name !== 'deletedId' : name !== camel(nameOf(type)),
      );
    expect(others.map(({ on, name }) => `${on}.${name}`)).toEqual([]);
  });
});

describe('a list', () => {
  const lists = fields.filter(({ type }) => nameOf(type).endsWith('Connection'));
  const told = ({ on, name }: (typeof lists)[number]) => `${on}.${name}`;

  test('is narrowed by one filter, named after what is listed', () => {
    const others = lists.filter(({ type, args }) =>
      args.some(
        (argument) =>
          /^(?:filter|search|names?|statuses|where)$/.test(argument.name) &&
          (argument.name !== 'filter' || String(argument.type) !== nameOf(type).replace(/Connection$/, 'Filter')),
      ),
    );
    expect(others.map(told)).toEqual([]);
  });

  test('is sorted by orderBy, with a field and a direction, and an order where none is given', () => {
    const others = lists.filter(({ type, args }) =>
      args.some((argument) => {
        if (!/^(?:order|orderBy|sort|sortBy)$/.test(argument.name)) return false;
        const order = nameOf(type).replace(/Connection$/, 'Order');
        const of = getNamedType(argument.type);
        const shape = isInputObjectType(of) && Object.values(of.getFields()).map(({ type: each }) => String(each));
        return (
          argument.name !== 'orderBy' ||
          String(argument.type) !== `${order}!` ||
          argument.defaultValue === undefined ||
          String(shape && shape.toSorted()) !== ['OrderDirection!', `${order}Field!`].toSorted().join()
        );
      }),
    );
    expect(others.map(told)).toEqual([]);
  });

  test('has filters and orders without the word input', () => {
    expect(inputs.filter(({ name }) => /(?:Filter|Order|Search|Sort|Ref)Input$/.test(name))).toEqual([]);
  });
});

/** Names that mean something else in another place, and why. */
const several: Readonly<Record<string, string>> = {
  access: 'of a team to a project or to a workspace: each has its levels',
  certificate: 'PEM; DER in base64 where a request asks for that format',
  csr: 'PEM; DER in base64 where a request asks for that format',
  email: 'of an account; of a certificate the addresses in it',
  extKeyUsages: 'of what would be issued also those without a name',
  field: 'of a problem the way to it; of an order what it is by',
  format: 'of certificates and keys; of CRLs',
  id: 'of an object; of an extension its object identifier',
  issuingCa: 'PEM; DER in base64 where a request asks for that format',
  job: 'what a service does: each has its jobs',
  keyType: 'of a key; of a role, which may take any',
  kind: 'each thing has its kinds',
  mode: 'of changes how they meet what is there; of resources who wrote them',
  nextUpdate: 'when; in a request how long from now',
  organization: 'a name; in the subject of a certificate all that are named',
  path: 'of a mount or a rule text; of an attribute the steps to it',
  privateKey: 'PEM; DER in base64 where a request asks for that format',
  reason: 'of a lock in words; of a revocation one of RFC 5280',
  requestId: 'of a request by SCEP its identifier; in a record what the sender may have chosen',
  serialNumber: 'of a certificate; in a request the one of its subject (X.520)',
  state: 'of a workspace its content; of a tidy how far it is',
  status: 'each thing has its statuses',
  statuses: 'each thing has its statuses',
  teams: 'of a membership the ids; of an access what it allows with the access of teams',
  type: 'each thing has its types',
  value: 'of an output whatever the state has; of a tag text',
};

test('a name of a value has one type', () => {
  const seen = new Map<string, Set<string>>();
  for (const { name, type } of [...fields, ...given]) {
    if (!isLeafType(getNamedType(type))) continue;
    const known = seen.get(name) ?? new Set<string>();
    seen.set(name, known.add(isList(type) ? `[${nameOf(type)}]` : nameOf(type)));
  }
  const others = [...seen].filter(([, kinds]) => kinds.size > 1).map(([name]) => name);
  expect(others.filter((name) => !(name in several))).toEqual([]);
  expect(Object.keys(several).filter((name) => !others.includes(name))).toEqual([]);
});

test('a time says so by its name', () => {
  /** Of X.509 and RFC 5280, and the bounds of a stretch of time. */
  const known = /(?:At|After|Before)$|^(?:thisUpdate|nextUpdate|from|to)$/;
  const others = [...fields, ...given].filter(({ name, type }) => nameOf(type) === 'DateTime' && !known.test(name));
  expect(others.map(({ on, name }) => `${on}.${name}`)).toEqual([]);
});
