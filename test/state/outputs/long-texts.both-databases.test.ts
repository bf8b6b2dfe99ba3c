import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { pageAsked } from '../../../src/platform/graphql/connection.js';
import { jsonText, RawJson } from '../../../src/platform/graphql/raw-json.js';
import type { StateVersionOutputId } from '../../../src/platform/ids.js';
import type { OutputText } from '../../../src/state/outputs/long-texts.js';
import { pageOfOutputs } from '../../../src/state/outputs/output-page.js';
import { byId } from '../../../src/platform/graphql/by-id.js';
import { shown, StateVersionOutputResolver } from '../../../src/state/outputs/output.resolver.js';
import { OutputStore } from '../../../src/state/outputs/output.store.js';
import { openStateService, stateOf } from '../service.js';
import type { StateServiceWorld } from '../service.js';
import { refusal } from '../world.js';
import { textOf } from './texts.js';

let world: StateServiceWorld;
beforeAll(async () => {
  world = await openStateService();
});
afterAll(() => world.end());

const long = (n: number) => `${n} ${'ä'.repeat(75_000)}`;
const name = (n: number) => `name ${String(n).padStart(2, '0')}`;

async function versionWith(outputs: Readonly<Record<string, unknown>>): Promise<readonly StateVersionOutputId[]> {
  await world.settled();
  const { id } = await world.create(await world.workspaceOf(), stateOf(1, { outputs }));
  await world.settled();
  return (await world.read(id)).outputIds;
}

const severalOf = (count: number, more: object = {}) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, n) => [name(n), { value: long(n), type: 'string', ...more }] as const),
  );

/** How many long texts each statement reads. */
function readsOfTexts() {
  const reads: number[] = [];
  const end = world.database.onStatement(({ sql }) => {
    if (sql.includes('AS "content"')) reads.push(sql.split('?').length - 1);
  });
  return { reads, end };
}

/** Changes what is sealed of an output, at its end: its size stays. */
async function damage(id: StateVersionOutputId): Promise<void> {
  const output = world.database.client.stateVersionOutput;
  const { sealedValue } = await output.findUniqueOrThrow({ where: { id } });
  if (sealedValue === null) throw new Error('it is not sealed');
  await output.update({
    where: { id },
    data: {
      sealedValue: Uint8Array.from(sealedValue, (octet, at) => (at === sealedValue.length - 1 ? octet ^ 1 : octet)),
    },
  });
}

test.each([1, 12])('one of %i sensitive values that is damaged is told, and the others are sent', async (count) => {
  const outputIds = await versionWith(severalOf(count, { sensitive: true }));
  const broken = outputIds.at(-1);
  if (!broken) throw new Error('there is none');
  await damage(broken);
  const read = await world.services.outputs.readSeveral(world.owner, outputIds);
  expect(read.map(({ damaged }) => damaged)).toEqual(outputIds.map((id) => id === broken));
  const document = { values: read.map(({ valueJson }) => valueJson !== null && new RawJson(valueJson)) };
  const json = jsonText(document);
  const sent = typeof json === 'string' ? json : Buffer.concat(await json.stream().toArray()).toString();
  expect(JSON.parse(sent)).toEqual({ values: outputIds.map((id, n) => id !== broken && long(n)) });
  const [last] = read.slice(-1).map(shown);
  if (!last) throw new Error('there is none');
  expect(() => new StateVersionOutputResolver().value(last)).toThrow(
    expect.objectContaining({ problems: [expect.objectContaining({ code: 'CONTENT_DAMAGED' })] }),
  );
});

test('few long texts come with their outputs', async () => {
  const outputIds = await versionWith({ ...severalOf(3), short: { value: 's', type: 'string' } });
  const { reads, end } = readsOfTexts();
  const shown = await world.services.outputs.shown(outputIds);
  end();
  expect(reads).toEqual([3]);
  expect(shown.map(({ valueJson }) => valueJson)).toEqual([...[0, 1, 2].map((n) => JSON.stringify(long(n))), '"s"']);
});

test.each([
  { kind: 'plain', more: {}, tried: [] },
  { kind: 'sensitive', more: { sensitive: true }, tried: [6, 6] },
])(
  '$kind ones that are more than a statement should read are read when they are sent, some at a time',
  async ({ more, tried }) => {
    const count = 12;
    const outputIds = await versionWith(severalOf(count, more));
    const { reads, end } = readsOfTexts();
    const read = await world.services.outputs.readSeveral(world.owner, outputIds);
    // What is sealed may turn out to be damaged, which can only be said before.
    expect(reads.splice(0)).toEqual(tried);
    const document = { values: read.map(({ valueJson }) => valueJson !== null && new RawJson(valueJson)) };
    const json = jsonText(document);
    if (typeof json === 'string') throw new Error('it is in one piece');
    const sent = Buffer.concat(await json.stream().toArray());
    end();
    expect(sent.length).toBe(json.size);
    expect(JSON.parse(sent.toString())).toEqual({ values: Array.from({ length: count }, (_, n) => long(n)) });
    // 6 of 150 kB are together less than a MiB.
    expect(reads).toEqual([6, 6]);
  },
);

