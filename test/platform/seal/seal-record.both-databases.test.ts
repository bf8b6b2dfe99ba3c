import { expect, test } from 'vitest';
import { openDatabase } from '../../../src/platform/database/database.js';
import { Seal } from '../../../src/platform/seal/seal.js';
import { SealRecord } from '../../../src/platform/seal/seal-record.js';
import { HandClock } from '../../identity/world.js';
import { afterwards, scratchDatabase, scratchUrl } from '../database/scratch.js';

const bytes = (n: number): Buffer => Buffer.alloc(32, n);
const first = new Seal({ current: bytes(1), earlier: [] });
const second = new Seal({ current: bytes(2), earlier: [] });
const both = new Seal({ current: bytes(2), earlier: [bytes(1)] });
const failed = (error: unknown) => {
  throw error;
};

async function installation() {
  const database = await scratchDatabase();
  const clock = new HandClock();
  const record = new SealRecord({ database, clock });
  const ids = async () => (await record.keys()).map(({ id }) => id).toSorted();
  return { database, clock, record, ids };
}

const missing = (...ids: string[]) =>
  `The database is sealed under the master key${ids.length > 1 ? 's' : ''} ${ids.join(' and ')}, which`;

test('a new installation needs the key that it began with, and no other', async () => {
  const { record, ids } = await installation();
  expect(await record.needed()).toEqual([]);
  await record.begin(first);
  expect(await ids()).toEqual([first.keyId]);
  await expect(record.begin(second)).rejects.toThrow(missing(first.keyId));
  expect(await ids()).toEqual([first.keyId]);
});

test('an earlier key is needed until it is retired', async () => {
  const { record, clock, ids } = await installation();
  await record.begin(first);
  clock.advance(1_000);
  await record.begin(both);
  expect(await ids()).toEqual([first.keyId, second.keyId].toSorted());
  await expect(record.begin(second)).rejects.toThrow(missing(first.keyId));
  const earlier = (await record.keys()).filter(({ id }) => id === first.keyId);
  expect(await record.retire(earlier)).toEqual([first.keyId]);
  await record.begin(second);
  // Whoever began with it since is not forgotten: now the first one is the missing one of two.
  await expect(record.begin(first)).rejects.toThrow(missing(second.keyId));
});

test('a key that a server began to use since is not retired', async () => {
  const { record, clock, ids } = await installation();
  await record.begin(first);
  await record.begin(both);
  const earlier = (await record.keys()).filter(({ id }) => id === first.keyId);
  clock.advance(1_000);
  await record.begin(new Seal({ current: bytes(1), earlier: [bytes(2)] }));
  expect(await record.retire(earlier)).toEqual([]);
  expect(await ids()).toHaveLength(2);
});

test('an installation of before notes what its rows are sealed with, and every key that is configured', async () => {
  const { database, record, ids } = await installation();
  const { keyId } = first;
  await database.client.installationFact.create({ data: { key: 'seal.key-id', value: second.keyId } });
  const id = 'key-1';
  const mount = { id: 'mnt-1', path: 'pki', accessor: 'a', createdAt: new Date(0), updatedAt: new Date(0) };
  await database.client.mount.create({ data: mount });
  const key = { id, uuid: id, mountId: mount.id, keyType: 'ec', keyBits: 256, fingerprint: '', createdAt: new Date(0) };
  const sealedKey = new Uint8Array(first.wrap('issuer-key', Buffer.from('k'), id));
  await database.client.issuerKey.create({ data: { ...key, publicKey: new Uint8Array(1), sealedKey } });
  await expect(record.begin(second)).rejects.toThrow(missing(keyId));
  expect(await ids()).toEqual([]);
  const more = new Seal({ current: bytes(2), earlier: [bytes(1), bytes(3)] });
  await record.begin(more);
  expect(await ids()).toEqual(more.keyIds.toSorted());
});

test('two servers that start together on an empty database have one key, or one of them refuses', async () => {
  const url = await scratchUrl();
  const servers = await Promise.all(
    [first, second].map(async (seal) => {
      const database = await openDatabase({ url });
      afterwards(() => database.close());
      return { seal, record: new SealRecord({ database, clock: new HandClock() }) };
    }),
  );
  const outcomes = await Promise.allSettled(servers.map(({ seal, record }) => record.begin(seal)));
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('a server is heard of while it runs, and for minutes after it was killed', async () => {
  const { record, clock, database } = await installation();
  await record.begin(both);
  const server = record.announcement(both, failed, true);
  await server.start();
  expect(await record.servers()).toMatchObject([{ keyIds: both.keyIds, heardAt: clock.now() }]);
  clock.advance(179_000);
  expect(await record.servers()).toHaveLength(1);
  clock.advance(2_000);
  expect(await record.servers()).toEqual([]);
  await server.close();
  expect(await database.client.sealServer.count()).toBe(0);
});
