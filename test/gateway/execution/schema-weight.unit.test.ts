import { buildSchema, execute, getIntrospectionQuery, GraphQLError, Kind, parse } from 'graphql';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { spentOn } from '../../../src/gateway/execution/budget.js';
import { Executor } from '../../../src/gateway/execution/executor.js';
import { defaultLimits } from '../../../src/gateway/execution/limits.js';
import { schemaWeight } from '../../../src/gateway/execution/schema-weight.js';

const schema = buildSchema(readFileSync('graphql/schema.graphql', 'utf8'));

function weightOf(
  source: string,
  { most = Number.MAX_SAFE_INTEGER, variables = {} }: { most?: number; variables?: Record<string, unknown> } = {},
): number {
  const document = parse(source);
  const [operation] = document.definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('no operation comes first');
  return schemaWeight(schema, document, operation, { most, variables });
}

test.each([
  getIntrospectionQuery({ inputValueDeprecation: true, oneOf: true, schemaDescription: true }),
  '{ __schema { types { name } } }',
  '{ __schema { queryType { name } mutationType { fields(includeDeprecated: true) { name } } subscriptionType { name } } }',
  '{ __schema { directives { name args { name type { ofType { name } } } } } }',
  '{ a: __type(name: "Mutation") { fields { args { type { name } } } } b: __type(name: "Nothing") { name } }',
  '{ __type(name: "Node") { possibleTypes { interfaces { name } } } }',
  '{ __type(name: "ProblemCode") { enumValues(includeDeprecated: true) { name } inputFields { name } } }',
  '{ __schema { ...Types ... on __Schema { types { inputFields { type { name } } } } } } fragment Types on __Schema { types { name } }',
])('%s shows as many objects as were counted', async (source) => {
  const { data, errors } = await execute({ schema, document: parse(source) });
  expect(errors).toBeUndefined();
  expect(weightOf(source)).toBeGreaterThanOrEqual(spentOn(data).objects);
  // Fields that are asked for twice are counted twice, and those that are deprecated always; ten fields are one more.
  expect(weightOf(source)).toBeLessThan(spentOn(data).objects * 1.6 + 2);
});

const named = '{ __type(name: $name) { possibleTypes { fields { name } } } }';

test.each([
  ['given', `query ($name: String!) ${named}`, { name: 'Node' }, 'Node'],
  ['not given', `query ($name: String! = "Node") ${named}`, {}, 'Node'],
  ['given in its place', `query ($name: String! = "Mutation") ${named}`, { name: 'Node' }, 'Node'],
  ['of no type', `query ($name: String!) ${named}`, { name: 'Nothing' }, 'Nothing'],
  ['of another kind', `query ($name: String!) ${named}`, { name: ['Node'] }, 'Nothing'],
])('a type that a variable names, %s, counts as that one', (_what, source, variables, type) => {
  expect(weightOf(source, { variables })).toBe(weightOf(named.replace('$name', JSON.stringify(type))));
});

test('ten fields of an object count as another one', () => {
  const ofNode = (fields: number) => weightOf(`{ __type(name: "Node") ${aliased('description', fields)} }`);
  // The field itself is one of them.
  expect([ofNode(1), ofNode(9), ofNode(19), ofNode(99)]).toEqual([1, 2, 3, 11]);
});

test('counting ends soon after the limit', () => {
  expect(weightOf(getIntrospectionQuery(), { most: 100 })).toBeLessThan(120);
});

const ofVariable = '__type(name: $n) { possibleTypes { fields { name } } }';

test.each([
  ['the schema once', getIntrospectionQuery(), null],
  ['the schema a hundred times', aliased('__schema { types { fields { name } } }'), 'schema'],
  ['its text a hundred times', aliased('_service { sdl }'), 'schema'],
  ['lists of one type a hundred times', `{ __schema { types ${aliased('fields { name }')} } }`, 'schema'],
  ['a field three hundred times', `{ __schema { types { fields { ${'name '.repeat(300)} } } } }`, 'schema'],
  ['a type of a variable a hundred times', `query ($n: String!) ${aliased(ofVariable)}`, 'schema'],
  ['a hundred types', aliased('__type(name: "Workspace") { fields { name type { name } } }'), null],
])('%s: the limit that refuses it is %j', (_what, source, limit) => {
  const federated = buildSchema(
    `${readFileSync('graphql/schema.graphql', 'utf8')} extend type Query { _service: Service! } type Service { sdl: String }`,
  );
  const executor = new Executor({ schema: federated, limits: defaultLimits });
  const operation = executor.prepare(source, source, 'caller');
  if (operation.errors) throw operation.errors[0] ?? new Error('refused');
  const prepared = operation.operation(undefined);
  if (!prepared) throw new Error('no operation');
  expect(refusing(() => executor.checkCost(prepared, { n: 'Node' }))).toBe(limit);
});

function aliased(field: string, times = 100): string {
  return `{ ${Array.from({ length: times }, (_, at) => `a${at}: ${field}`).join(' ')} }`;
}

function refusing(work: () => unknown): unknown {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof GraphQLError) return error.extensions['limit'];
    throw error;
  }
}
