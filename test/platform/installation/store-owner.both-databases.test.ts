import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../../../src/platform/database/database.js';
import type { Database } from '../../../src/platform/database/database.js';
import { storeFact, StoreOwner } from '../../../src/platform/installation/store-owner.js';
import { newObjectId } from '../../../src/platform/objects/object-id.js';
import type { ObjectId } from '../../../src/platform/objects/object-id.js';
import type { ObjectStore } from '../../../src/platform/objects/object-store.js';
import { openObjectStore } from '../../../src/platform/objects/open-object-store.js';
import { freshDatabase } from '../database/fresh-database.js';
import { inPieces } from '../objects/content.js';
import { FakeS3 } from '../objects/fake-s3.js';

process.env['AWS_ACCESS_KEY_ID'] = 'test';
process.env['AWS_SECRET_ACCESS_KEY'] = 'test';

let folder: string;
let closing: (() => unknown)[];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'trustate-owner-'));
  closing = [() => rmSync(folder, { recursive: true })];
});
afterEach(async () => {
  for (const close of closing.reverse()) await close();
});

async function database(): Promise<Database> {
  const { url, remove } = await freshDatabase(mkdtempSync(path.join(folder, 'database-')));
  const opened = await openDatabase({ url });
  closing.push(remove, () => opened.close());
  return opened;
}

async function inFolder(name: string): Promise<ObjectStore> {
  return openObjectStore(`file:${path.join(folder, name)}`);
}

async function inBucket(): Promise<ObjectStore> {
  const s3 = await FakeS3.start();
  const store = await openObjectStore(s3.url);
  closing.push(
    () => s3.stop(),
    () => store.close(),
  );
  return store;
}

function owner(
  parts: { database: Database; store: ObjectStore },
  { isNew = false, named = [] as string[] } = {},
): StoreOwner {
  return new StoreOwner({
    ...parts,
    storeName: 'file:/store',
    isNew: () => Promise.resolve(isNew),
    async *named() {
      yield* await Promise.resolve(named);
    },
  });
}

/** A start and a sweep. */
async function used(one: StoreOwner): Promise<StoreOwner> {
  expect(await one.claim()).toBe('ours');
  await one.turn();
  await one.turn();
  return one;
}

async function written(store: ObjectStore): Promise<ObjectId> {
  const id = newObjectId();
  await store.put(id, inPieces(Buffer.from('content')));
  return id;
}

/** The database's state, to put back later. */
async function dumpOf({ client }: Database): Promise<() => Promise<unknown>> {
  const { value } = await client.installationFact.findUniqueOrThrow({ where: { key: storeFact } });
  return () => client.installationFact.update({ where: { key: storeFact }, data: { value } });
}

describe.each([
  ['a folder', () => inFolder('objects')],
  ['S3', () => inBucket()],
])('with %s', (_, open) => {
  let parts: { database: Database; store: ObjectStore };
  beforeEach(async () => {
    parts = { database: await database(), store: await open() };
  });

  test('a new database takes an empty store, and keeps it', async () => {
    const first = await used(owner(parts, { isNew: true }));
    expect(await first.relation()).toBe('ours');
    expect(await parts.store.notes()).toHaveLength(2);
    await used(owner(parts));
    expect(await parts.store.notes()).toHaveLength(2);
  });

  test('a new database takes no store with objects, and none of another database', async () => {
    await written(parts.store);
    const refused = owner(parts, { isNew: true });
    await expect(refused.claim()).rejects.toThrow(/is in use, but the database is new.*objects adopt/);
    const theirs = { ...parts, database: await database() };
    await owner(theirs).adopt();
    await expect(refused.claim()).rejects.toThrow(/belongs to another installation/);
    expect(await refused.relation()).toBe('unmarked');
    expect(await owner(theirs).relation()).toBe('ours');
  });

  test('a database of before stores had notes takes the store that holds what its rows name', async () => {
    const id = await written(parts.store);
    await expect(owner(parts, { named: [newObjectId()] }).claim()).rejects.toThrow(
      /does not hold the objects of the database/,
    );
    await used(owner(parts, { named: [newObjectId(), id] }));
  });

  test('a store that is adopted is the database’s own from then on, and nobody else’s', async () => {
    const theirs = { ...parts, database: await database() };
    await used(owner(theirs, { isNew: true }));
    await written(parts.store);
    await parts.database.client.unnamedObject.create({ data: { id: 'x', seenAt: new Date(0), livedMs: 0n } });
    const { before } = await owner(parts).adopt();
    expect(before).toHaveLength(1);
    expect(await parts.database.client.unnamedObject.count()).toBe(0);
    await used(owner(parts));
    await expect(owner(theirs).claim()).rejects.toThrow(/belongs to another installation/);
  });

  test('an older dump of the database is told, and adopting goes on with it', async () => {
    const one = await used(owner(parts, { isNew: true }));
    const restore = await dumpOf(parts.database);
    await one.turn();
    await restore();
    expect(await owner(parts).claim()).toBe('older-database');
    expect(await one.relation()).toBe('older-database');
    await owner(parts).adopt();
    await used(owner(parts));
  });

  test('a start that is killed anywhere is gone on with', async () => {
    await used(owner(parts, { isNew: true }));
    for (const call of ['addNote', 'notes', 'removeNote'] as const) {
      const dying = owner({ ...parts, store: failing(parts.store, call) });
      await expect(dying.turn()).rejects.toThrow('killed');
      await used(owner(parts));
    }
  });

  test('a first start that is killed anywhere is gone on with', async () => {
    const dying = owner({ ...parts, store: failing(parts.store, 'addNote') }, { isNew: true });
    await expect(dying.claim()).rejects.toThrow('killed');
    await used(owner(parts, { isNew: true }));
  });

  test('of several that start and sweep at once, nobody is in the way of the others', async () => {
    const servers = Array.from({ length: 5 }, () => owner(parts, { isNew: true }));
    for (const relation of await Promise.all(servers.map((one) => one.claim()))) expect(relation).toBe('ours');
    for (let round = 0; round < 3; round += 1) await Promise.all(servers.map((one) => one.turn()));
    expect(await Promise.all(servers.map((one) => one.relation()))).toEqual(servers.map(() => 'ours'));
    await used(owner(parts));
    expect(await parts.store.notes()).toHaveLength(2);
  });
});

test('an older copy of a store is refused, an empty one, and one of another installation', async () => {
  const parts = { database: await database(), store: await inFolder('objects') };
  const one = await used(owner(parts, { isNew: true }));
  cpSync(path.join(folder, 'objects'), path.join(folder, 'copy'), { recursive: true });
  const copy = await inFolder('copy');
  expect(await owner({ ...parts, store: copy }).claim()).toBe('ours');
  await one.turn();
  await expect(owner({ ...parts, store: copy }).claim()).rejects.toThrow(/is an older copy/);
  const empty = await inFolder('empty');
  await expect(owner({ ...parts, store: empty }).claim()).rejects.toThrow(/does not hold the objects of the database/);
  expect(readdirSync(path.join(folder, 'empty/notes'))).toEqual([]);
});

/** A store that fails in one of its ways. */
function failing(store: ObjectStore, call: 'addNote' | 'notes' | 'removeNote'): ObjectStore {
  const killed = () => Promise.reject(new Error('killed'));
  return new Proxy(store, {
    get(target, name) {
      if (name === call) return killed;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}
