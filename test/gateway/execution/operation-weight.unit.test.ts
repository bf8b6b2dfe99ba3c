import { buildSchema, Kind, parse } from 'graphql';
import { expect, test } from 'vitest';
import { OperationCosts, operationWeight } from '../../../src/gateway/execution/operation-weight.js';

const schema = buildSchema(`
  type Boat { tows(first: Int, last: Int): Boats tug: Boat }
  type Boats { nodes: [Boat!]! }
  type Query { boats(first: Int, last: Int): Boats boat(id: ID): Boat names(first: Int! = 1000): [String!]! }
`);

const document = parse(`
  query ($outer: Int, $inner: Int, $id: ID) {
    names(first: $outer)
    boats(first: $outer) { nodes { ...Towed } }
    boat(id: $id) { tows(last: $outer) { nodes { tug { __typename } } } }
  }
  fragment Towed on Boat { tows(first: $inner) { nodes { __typename } } }
`);
const [operation] = document.definitions;
if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('no operation');

const sizes = [undefined, null, -5, 0, 1, 2.5, 20, 100, 1_000, 10_000, 10_001, 'x', [], [3], [1, 2, 3]];

test('what is remembered is what weighing says, for every page size', () => {
  const costs = new OperationCosts(schema, document, operation);
  for (const time of ['first', 'again']) {
    for (const outer of sizes) {
      for (const inner of sizes) {
        const variables = { outer, inner, id: time };
        expect(costs.of(variables)).toBe(operationWeight(schema, document, operation, variables).cost);
      }
    }
  }
});

const lists = buildSchema(`
  type Boat { tows: [Boat!] tug: Boat }
  type Boats { nodes: [Boat!]! }
  type Query { boats(first: Int): Boats nodes(ids: [ID!]!): [Boat]! _entities(representations: [ID!]!): [Boat]! names(first: Int! = 1000): [String!]! words: [String!]! }
`);

test.each<[string, Record<string, unknown>, number]>([
  // document                                                       variables            objects
  ['{ boats(first: 5) { nodes { __typename } } }', {}, 6],
  ['{ boats { nodes { __typename } } }', {}, 21],
  ['{ boats(first: null) { nodes { __typename } } }', {}, 21],
  ['query ($n: Int) { boats(first: $n) { nodes { __typename } } }', {}, 21],
  ['query ($n: Int) { boats(first: $n) { nodes { __typename } } }', { n: null }, 21],
  ['query ($n: Int = 5) { boats(first: $n) { nodes { __typename } } }', {}, 6],
  ['query ($n: Int = null) { boats(first: $n) { nodes { __typename } } }', {}, 21],
  ['query ($n: Int = 5) { boats(first: $n) { nodes { __typename } } }', { n: 7 }, 8],
  ['query ($n: Int = -5000) { boats(first: $n) { nodes { __typename } } }', {}, 2],
  ['query ($n: Int = 5) { ...All } fragment All on Query { boats(first: $n) { nodes { __typename } } }', {}, 6],
  ['{ nodes(ids: ["a", "b", "c"]) { __typename } }', {}, 3],
  ['query ($ids: [ID!]!) { nodes(ids: $ids) { __typename } }', { ids: ['a', 'b', 'c'] }, 3],
  ['query ($ids: [ID!] = ["a", "b"]) { nodes(ids: $ids) { __typename } }', {}, 2],
  ['query ($ids: [ID!]!) { nodes(ids: $ids) { tug { __typename } } }', { ids: Array(100).fill('a') }, 200],
  // A router may name ten times as many objects as a page has.
  ['query ($r: [ID!]!) { _entities(representations: $r) { __typename } }', { r: Array(1_000).fill('a') }, 1_000],
  [
    'query ($r: [ID!]!) { _entities(representations: $r) { tug { __typename } } }',
    { r: Array(5_000).fill('a') },
    2_000,
  ],
  ['query ($ids: [ID!]!) { nodes(ids: $ids) { __typename } }', { ids: Array(1_000).fill('a') }, 100],
  // Ten plain values of a page are an object.
  ['{ names }', {}, 100],
  ['{ names(first: 1) }', {}, 1],
  ['{ names(first: 95) words }', {}, 10],
  ['{ names(first: 10000) }', {}, 1000],
  ['{ names(first: 2000000000) }', {}, 1000],
  ['query ($n: Int) { names(first: $n) }', {}, 100],
  ['query ($n: Int = 200) { names(first: $n) boats(first: $n) { nodes { __typename } } }', {}, 121],
  ['query ($n: Int!) { names(first: $n) boats(first: $n) { nodes { __typename } } }', { n: 5000 }, 601],
  // How many were named says nothing about the lists inside.
  ['{ nodes(ids: ["a", "b"]) { tows { __typename } } }', {}, 22],
])('%s with %j asks for %i objects', (text, variables, objects) => {
  const asked = parse(text);
  const [first] = asked.definitions;
  if (first?.kind !== Kind.OPERATION_DEFINITION) throw new Error('no operation');
  expect(operationWeight(lists, asked, first, variables).cost).toBe(objects);
});

const many = buildSchema(`
  interface Node { id: ID words: [String!]! }
  type A implements Node { id: ID words: [String!]! }
  type B implements Node { id: ID words: [String!]! }
  union Either = A | B
  type Page { nodes: [A!]! }
  type Query {
    node: Node either: Either a: A nodes: [Node!]!
    pages(first: Int, last: Int, pageSize: Int, paths: [String!], name: String): Page
  }
`);

test.each([
  // document                                        fields of a plan   objects
  ['{ a { id } }', 2, 1],
  ['{ a { id words } }', 3, 1],
  ['{ a { __typename } }', 1, 1],
  ['{ node { id } }', 3, 1],
  ['{ node { id words } }', 5, 1],
  ['{ node { ... on A { id } } }', 3, 1],
  ['{ node { ... { id } } }', 5, 1],
  ['{ node { ...F } } fragment F on A { id }', 3, 1],
  ['{ node { ...F ...F } } fragment F on Node { id }', 9, 1],
  ['{ either { ... on A { id } ... on B { id words } } }', 7, 1],
  ['{ nodes { id } a { id } }', 5, 11],
  // The largest of several sizes counts, whatever else is said.
  ['{ pages(first: 5, last: 50) { nodes { id } } }', 3, 51],
  ['{ pages(last: 5, first: 1) { nodes { id } } }', 3, 6],
  ['{ pages(pageSize: 7) { nodes { id } } }', 3, 8],
  ['{ pages(paths: ["a", "b"]) { nodes { id } } }', 3, 3],
  ['{ pages(first: 5, name: "x") { nodes { id } } }', 3, 6],
  ['query ($a: Int = 50, $b: Int = 5) { pages(first: $b) { nodes { id } } }', 3, 6],
])('%s plans %i fields for %i objects', (text, planned, cost) => {
  const asked = parse(text);
  const [first] = asked.definitions;
  if (first?.kind !== Kind.OPERATION_DEFINITION) throw new Error('no operation');
  expect(operationWeight(many, asked, first, {})).toEqual({ cost, planned });
});
