import { buildSchema, Kind, parse } from 'graphql';
import { expect, test } from 'vitest';
import { spentOn } from '../../../src/gateway/execution/budget.js';
import { cutAnswer } from '../../../src/gateway/execution/cut-answer.js';
import { OperationPlan } from '../../../src/gateway/execution/plan.js';

const schema = buildSchema(`
  type Query { boat: Boat }
  type Mutation { launch: Launched! }
  type Launched { boat: Boat secret: String problems: [Problem!]! }
  type Problem { code: String! }
  type Boat { name: String! log: String tug: Boat crew: [Sailor!]! tows: [Boat] papers: Papers }
  type Papers { boat: Boat! key: String! }
  type Sailor { name: String! }
`);

const long = 'x'.repeat(1_000);
const sailor = { name: long };
const boat: object = {
  name: 'Vasa',
  log: long,
  tug: () => ({ name: 'Tug', log: long, crew: [], tows: [], papers: null }),
  crew: [sailor, sailor],
  tows: [{ name: long, crew: [] }, null],
  papers: () => ({ key: 'k', boat: { name: 'In papers', log: null, crew: [sailor], tows: null, papers: null } }),
};
const root = { launch: { boat, secret: 'only once', problems: [] } };

/** What is answered of a document when so many characters may be sent. */
async function answered(text: string, most: number) {
  const document = parse(text);
  const [node] = document.definitions;
  if (node?.kind !== Kind.OPERATION_DEFINITION) throw new Error('the operation comes first');
  const { data } = await new OperationPlan(schema, document, node, 0).run({}, {}, root);
  if (!data) throw new Error('nothing was answered');
  const errors = cutAnswer(data, spentOn(data).characters, most);
  expect(errors.every(({ extensions }) => extensions['limit'] === 'text' && extensions['most'] === most)).toBe(true);
  return { data: JSON.parse(JSON.stringify(data)) as unknown, cut: errors.map(({ path }) => path?.join('.')) };
}

test('what fits is kept', async () => {
  const text = 'mutation { launch { boat { name crew { name } } secret problems { code } } }';
  const { data, cut } = await answered(text, 10_000);
  expect(cut).toEqual([]);
  expect(data).toEqual({
    launch: { boat: { name: 'Vasa', crew: [sailor, sailor] }, secret: 'only once', problems: [] },
  });
});

test('lists go first, and what is near the mutation stays, wherever the document has it', async () => {
  const text = 'mutation { launch { boat { name tows { name } tug { log name } } secret problems { code } } }';
  expect(await answered(text, 1_100)).toEqual({
    data: {
      launch: {
        boat: { name: 'Vasa', tows: null, tug: { log: long, name: 'Tug' } },
        secret: 'only once',
        problems: [],
      },
    },
    cut: ['launch.boat.tows'],
  });
});

test('a long value goes where the rest fits', async () => {
  const text = 'mutation { launch { boat { log name } secret } }';
  expect(await answered(text, 100)).toEqual({
    data: { launch: { boat: { log: null, name: 'Vasa' }, secret: 'only once' } },
    cut: ['launch.boat.log'],
  });
});

test('what must not be null goes with what holds it, and is told of once', async () => {
  const text = `mutation { launch {
    boat { papers { key boat { crew { name } tows { name } } } } secret
  } }`;
  expect(await answered(text, 200)).toEqual({
    data: { launch: { boat: { papers: null }, secret: 'only once' } },
    cut: ['launch.boat.papers'],
  });
  expect(await answered('mutation { launch { boat { crew { name } tows { name } } secret } }', 200)).toEqual({
    data: { launch: { boat: null, secret: 'only once' } },
    cut: ['launch.boat'],
  });
});

test('aliases of one long value are what fits of them', async () => {
  const logs = Array.from({ length: 5 }, (_, index) => `l${index}: log`).join(' ');
  const { data, cut } = await answered(`mutation { launch { boat { ${logs} name } secret } }`, 2_100);
  expect(cut).toEqual(['launch.boat.l2', 'launch.boat.l3', 'launch.boat.l4']);
  expect(spentOn(data).characters).toBeLessThanOrEqual(2_100);
});

test('problems always stay', async () => {
  const { data } = await answered('mutation { launch { problems { code } boat { name } } }', 0);
  expect(data).toEqual({ launch: { problems: [], boat: null } });
});
