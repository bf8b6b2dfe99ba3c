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
  expect(await rewrapColumn({ database, seal: both }, keys, report)).toBe(250);
  expect(reports).toEqual([
    [100, 250],
    [200, 250],
    [250, 250],
  ]);
  expect(await countColumn(database, keys)).toEqual(new Map([[after.keyId, 250]]));
  expect(await secrets()).toEqual(Array.from({ length: 250 }, () => true));
  expect(await rewrapColumn({ database, seal: both }, keys, report)).toBe(0);
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
  expect(await rewrapColumn({ database, seal: both }, keys, () => undefined)).toBe(50);
  expect(await secrets()).not.toContain(false);
});

test('what cannot be opened stops it, and says which key it needs', async () => {
  const { database } = await withKeys(2);
  await expect(rewrapColumn({ database, seal: after }, keys, () => undefined)).rejects.toThrow(before.keyId);
});
