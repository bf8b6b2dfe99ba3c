import { buildSchema, Kind, parse } from 'graphql';
import { expect, test } from 'vitest';
import { OperationCosts, operationWeight } from '../../src/gateway/operation-weight.js';

const schema = buildSchema(`
  type Boat { tows(first: Int, last: Int): Boats tug: Boat }
  type Boats { nodes: [Boat!]! }
  type Query { boats(first: Int, last: Int): Boats boat(id: ID): Boat }
`);

const document = parse(`
  query ($outer: Int, $inner: Int, $id: ID) {
    boats(first: $outer) { nodes { ...Towed } }
    boat(id: $id) { tows(last: $outer) { nodes { tug { __typename } } } }
  }
  fragment Towed on Boat { tows(first: $inner) { nodes { __typename } } }
`);
const [operation] = document.definitions;
if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('no operation');

const sizes = [undefined, null, -5, 0, 1, 2.5, 20, 100, 1_000, 'x', [3]];

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
