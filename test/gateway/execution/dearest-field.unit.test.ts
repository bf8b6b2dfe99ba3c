import { buildSchema, Kind, parse } from 'graphql';
import { expect, test } from 'vitest';
import { dearestField, tooDear } from '../../../src/gateway/execution/dearest-field.js';

const schema = buildSchema(`
  type Boat { id: ID! tows(first: Int, last: Int): Boats tug: Boat crew: [Boat!]! words(first: Int! = 1000): [String!]! }
  type Boats { nodes: [Boat!]! edges: [Edge!]! }
  type Edge { node: Boat! }
  type Query { boats(first: Int, last: Int): Boats boat(id: ID): Boat fleet: [Boat!]! name: String }
`);

function dearest(text: string, variables = {}) {
  const document = parse(text);
  const operation = document.definitions.find(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('no operation');
  return dearestField(schema, document, operation, variables);
}

test.each([
  // document                                                                   the field to ask less of
  ['{ boats(first: 100) { nodes { id } } }', 'boats'],
  ['{ boats(first: 100) { nodes { tows(first: 50) { nodes { tug { tug { id } } } } } } }', 'boats.nodes.tows'],
  ['{ boats(first: 100) { edges { node { tows { edges { node { id } } } } } } }', 'boats.edges.node.tows'],
  ['{ boats(first: 2) { nodes { id } } fleet { tug { tug { id } } } }', 'fleet'],
  ['{ boats(first: 2) { nodes { id } } few: fleet { crew { id } } }', 'few.crew'],
  [
    '{ boats(first: 9) { nodes { ...F } } } fragment F on Boat { tug { ... { tows(first: 99) { nodes { id } } } } }',
    'boats.nodes.tug.tows',
  ],
  ['{ boats { nodes { words(first: 10000) } } }', 'boats.nodes.words'],
  ['query ($n: Int) { a: boats(first: $n) { nodes { id } } b: boats(first: 20) { nodes { id } } }', 'b'],
  // Where there is no list: the object that holds most.
  ['{ boat { tug { id } } }', 'boat'],
])('%s: %s', (text, path) => {
  expect(dearest(text, { n: 3 })?.path.join('.')).toBe(path);
});

test('nothing costs anything', () => {
  expect(dearest('{ name }')).toBe(null);
  expect(tooDear(5, 4, dearest('{ name }')).toJSON()).toEqual({
    message: 'The operation exceeds the limit of cost: 5 where 4 are allowed',
    extensions: { code: 'LIMIT_EXCEEDED', limit: 'cost', asked: 5, most: 4 },
  });
});

test('the error names the field, and where it stands in the document', () => {
  const error = tooDear(300, 200, dearest('{\n  boats(first: 100) { nodes { tug { tug { id } } } }\n}'));
  expect(error.toJSON()).toEqual({
    message: 'The operation exceeds the limit of cost: 300 where 200 are allowed. Most of it is for boats',
    locations: [{ line: 2, column: 3 }],
    extensions: { code: 'LIMIT_EXCEEDED', limit: 'cost', asked: 300, most: 200, field: ['boats'] },
  });
});
