import { afterAll, beforeAll, expect, test } from 'vitest';
import { mostOutputs, readStateHeader } from '../../../src/state/content/header.js';
import { contentOf } from '../../../src/state/backing-data/intake.js';
import { placeholders } from '../../../src/platform/database/placeholders.js';
import { readInventory } from '../../../src/state/inventory/read-inventory.js';
import { openStateService, stateOf } from '../service.js';
import type { StateServiceWorld } from '../service.js';
import { refusal } from '../world.js';
import { textOf } from './texts.js';

let world: StateServiceWorld;
beforeAll(async () => {
  world = await openStateService();
});
afterAll(() => world.end());

const manyOutputs = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_output, n) => [
      n === 0 ? '' : `name ${n}`,
      { value: `value ${n}`, type: 'string', ...(n % 2 === 1 && { sensitive: true }) },
    ]),
  );

/** What is written of outputs until all is settled: statements, and how many turns had passed before each. */
async function settling(): Promise<readonly number[]> {
  let turns = 0;
  const turnsBefore: number[] = [];
  const stop = world.database.onStatement(({ sql }) => {
    if (sql.startsWith('INSERT INTO "StateVersionOutput"')) turnsBefore.push(turns);
  });
  let counting = true;
  const count = () => {
    turns += 1;
    if (counting) setImmediate(count);
  };
  count();
  await world.settled();
  counting = false;
  stop();
  return turnsBefore;
}

test('as many as there may be are written by few statements, and others have their turn in between', async () => {
  const workspace = await world.workspaceOf();
  const content = stateOf(1, { outputs: manyOutputs(mostOutputs) });
  const version = await world.create(workspace, content);
  const turns = await settling();
  expect(turns).toHaveLength(mostOutputs / 250);
  // Between any two of them somebody else came to work.
  expect(new Set(turns).size).toBe(turns.length);
  const { outputIds } = await world.read(version.id);
  expect(outputIds).toHaveLength(mostOutputs);
  const [first, second] = outputIds;
  if (!first || !second) throw new Error('there are none');
  const read = async (id: typeof first) => (await world.services.outputs.read(world.owner, id)).valueJson;
  expect([await read(first), await read(second)]).toEqual(['"value 0"', '"value 1"']);

  // A copy has as many, with ids of their own.
  const copy = await world.services.rollback.rollback(world.owner, workspace, version.id);
  expect(copy.outputIds).toHaveLength(mostOutputs);
  expect(copy.outputIds).not.toContain(first);
  const [copied] = copy.outputIds;
  expect(copied && (await read(copied))).toBe('"value 0"');
});

test('long values are written a few at a time', async () => {
  await world.settled();
  const workspace = await world.workspaceOf();
  const value = 'x'.repeat(180_000);
  const outputs = Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`name ${n}`, { value, type: 'string' }]));
  const { id } = await world.create(workspace, stateOf(1, { outputs }));
  const turns = await settling();
  expect(turns).toHaveLength(2);
  expect(new Set(turns).size).toBe(2);
  const { outputIds } = await world.read(id);
  expect(outputIds).toHaveLength(10);
  const shown = await world.services.outputs.shown(outputIds);
  const texts = await Promise.all(shown.map(({ valueJson }) => textOf(valueJson)));
  expect(new Set(texts)).toEqual(new Set([JSON.stringify(value)]));
});

test('one more is refused, whichever way it comes', async () => {
  const tooMany = manyOutputs(mostOutputs + 1);
  const content = stateOf(1, { outputs: tooMany });
  const refused = {
    code: 'TOO_MANY_OUTPUTS',
    message: 'The content has too many outputs: more than 10000',
  };
  const inline = await world.workspaceOf();
  expect(await refusal(world.create(inline, content))).toMatchObject({ ...refused, field: ['state'] });
  expect(await world.client.stateVersion.count({ where: { workspaceId: inline } })).toBe(0);

  const waiting = await world.workspaceOf();
  const announced = await world.announce(waiting, content);
  expect(await refusal(world.upload(announced, content))).toMatchObject(refused);
  // It will never be taken: nobody has to break the lock for it.
  expect(await world.read(announced.id)).toMatchObject({ status: 'discarded' });
  await world.services.locks.unlock(world.owner, waiting);

  const given = { jsonStateOutputs: Buffer.from(JSON.stringify(tooMany)) };
  expect(await refusal(world.create(await world.workspaceOf(), stateOf(1), given))).toMatchObject({
    ...refused,
    field: ['jsonStateOutputs'],
  });
});

test('the last of two sections counts, and what is skipped is not counted', async () => {
  const text = (outputs: object) => JSON.stringify(outputs);
  const twice = `{"version":4,"serial":1,"outputs":${text(manyOutputs(6_000))},"outputs":${text(manyOutputs(6_000))}}`;
  expect(await readStateHeader(contentOf(Buffer.from(twice)))).toMatchObject({ isState: true });
  expect(await readInventory(contentOf(Buffer.from(twice)))).toMatchObject({ readable: true });
  const within = { version: 4, serial: 1, outputs: { big: { value: manyOutputs(20_000), type: 'dynamic' } } };
  expect(await readStateHeader(contentOf(Buffer.from(text(within))))).toMatchObject({ isState: true });
});

test('a statement with many placeholders is read once, from start to end', () => {
  const { positions } = placeholders(`SELECT ${Array.from({ length: 60_000 }, () => '?').join()}`, (at) => `$${at}`);
  expect(positions.at(-1)).toBe(60_000);
});
