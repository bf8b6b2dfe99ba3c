import fc from 'fast-check';
import { buildSchema, getNullableType, isListType, Kind, parse } from 'graphql';
import { expect, test } from 'vitest';
import { spentOn } from '../../../src/gateway/execution/budget.js';
import { cutAnswer } from '../../../src/gateway/execution/cut-answer.js';
import { selectedFor } from '../../../src/gateway/execution/fields.js';
import { OperationPlan } from '../../../src/gateway/execution/plan.js';

const schema = buildSchema(`
  type Query { boat: Boat }
  type Mutation { launch: Launched! christen: String! }
  type Launched { boat: Boat secret: String problems: [Problem!]! warnings: [String!]! }
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
const root = { launch: { boat, secret: 'only once', problems: [], warnings: [] }, christen: long };

/** The answer to a document. */
async function wholeAnswer(text: string, value: unknown) {
  const document = parse(text);
  const [node] = document.definitions;
  if (node?.kind !== Kind.OPERATION_DEFINITION) throw new Error('the operation comes first');
  const { data } = await new OperationPlan(schema, document, node, 0).run({}, {}, value);
  if (!data) throw new Error('nothing was answered');
  return data;
}

/** What is answered of a document when so many characters may be sent. */
async function answered(text: string, most: number, value: unknown = root) {
  const whole = await wholeAnswer(text, value);
  const { data, errors } = cutAnswer(whole, spentOn(whole).characters, most);
  expect(errors.every(({ extensions }) => extensions['limit'] === 'text' && extensions['most'] === most)).toBe(true);
  expect(spentOn(data).characters).toBeLessThanOrEqual(most);
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

test('a list that must not be null is empty, and what holds it stays', async () => {
  const text = `mutation { launch {
    boat { papers { key boat { crew { name } tows { name } } } } secret
  } }`;
  expect(await answered(text, 200)).toEqual({
    data: { launch: { boat: { papers: { key: 'k', boat: { crew: [], tows: null } } }, secret: 'only once' } },
    cut: ['launch.boat.papers.boat.crew'],
  });
  expect(await answered('mutation { launch { boat { crew { name } tows { name } } secret } }', 200)).toEqual({
    data: { launch: { boat: { crew: [], tows: null }, secret: 'only once' } },
    cut: ['launch.boat.tows', 'launch.boat.crew'],
  });
});

test('a text that must not be null goes with what holds it, and is told of once', async () => {
  const papers = { key: long, boat: { name: 'In papers', crew: [sailor] } };
  const launch = { boat: { name: 'Vasa', papers }, secret: 'only once' };
  const text = 'mutation { launch { boat { name papers { key boat { name crew { name } } } } secret } }';
  expect(await answered(text, 200, { launch })).toEqual({
    data: { launch: { boat: { name: 'Vasa', papers: null }, secret: 'only once' } },
    cut: ['launch.boat.papers'],
  });
});

test('aliases of one long value are what fits of them', async () => {
  const logs = Array.from({ length: 5 }, (_, index) => `l${index}: log`).join(' ');
  const { cut } = await answered(`mutation { launch { boat { ${logs} name } secret } }`, 2_100);
  expect(cut).toEqual(['launch.boat.l2', 'launch.boat.l3', 'launch.boat.l4']);
});

test('of what is equally near the short comes first, wherever the document has it', async () => {
  const launch = { boat: { name: 'Vasa', log: long }, secret: 'only once' };
  for (const inside of ['log name tug { name }', 'tug { name } name log']) {
    const { data, cut } = await answered(`mutation { launch { boat { ${inside} } } }`, 50, {
      launch: { boat: { ...launch.boat, tug: { name: 'Tug' } } },
    });
    expect(data).toEqual({ launch: { boat: { log: null, name: 'Vasa', tug: { name: 'Tug' } } } });
    expect(cut).toEqual(['launch.boat.log']);
  }
});

test('what was not done is told first', async () => {
  const launch = { problems: [{ code: 'TOO_WINDY' }], secret: 's', boat: { name: 'V', log: long } };
  const refused = { problems: [{ code: 'AGROUND' }], secret: null, boat: null };
  const text = 'mutation { launch { boat { name log } secret problems { code } } }';
  expect(await answered(text, 50, { launch })).toMatchObject({
    data: { launch: { problems: [{ code: 'TOO_WINDY' }] } },
  });
  expect(await answered(text, 43, { launch: refused })).toMatchObject({ data: { launch: refused }, cut: [] });
  const { data } = await answered(text, 40, { launch });
  expect(data).toEqual({ launch: { boat: null, secret: 's', problems: [{ code: 'TOO_WINDY' }] } });
});

test('warnings are as many as fit', async () => {
  const launch = { secret: 'only once', warnings: [long, long] };
  expect(await answered('mutation { launch { warnings secret } }', 200, { launch })).toEqual({
    data: { launch: { warnings: [], secret: 'only once' } },
    cut: ['launch.warnings'],
  });
});

test('where what must not be null is too long already, nothing is sent but the error', async () => {
  expect(await answered('mutation { christen launch { secret } }', 500)).toEqual({ data: null, cut: [undefined] });
  expect(await answered('mutation { launch { secret } }', 0)).toEqual({ data: null, cut: [undefined] });
});

const textOf = fc.integer({ min: 0, max: 60 }).map((length) => 'x'.repeat(length));
const listOf = <T>(item: fc.Arbitrary<T>) => fc.array(item, { maxLength: 3 });
const { boat: anyBoat } = fc.letrec((tie) => ({
  boat: fc.record({
    name: textOf,
    log: fc.option(textOf),
    crew: listOf(fc.record({ name: textOf })),
    tows: fc.option(listOf(fc.option(tie('boat'), { depthSize: 'small' }))),
    tug: fc.option(tie('boat'), { depthSize: 'small' }),
    papers: fc.option(fc.record({ key: textOf, boat: tie('boat') }), { depthSize: 'small' }),
  }),
}));
const anyLaunch = fc.record({
  secret: fc.option(textOf),
  problems: listOf(fc.record({ code: textOf })),
  warnings: listOf(textOf),
  boat: fc.option(anyBoat),
});
const everything = `mutation { one: launch { ...L } launch { boat { ...B } } }
  fragment L on Launched { secret boat { ...B tug { ...B } papers { key boat { ...B tug { ...B } } } } problems { code } warnings }
  fragment B on Boat { name log crew { name } tows { name log crew { name } } }`;

/** Where an answer that was cut is not what it was. */
function differences(whole: unknown, left: unknown, path: readonly string[]): string[] {
  if (JSON.stringify(whole) === JSON.stringify(left)) return [];
  if (!isObject(whole) || !isObject(left) || Array.isArray(whole)) {
    expect(Array.isArray(whole) && Array.isArray(left) ? left : [left]).toEqual(Array.isArray(left) ? [] : [null]);
    return [path.join('.')];
  }
  expect(Object.keys(left)).toEqual(Object.keys(whole));
  return Object.entries(whole).flatMap(([name, value]) => differences(value, left[name], [...path, name]));
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Nothing is null that must not be, and lists are lists. */
function expectValid(answer: unknown): void {
  if (Array.isArray(answer)) answer.forEach(expectValid);
  if (!isObject(answer)) return;
  for (const { name, isNullable, definition } of selectedFor(answer) ?? []) {
    const value = answer[name];
    if (value === null) expect(isNullable).toBe(true);
    else expect(Array.isArray(value)).toBe(isListType(getNullableType(definition.type)));
    expectValid(value);
  }
}

test('whatever it is, what is sent is valid and short enough, and says what is left out, of which no text or list would fit', async () => {
  const cases = fc.asyncProperty(anyLaunch, fc.integer({ min: 0, max: 99 }), async (launch, percent) => {
    const answer = await wholeAnswer(everything, { launch });
    const { characters } = spentOn(answer);
    const most = Math.floor((characters * percent) / 100);
    const whole: unknown = JSON.parse(JSON.stringify(answer));
    const { data, errors } = cutAnswer(answer, characters, most);
    const sent = spentOn(data).characters;
    expect(sent).toBeLessThanOrEqual(most);
    if (data === null) return;
    expectValid(data);
    const told = errors.map(({ path = [] }) => path);
    expect(told.map((path) => path.join('.')).toSorted()).toEqual(differences(whole, data, []).toSorted());
    for (const path of told) {
      const value = path.reduce<unknown>((at, step) => (isObject(at) ? at[step] : undefined), whole);
      if (!isObject(value) || Array.isArray(value)) expect(sent + spentOn([value]).characters).toBeGreaterThan(most);
    }
  });
  await fc.assert(cases, { numRuns: 100 });
});
