import { expect, test } from 'vitest';
import { Seal } from '../../../src/platform/seal/seal.js';
import { countColumn, rewrapColumn } from '../../../src/platform/seal/sealed-columns.js';
import type { SealedColumn } from '../../../src/platform/seal/sealed-places.js';
import { scratchDatabase } from '../database/scratch.js';

const bytes = (n: number): Buffer => Buffer.alloc(32, n);
const before = new Seal({ current: bytes(1), earlier: [] });
const both = new Seal({ current: bytes(2), earlier: [bytes(1)] });
const after = new Seal({ current: bytes(2), earlier: [] });
const keys: SealedColumn = { purpose: 'issuer-key', table: 'IssuerKey', column: 'sealedKey' };
const epoch = new Date(0);

/** A database with so many keys of authorities, each with a secret of its own. */
async function withKeys(count: number) {
  const database = await scratchDatabase();
  const mount = { id: 'mnt-1', path: 'pki', accessor: 'a', createdAt: epoch, updatedAt: epoch };
  await database.client.mount.create({ data: mount });
  await database.client.issuerKey.createMany({
    data: Array.from({ length: count }, (_, n) => {
      const id = `key-${String(n).padStart(4, '0')}`;
      const key = { id, uuid: id, mountId: mount.id, keyType: 'ec', keyBits: 256, fingerprint: id, createdAt: epoch };
      const sealedKey = new Uint8Array(before.wrap('issuer-key', Buffer.from(`secret of ${id}`), id));
      return { ...key, publicKey: new Uint8Array(1), sealedKey };
    }),
  });
  const secrets = async () => {
    const rows = await database.client.issuerKey.findMany({ orderBy: { id: 'asc' } });
    return rows.map(({ id, sealedKey }) => after.unwrap('issuer-key', sealedKey, id).toString() === `secret of ${id}`);
  };
  return { database, secrets };
}

test('what is under an earlier key is wrapped anew, over several batches, and nothing twice', async () => {
  const { database, secrets } = await withKeys(250);
  expect(await countColumn(database, keys)).toEqual(new Map([[before.keyId, 250]]));
  const reports: (readonly [number, number])[] = [];
  const report = (done: number, total: number) => void reports.push([done, total]);
  expect(await rewrapColumn({ database, seal: both }, keys, report)).toEqual({ wrapped: 250, failures: [] });
  expect(reports).toEqual([
    [100, 250],
    [200, 250],
    [250, 250],
  ]);
  expect(await countColumn(database, keys)).toEqual(new Map([[after.keyId, 250]]));
  expect(await secrets()).toEqual(Array.from({ length: 250 }, () => true));
  expect(await rewrapColumn({ database, seal: both }, keys, report)).toEqual({ wrapped: 0, failures: [] });
});

test('stopped anywhere, it goes on with what is left', async () => {
  const { database, secrets } = await withKeys(150);
  const stop = () => {
    throw new Error('killed');
  };
  await expect(rewrapColumn({ database, seal: both }, keys, stop)).rejects.toThrow('killed');
  expect(await countColumn(database, keys)).toEqual(
    new Map([
      [after.keyId, 100],
      [before.keyId, 50],
    ]),
  );
  expect(await rewrapColumn({ database, seal: both }, keys, () => undefined)).toMatchObject({ wrapped: 50 });
  expect(await secrets()).not.toContain(false);
});

test('what cannot be opened is told, and keeps nothing else waiting', async () => {
  const { database, secrets } = await withKeys(210);
  const damage = async (id: string, change: (sealed: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>) => {
    const { sealedKey } = await database.client.issuerKey.findUniqueOrThrow({ where: { id } });
    await database.client.issuerKey.update({ where: { id }, data: { sealedKey: change(sealedKey) } });
  };
  await damage('key-0000', (sealed) => sealed.fill(0, -16));
  await damage('key-0120', () => new Uint8Array(5));
  // Nothing is sealed with no key, so none is needed for it.
  await damage('key-0200', () => new Uint8Array(0));
  expect([...(await countColumn(database, keys)).values()].toSorted()).toEqual([1, 208]);
  const { wrapped, failures } = await rewrapColumn({ database, seal: both }, keys, () => undefined);
  expect([wrapped, ...failures]).toEqual([
    207,
    expect.stringMatching(/^IssuerKey key-0000 cannot be opened: .*was changed/),
    expect.stringMatching(/^IssuerKey key-0120 cannot be opened: .*5 bytes long/),
  ]);
  await database.client.issuerKey.deleteMany({ where: { id: { in: ['key-0000', 'key-0120', 'key-0200'] } } });
  expect(await secrets()).toEqual(Array.from({ length: 207 }, () => true));
});

test('of many that cannot be opened the first are named, with the key that they need', async () => {
  const { database } = await withKeys(8);
  const { wrapped, failures } = await rewrapColumn({ database, seal: after }, keys, () => undefined);
  expect([wrapped, failures.length, failures.at(-1)]).toEqual([0, 6, 'and 3 rows of IssuerKey more']);
  expect(failures[0]).toContain(before.keyId);
});