test('the exact type may be as long as the value', async () => {
  const tuple = (length: number) => ({
    value: Array.from({ length }, () => ''),
    type: ['tuple', Array.from({ length }, () => 'string')],
  });
  const outputIds = await versionWith(
    Object.fromEntries(Array.from({ length: 3 }, (_, n) => [name(n), tuple(50_000 + n)])),
  );
  const [, second] = await world.services.outputs.shown(outputIds);
  expect(JSON.parse(await textOf(second?.detailedTypeJson))).toEqual(tuple(50_001).type);
  expect(JSON.parse(await textOf(second?.valueJson))).toEqual(tuple(50_001).value);
});

test('nothing is read of what the caller may not read', async () => {
  const [first] = await versionWith(severalOf(2, { sensitive: true }));
  if (!first) throw new Error('there is none');
  const stranger = await world.caller({ userId: await world.user() });
  const { reads, end } = readsOfTexts();
  expect(await refusal(world.services.outputs.read(stranger, first))).toMatchObject({ code: 'NOT_FOUND' });
  expect(await world.services.outputs.readSeveral(stranger, [first])).toEqual([]);
  end();
  expect(reads).toEqual([]);
});

test('what is removed while it is sent ends the response, and is not replaced by something else', async () => {
  const outputIds = await versionWith(severalOf(12));
  const shown = await world.services.outputs.shown(outputIds);
  const last: OutputText | null | undefined = shown.at(-1)?.valueJson;
  await world.client.stateVersionOutput.deleteMany({ where: { id: { in: [...outputIds] } } });
  await expect(textOf(last)).rejects.toThrow('was removed while it was sent');
});

test.each([
  ['plain', {}],
  ['sensitive', { sensitive: true }],
])('a %s output that is removed between its row and its text is not shown as one without a value', async (_, more) => {
  const outputIds = await versionWith(severalOf(3, more));
  const readSql = world.database.readSql.bind(world.database);
  const once = vi.spyOn(world.database, 'readSql').mockImplementationOnce(async (sql, parameters) => {
    const rows = await readSql(sql, parameters);
    await world.client.stateVersionOutput.deleteMany({ where: { id: { in: outputIds.slice(0, 2) } } });
    return rows;
  });
  const store = new OutputStore({ database: world.database, seal: world.seal });
  const shown = await store.withValues(outputIds);
  once.mockRestore();
  expect(shown.map(({ output }) => output.id)).toEqual(outputIds.slice(2));
});

test.each([
  ['first', { first: 10 }, 0],
  ['last', { last: 10 }, 2],
] as const)('the %s outputs of a version are read once while they are sent', async (_, args, from) => {
  const outputIds = await versionWith(severalOf(12));
  const load = byId((some: StateVersionOutputId[]) => world.services.outputs.shown(some));
  const { reads, end } = readsOfTexts();
  const { edges } = await pageOfOutputs(outputIds, pageAsked(args), (id) => load.load(id));
  const texts: string[] = [];
  for (const { node } of edges) texts.push(await textOf(node.valueJson));
  end();
  expect(texts).toEqual(Array.from({ length: 10 }, (_each, n) => JSON.stringify(long(from + n))));
  expect(reads).toEqual([6, 4]);
});

test('texts around the size up to which they come with the row are the same', async () => {
  // With the quotes, 4095 to 4098 bytes, and pieces that end between the bytes of a character.
  const texts = [
    '',
    ...[4093, 4094, 4095, 4096].map((length) => 'a'.repeat(length)),
    'a€'.repeat(50_000),
    '😀'.repeat(400_000),
  ];
  const outputs = Object.fromEntries(texts.map((value, n) => [name(n), { value, type: 'string' }]));
  for (const more of [{}, { sensitive: true }]) {
    const ofKind = Object.fromEntries(Object.entries(outputs).map(([key, each]) => [key, { ...each, ...more }]));
    const read = await world.services.outputs.readSeveral(world.owner, await versionWith(ofKind));
    const sent: unknown[] = [];
    for (const { valueJson } of read) sent.push(JSON.parse(await textOf(valueJson)));
    expect(sent).toEqual(texts);
  }
});
