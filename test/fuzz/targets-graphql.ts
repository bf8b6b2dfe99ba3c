import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  buildSchema,
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
} from 'graphql';
import type { GraphQLInputType } from 'graphql';
import { serverRoot } from '../e2e/harness/server.js';
import { DocumentWriter } from '../gateway/execution/documents.js';
import type { Choices } from './choices.js';
import type { Soil } from './ground.js';
import { readyValue } from './ready.js';
import type { Papers } from './site.js';
import { strangeText } from './strange.js';

/** The public contract, as it is checked in. */
const schema = buildSchema(readFileSync(path.join(serverRoot, 'graphql/schema.graphql'), 'utf8'));

const request = (what: string, document: unknown) => ({
  ...{ what, method: 'POST', path: '/graphql', speech: 'graphql' as const, document },
  headers: { 'content-type': 'application/json' },
});

const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function ready(name: string, type: GraphQLInputType, choices: Choices, papers: Papers, depth = 0): unknown {
  if (isNonNullType(type)) return ready(name, type.ofType, choices, papers, depth);
  if (isListType(type)) {
    const given = readyValue(snake(name), choices, papers);
    if (Array.isArray(given) && !isInputObjectType(getNamedType(type))) return given;
    return [ready(name.replace(/s$/, ''), type.ofType, choices, papers, depth)];
  }
  if (isInputObjectType(type)) {
    const all = Object.values(type.getFields());
    const fields = type.isOneOf
      ? [choices.one(all)]
      : all.filter((field) => isRequiredInputField(field) || (depth < 4 && choices.chance(35)));
    return Object.fromEntries(
      fields.map((field) => [field.name, ready(field.name, field.type, choices, papers, depth + 1)]),
    );
  }
  if (isEnumType(type)) return choices.one(type.getValues()).name;
  switch (getNamedType(type).name) {
    case 'Int':
      return choices.one([1, 2, 50]);
    case 'Float':
      return 1.5;
    case 'Boolean':
      return choices.chance(50);
    case 'DateTime':
      return '2030-01-01T00:00:00Z';
    case 'Duration':
      return 'PT1H';
    case 'BigInt':
      return choices.one<unknown>([1, '2']);
    case 'JSON':
      return { a: 'b' };
    case 'SerialNumber':
      return '{{serial}}';
    default: {
      const given = readyValue(snake(name), choices, papers);
      return typeof given === 'string' ? given : 'word';
    }
  }
}

/** One field of the schema's roots, its arguments as variables. */
export const fieldSoil: Soil = (choices, papers) => {
  const mutates = choices.chance(60);
  const fields = Object.values((mutates ? schema.getMutationType() : schema.getQueryType())?.getFields() ?? {});
  const field = choices.one(fields.filter(({ args }) => args.length > 0));
  const args = field.args.filter((argument) => isNonNullType(argument.type) || choices.chance(50));
  const named = getNamedType(field.type);
  const inner = isCompositeType(named)
    ? mutates
      ? ' { __typename problems { code message field } }'
      : ' { __typename }'
    : '';
  const head = args.length === 0 ? '' : `(${args.map(({ name, type }) => `$${name}: ${String(type)}`).join(', ')})`;
  const given = args.length === 0 ? '' : `(${args.map(({ name }) => `${name}: $${name}`).join(', ')})`;
  const variables = Object.fromEntries(args.map(({ name, type }) => [name, ready(name, type, choices, papers)]));
  const query = `${mutates ? 'mutation' : 'query'} Q${head} { ${field.name}${given}${inner} }`;
  return request(field.name, { query, variables });
};

const selfRevoking = /revokeOwnToken|deleteOrganization|deleteWorkspace|deleteTeam|deleteMount/;

