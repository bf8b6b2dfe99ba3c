import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../../src/platform/database/database.js';
import type { Database, TransactionClient } from '../../../src/platform/database/database.js';
import { createStateService } from '../../../src/state/module.js';
import type { StateService } from '../../../src/state/module.js';
import { Storage } from '../../../src/state/quota/storage.js';
import { changeWorkspace } from '../../../src/state/workspaces/workspace.store.js';
import { lockWaits } from '../../platform/database/lock-waits.js';
import { hour, openStateService, stateOf } from '../service.js';
import type { StateServiceWorld } from '../service.js';

/** Two servers on one database of PostgreSQL. */
let world: StateServiceWorld;
let database: Database;
let other: StateService;
beforeAll(async () => {
  world = await openStateService();
  database = await openDatabase({ url: world.url });
  other = createStateService({
    ...world,
    database,
    log: pino({ level: 'silent' }),
    deployment: 'enterprise',
    maxContentBytes: 2_000_000,
    quotaBytes: null,
    urlLifetimeMs: 25 * hour,
    softDeleteDays: 7,
    threads: 1,
    sweeping: {
      lived: world.lived,
      owner: { relation: () => Promise.resolve('ours'), turn: () => Promise.resolve() },
      trashDays: 7,
    },
  });
});
afterAll(async () => {
  await other.close();
  await database.close();
  await world.end();
});

async function place(storageQuota: bigint) {
  const { organizationId } = world;
  await world.client.organization.update({ where: { id: organizationId }, data: { storageQuota } });
  return { organizationId, storageQuota };
}
async function used(): Promise<bigint> {
  const { _sum } = await world.client.workspace.aggregate({
    where: { organizationId: world.organizationId },
    _sum: { storedBytes: true },
  });
  return _sum.storedBytes ?? 0n;
}
const add = (tx: TransactionClient, workspace: string, bytes: bigint) =>
  changeWorkspace(tx, workspace, (seen) => ({ storedBytes: seen.storedBytes + bytes }));

test('servers that store at once do not pass it together', async () => {
  const content = stateOf(1);
  const workspaces = await Promise.all(Array.from({ length: 12 }, () => world.workspaceOf()));
  await place((await used()) + BigInt(content.length * 5));
  const settled = await Promise.allSettled(
    workspaces.map((workspace, index) => {
      const { versions } = index % 2 === 0 ? world.services : other.services;
      return versions.create(world.owner, world.input(workspace, content, { state: content }));
    }),
  );
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  expect(await used()).toBe(BigInt(content.length * 5));
});

test('far from it nobody waits for another', async () => {
  const storage = new Storage({ database, quotaBytes: null });
  const [one, two] = [await world.workspaceOf(), await world.workspaceOf()];
  const where = await place((await used()) + 1_000_000_000n);
  await storage.store(where, async (storing) => {
    await add(storing.tx, one, 10n);
    storing.counted(10n);
    // The other begins and ends while this one is in its transaction, and holds what it holds at its end.
    await storing.tx.$executeRawUnsafe(
      `SELECT pg_advisory_xact_lock_shared(hashtextextended('trustate stored bytes ' || $1, 0))`,
      where.organizationId,
    );
    await new Storage({ database: world.database, quotaBytes: null }).store(where, async (beside) => {
      await add(beside.tx, two, 10n);
      beside.counted(10n);
    });
  });
  expect((await world.row(one)).storedBytes + (await world.row(two)).storedBytes).toBe(20n);
});

test.each([
  ['room is left', 100n, true],
  ['none is left', 0n, false],
])('whoever comes close while it is waited for is seen: %s', async (_what, left, fits) => {
  const storage = new Storage({ database, quotaBytes: null });
  const [one, two] = [await world.workspaceOf(), await world.workspaceOf()];
  const before = await used();
  const where = await place(before + 1_000_000_000n);
  const lock = `SELECT pg_advisory_xact_lock(hashtextextended('trustate stored bytes ' || $1, 0))`;
  let runs = 0;
  const storing = await world.database.transaction(async (tx) => {
    await tx.$executeRawUnsafe(lock, where.organizationId);
    await add(tx, two, 1_000_000_000n - left);
    const began = storage.store(where, async (storing) => {
      runs += 1;
      await add(storing.tx, one, 100n);
      storing.counted(100n);
    });
    began.catch(() => undefined);
    await expect.poll(() => lockWaits(world.database, 'advisory')).toBeGreaterThan(0);
    return { began };
  });
  const outcome = await storing.began.then(
    () => true,
    () => false,
  );
  expect(outcome).toBe(fits);
  expect(runs).toBe(2);
  expect(await used()).toBe(before + 1_000_000_000n - left + (fits ? 100n : 0n));
  await world.client.workspace.updateMany({ data: { storedBytes: 0n } });
});
