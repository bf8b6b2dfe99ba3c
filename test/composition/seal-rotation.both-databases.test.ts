import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { SealRotation } from '../../src/composition/seal-rotation.js';
import { Audit } from '../../src/identity/audit/audit.js';
import { AuditChain } from '../../src/identity/audit/chain.js';
import { examineChain } from '../../src/identity/audit/chain-check.js';
import { ObjectKeys } from '../../src/platform/objects/object-keys.js';
import { openObjectStore } from '../../src/platform/objects/open-object-store.js';
import { SealedFiles } from '../../src/platform/seal/sealed-files.js';
import { SealRecord } from '../../src/platform/seal/seal-record.js';
import { Seal } from '../../src/platform/seal/seal.js';
import { HandClock } from '../identity/world.js';
import { afterwards, scratchDatabase, scratchFolder } from '../platform/database/scratch.js';
import { system } from '../../src/identity/audit/actor.js';

const bytes = (n: number): Buffer => Buffer.alloc(32, n);
const earlierFirst = new Seal({ current: bytes(1), earlier: [bytes(2)] });
const currentFirst = new Seal({ current: bytes(2), earlier: [bytes(1)] });
const failed = (error: unknown) => {
  throw error;
};

/** An installation that began with the first key, and a rotation to the second. */
async function installation(meanwhile: () => Promise<void> = () => Promise.resolve()) {
  const [database, folder] = [await scratchDatabase(), scratchFolder()];
  const clock = new HandClock();
  const record = new SealRecord({ database, clock });
  const store = await openObjectStore(`file:${path.join(folder, 'objects')}`);
  afterwards(() => {
    store.close();
  });
  await record.begin(new Seal({ current: bytes(1), earlier: [] }));
  clock.advance(1_000);
  const files = new SealedFiles({ folder, seal: currentFirst });
  // The columns have been gone through by then.
  class Objects extends ObjectKeys {
    override async rewrap(report: Parameters<ObjectKeys['rewrap']>[0]) {
      await meanwhile();
      return super.rewrap(report);
    }
  }
  const objects = new Objects({ store, seal: currentFirst });
  const rotation = new SealRotation({ database, clock, seal: currentFirst, record, objects, files });
  const starts = async (seal: Seal) => {
    await record.begin(seal);
    clock.advance(1);
    const announcement = record.announcement(seal, failed, true);
    afterwards(() => announcement.close());
    await announcement.start();
    return announcement;
  };
  const needed = async () => [...(await record.needed())].toSorted();
  return { database, folder, clock, record, rotation, starts, needed };
}

test('with every server on the current key, the earlier one goes', async () => {
  const { rotation, starts, needed } = await installation();
  await starts(currentFirst);
  expect(await rotation.rotate(() => undefined)).toEqual({
    wrapped: 0,
    retired: [earlierFirst.keyId],
    kept: [],
  });
  expect(await needed()).toEqual([currentFirst.keyId]);
});

test('it does not begin while a server seals with an earlier key, and nothing changes', async () => {
  const { rotation, starts, needed, clock } = await installation();
  const server = await starts(earlierFirst);
  await expect(rotation.rotate(() => undefined)).rejects.toThrow(
    /^The server .* still seals with an earlier key: restart/,
  );
  expect(await needed()).toEqual([earlierFirst.keyId]);
  await server.close();
  clock.advance(1_000);
  await starts(currentFirst);
  expect((await rotation.rotate(() => undefined)).retired).toEqual([earlierFirst.keyId]);
});

const takenUp = `A server has sealed with ${earlierFirst.keyId} since`;

test('a server that sealed with the earlier key for a while meanwhile keeps it', async () => {
  const { rotation, starts, needed } = await installation(async () => {
    const server = await starts(earlierFirst);
    await server.close();
    await starts(currentFirst);
  });
  await starts(currentFirst);
  expect(await rotation.rotate(() => undefined)).toEqual({
    wrapped: 0,
    retired: [],
    kept: [expect.stringContaining(takenUp)],
  });
  expect(await needed()).toEqual([earlierFirst.keyId, currentFirst.keyId].toSorted());
});

test('so does one that had noted it before, and is heard of only when it has begun', async () => {
  const { rotation, record, clock } = await installation(async () => {
    clock.advance(1);
    const server = record.announcement(earlierFirst, failed, true);
    await server.start();
    await server.close();
  });
  await record.begin(earlierFirst);
  clock.advance(1);
  expect((await rotation.rotate(() => undefined)).kept).toEqual([expect.stringContaining(takenUp)]);
});

test('and one that still runs is named', async () => {
  const { rotation, starts } = await installation(async () => void (await starts(earlierFirst)));
  const { retired, kept } = await rotation.rotate(() => undefined);
  expect([retired, kept]).toEqual([[], [expect.stringContaining(`seals with ${earlierFirst.keyId}: restart it`)]]);
});

test('a damaged file of a data folder is left to the next start, which makes it anew', async () => {
  const { rotation, folder } = await installation();
  mkdirSync(path.join(folder, 'tls'));
  const sealed = earlierFirst.wrap('server-key', Buffer.from('key'));
  writeFileSync(path.join(folder, 'tls/ca.key'), sealed.fill(0, sealed.length - 16));
  expect(await rotation.rotate(() => undefined)).toMatchObject({ retired: [earlierFirst.keyId], kept: [] });
});

test("the ends of the audit's chain are sealed anew also where no server runs, before the earlier key goes", async () => {
  const { database, clock, rotation } = await installation();
  const audit = new Audit({ client: database.client, clock, failed, deferred: () => undefined });
  const note = () => audit.record(database.client, system('test'), 'x', { type: 'site', id: 'z' });
  await note();
  await new AuditChain({ database, clock, keys: new Seal({ current: bytes(1), earlier: [] }) }).run();
  await note();
  const heldBy = async () => (await rotation.status()).counts.find(({ purpose }) => purpose === 'audit-chain')?.byKey;
  expect(await heldBy()).toEqual(new Map([[earlierFirst.keyId, 2]]));
  expect(await rotation.rotate(() => undefined)).toEqual({ wrapped: 2, retired: [earlierFirst.keyId], kept: [] });
  expect(await heldBy()).toEqual(new Map([[currentFirst.keyId, 2]]));
  const alone = new Seal({ current: bytes(2), earlier: [] });
  expect(await examineChain(database, alone)).toMatchObject({ sound: 2, fault: null });
  await new AuditChain({ database, clock, keys: alone }).run();
  expect(await database.client.auditRecord.count({ where: { action: 'audit.reseal' } })).toBe(0);
});
