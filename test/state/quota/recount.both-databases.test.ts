import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { storageCheck } from '../../../src/composition/storage-check.js';
import { readConfig } from '../../../src/settings/config.js';
import { organizationMiscounts } from '../../../src/state/quota/recount-together.js';
import { usedBytesOf } from '../../../src/state/quota/storage.js';
import { miscounts, Recount, recountEveryMs, recountJobKind } from '../../../src/state/quota/recount.js';
import { openStateService, stateOf } from '../service.js';
import type { StateServiceWorld } from '../service.js';

let world: StateServiceWorld;
beforeAll(async () => {
  world = await openStateService();
});
afterAll(() => world.end());

const said: unknown[] = [];
const mending = z.object({ organization: z.string(), from: z.coerce.bigint(), to: z.coerce.bigint() });
const recount = (rowsTogether = 1_000) =>
  new Recount({
    ...world,
    rowsTogether,
    log: pino({ level: 'warn' }, { write: (line: string) => said.push(JSON.parse(line)) }),
  });
const mended = (line: unknown) => {
  const { organization, from, to } = mending.parse(line);
  return { organization, missing: to - from };
};
const doctor = () => {
  const config = readConfig({ TRUSTATE_DATABASE_URL: world.url.includes(':/') ? world.url : `file:${world.url}` });
  return storageCheck(config, () => Promise.resolve(world.database)).look();
};

test('a counter that is wrong is found by the doctor, and mended by a job', async () => {
  const right = await world.workspaceOf();
  await world.create(right, stateOf(1));
  const wrong = await world.workspaceOf();
  await world.create(wrong, stateOf(1));
  const { revision } = await world.row(wrong);
  const bytes = BigInt(stateOf(1).length);
  expect(await doctor()).toEqual({
    verdict: 'ok',
    detail: 'every workspace and organization stores what its counter says',
  });

  await world.client.workspace.update({ where: { id: wrong }, data: { storedBytes: 5n } });
  expect(await miscounts(world.database, 10)).toEqual([{ workspaceId: wrong, kept: 5n, counted: bytes }]);
  expect(await doctor()).toMatchObject({
    verdict: 'warning',
    detail: expect.stringContaining(`${wrong} is counted with 5 bytes and stores ${bytes}`) as string,
  });
  const again = await recount().run();
  expect(again.getTime() - world.clock.now().getTime()).toBe(recountEveryMs);
  expect(await world.row(wrong)).toMatchObject({ storedBytes: bytes, revision: revision + 1n });
  expect(said).toMatchObject([{ workspace: wrong, from: '5', to: String(bytes) }]);
  expect(await miscounts(world.database, 10)).toEqual([]);
  await recount().run();
  expect(said).toHaveLength(1);
});

test('a long history is counted in pieces', async () => {
  const workspace = await world.workspaceOf();
  let bytes = 0n;
  for (const serial of [1, 2, 3, 4, 5]) {
    const { size } = await world.create(workspace, stateOf(serial));
    bytes += size;
  }
  await world.client.workspace.update({ where: { id: workspace }, data: { storedBytes: 0n } });
  await recount(2).run();
  expect((await world.row(workspace)).storedBytes).toBe(bytes);
});

test('what an organization is said to store is compared with its workspaces and mended too, while others store', async () => {
  const workspace = await world.workspaceOf();
  await world.create(workspace, stateOf(1));
  const { organizationId } = world;
  const used = async () => (await usedBytesOf(world.client, [organizationId])).get(organizationId) ?? 0n;
  const right = await used();
  const { _sum } = await world.client.workspace.aggregate({ where: { organizationId }, _sum: { storedBytes: true } });
  expect(right).toBe(_sum.storedBytes);
  for (const spoil of [
    () => world.client.storedBytes.deleteMany({ where: { organizationId } }),
    () => world.client.storedBytes.updateMany({ where: { organizationId }, data: { bytes: { increment: 1_000n } } }),
  ]) {
    await spoil();
    const kept = await used();
    expect(kept).not.toBe(right);
    expect(await organizationMiscounts(world.database, 10)).toEqual([{ organizationId, kept, counted: right }]);
    expect(await doctor()).toMatchObject({
      verdict: 'warning',
      detail: expect.stringContaining(
        `${organizationId} is counted with ${kept} bytes and its workspaces store ${right}`,
      ) as string,
    });
    said.length = 0;
    // Those that mend at once mend once.
    const other = await world.workspaceOf();
    await Promise.all([recount().run(), recount().run(), world.create(other, stateOf(2))]);
    expect(await organizationMiscounts(world.database, 10)).toEqual([]);
    // Whether what is stored meanwhile is in both sums or in neither: between them lies what was spoiled.
    expect(mended(said[0])).toEqual({ organization: organizationId, missing: right - kept });
    await world.client.workspace.delete({ where: { id: other } });
    expect(await used()).toBe(right);
  }
  expect(await doctor()).toMatchObject({ verdict: 'ok' });
});

test('a server does it from its start on', async () => {
  await world.service.start();
  const jobs = await world.client.job.findMany({ where: { kind: recountJobKind } });
  expect(jobs).toHaveLength(1);
});