/** Documents of the whole schema, most of them valid; now and then one whose text is damaged, or is wide, deep or in circles. */
export const documentSoil: Soil = (choices) => {
  const kind = choices.below(10);
  if (kind < 6) {
    const writer = new DocumentWriter(schema, choices.below);
    const generated = writer.write(choices.below(4) === 0 ? 'mutation' : 'query');
    const source = selfRevoking.test(generated.source) && !choices.chance(10) ? '{ __typename }' : generated.source;
    return request('a document of the schema', { query: source, variables: writer.values(generated) });
  }
  const name = choices.one(Object.keys(odd));
  return request(name, { query: odd[name]?.(choices) ?? '' });
};

const times = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => part(index)).join(' ');

/** Texts of documents that parsers and validators know as costly. */
const odd: Readonly<Record<string, (choices: Choices) => string>> = {
  'fields side by side': (c) => `{ ${times(c.one([100, 1_000, 4_900]), () => '__typename')} }`,
  'different fields side by side': (c) => `{ ${times(c.one([50, 99, 900]), (n) => `a${n}: __typename`)} }`,
  operations: (c) => times(c.one([40, 50, 990]), (n) => `query Q${n} { __typename }`),
  fragments: (c) => `{ ...F0 } ${times(c.one([50, 900]), (n) => `fragment F${n} on Query { ...F${n + 1} }`)}`,
  'fragments twice': (c) =>
    `{ ...F0 } ${times(c.one([14, 60]), (n) => `fragment F${n} on Query { ...F${n + 1} ...F${n + 1} }`)} fragment F60 on Query { __typename }`,
  'fragments in circles': (c) =>
    `{ ...F0 } ${times(c.one([3, 300]), (n) => `fragment F${n} on Query { ...F${(n + 1) % 3} ...F${n} }`)}`,
  'fields that might conflict': (c) =>
    `{ ${times(c.one([30, 90]), () => 'me { id username teams { nodes { id name } } }')} }`,
  'fragments that might conflict': (c) =>
    `{ me { ${times(c.one([40, 400]), (n) => `...F${n}`)} } } ${times(400, (n) => `fragment F${n} on User { id username ...F${(n * 7) % 400} }`)}`,
  directives: (c) => `{ __typename ${times(c.one([90, 900]), () => '@include(if: true)')} }`,
  'unknown directives': (c) => `{ __typename ${times(c.one([90]), (n) => `@d${n}`)} }`,
  variables: (c) => `query (${times(c.one([300, 1_200]), (n) => `$v${n}: Int`)}) { __typename }`,
  depth: (c) => `{ ${'me { '.repeat(c.one([15, 250, 5_000]))} id`,
  'an introspection': () => '{ __schema { types { fields { type { ofType { ofType { fields { name } } } } } } } }',
  'a literal list': (c) => `{ nodes(ids: [${times(c.one([100, 4_000]), () => '"x"')}]) { id } }`,
  'a literal object': (c) =>
    `mutation { createRun(input: ${'{a: '.repeat(c.one([10, 200]))}1${'}'.repeat(200)}) { __typename } }`,
  'a block string': (c) =>
    `{ node(id: """${'\\"""'.repeat(c.one([1, 5_000]))}\n ${strangeText(c).replaceAll('"', '')}""") { id } }`,
  'long lines': (c) => `{ ${' \n'.repeat(c.one([10, 400_000]))} __typename }`,
  'long names': (c) => `{ ${'n'.repeat(c.one([1_000, 1_000_000]))} }`,
  'unknown fields': (c) => `{ ${times(c.one([99, 1_900]), (n) => `workspacee${n}`)} }`,
  'unknown arguments': (c) => `{ me(${times(c.one([90, 1_200]), (n) => `a${n}: 1`)}) { id } }`,
  comments: (c) => `{ __typename } ${'#\n'.repeat(c.one([100, 4_900]))}`,
  'strange text': strangeText,
  subscription: () => 'subscription { locks { id } }',
  'type definitions': (c) => times(c.one([3, 800]), (n) => `type T${n} { a: Int }`),
};
