import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { OperatorError } from '../../../src/platform/operator-error.js';
import { FolderObjectStore } from '../../../src/platform/objects/folder-store.js';
import { newObjectId } from '../../../src/platform/objects/object-id.js';
import { collected } from '../../../src/platform/objects/pipeline.js';
import { outageOf } from '../../../src/platform/outage.js';
import { inPieces } from './content.js';

let root: string;
beforeEach(() => {
  root = path.join(mkdtempSync(path.join(tmpdir(), 'folder-store-')), 'objects');
});
afterEach(() => rmSync(path.dirname(root), { recursive: true, force: true }));

const folders = [
  'temporary',
  'notes',
  ...Array.from({ length: 256 }, (_, n) => n.toString(16).padStart(2, '0')),
].sort();
const found = (): string[] =>
  readdirSync(root)
    .filter((name) => statSync(path.join(root, name)).isDirectory())
    .sort();

test('all folders are there from the start, for their owner alone', async () => {
  await FolderObjectStore.open(root);
  expect(found()).toEqual(folders);
  for (const name of ['', 'temporary', '00', 'ff']) expect(statSync(path.join(root, name)).mode & 0o777).toBe(0o700);
});

test('what is missing is made again, and what is there stays as it is', async () => {
  await FolderObjectStore.open(root);
  const kept = path.join(root, '7f', 'kept');
  writeFileSync(kept, 'x');
  const before = statSync(path.join(root, '7f')).ino;
  for (const name of ['temporary', '00', 'ff']) rmSync(path.join(root, name), { recursive: true });
  await FolderObjectStore.open(root);
  expect(found()).toEqual(folders);
  expect([existsSync(kept), statSync(path.join(root, '7f')).ino]).toEqual([true, before]);
});

test('folders in which nobody has left a note are gone when it is closed, and no others', async () => {
  (await FolderObjectStore.open(root)).close();
  expect(existsSync(root)).toBe(false);
  mkdirSync(path.join(root, 'a0'), { recursive: true });
  (await FolderObjectStore.open(root)).close();
  expect(readdirSync(root)).toEqual(['a0']);
  const store = await FolderObjectStore.open(root);
  await store.addNote('installation-AAAA');
  store.close();
  expect(found()).toEqual(folders);
});

test('a link to a folder elsewhere is one, and several may open at once', async () => {
  const elsewhere = path.join(path.dirname(root), 'elsewhere');
  mkdirSync(root);
  mkdirSync(elsewhere);
  symlinkSync(elsewhere, path.join(root, 'a0'));
  await Promise.all([FolderObjectStore.open(root), FolderObjectStore.open(root), FolderObjectStore.open(root)]);
  expect(found()).toEqual(folders);
});

test.each(['temporary', '3c'])('a file where %s belongs is said', async (name) => {
  mkdirSync(root);
  writeFileSync(path.join(root, name), 'x');
  await expect(FolderObjectStore.open(root)).rejects.toThrow(OperatorError);
  await expect(FolderObjectStore.open(root)).rejects.toThrow(`The object store ${root} cannot be written to`);
});

describe('where its file system is not mounted any more', () => {
  const id = newObjectId();
  const content = () => inPieces(Buffer.from('x'));
  let store: FolderObjectStore;
  const move = (name: string) => {
    renameSync(root, path.join(path.dirname(root), name));
  };
  beforeEach(async () => {
    store = await FolderObjectStore.open(root);
    await store.addNote('installation-AAAA');
    await store.addNote('node-BBBB');
    await store.put(id, content());
  });

  const calls: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['opening', () => store.open(id, 1)],
    ['writing', () => store.put(newObjectId(), content())],
    ['writing anew', () => store.replace(id, content(), 1)],
    ['a list', () => collected(store.list())],
    ['a list of what is written', () => collected(store.temporary())],
    ['the notes', () => store.notes()],
    ['a note', () => store.addNote('node-CCCC')],
    ['a look', () => store.ping()],
  ];

  test.each(calls)('%s is an outage, and not about the object', async (_, call) => {
    move('elsewhere');
    expect(outageOf(await call().catch((error: unknown) => error)), 'no folder').toBe('away');
    mkdirSync(root);
    expect(outageOf(await call().catch((error: unknown) => error)), 'an empty folder').toBe('away');
    rmSync(root, { recursive: true });
    renameSync(path.join(path.dirname(root), 'elsewhere'), root);
    await call();
  });

  // What a start made that came before the file system.
  test('nor is what is below it taken for it', async () => {
    move('elsewhere');
    const below = await FolderObjectStore.open(root);
    for (const [what, call] of calls.filter(([name]) => !/^a (?:note|list of)/.test(name)))
      expect(outageOf(await call().catch((error: unknown) => error)), what).toBe('away');
    expect([await collected(below.list()), await collected(below.temporary())]).toEqual([[], []]);
  });

  test('an object that is missing is missing', async () => {
    expect(await store.open(newObjectId(), 1)).toBeNull();
    expect(await store.replace(newObjectId(), content(), 1)).toBe(false);
    // Another server comes and goes.
    const other = await FolderObjectStore.open(root);
    await other.removeNote('node-BBBB');
    await other.addNote('node-DDDD');
    expect(await store.open(newObjectId(), 1)).toBeNull();
    expect((await store.notes()).toSorted()).toEqual(['installation-AAAA', 'node-DDDD']);
  });
});
