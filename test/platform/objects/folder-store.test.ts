import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { OperatorError } from '../../../src/platform/operator-error.js';
import { FolderObjectStore } from '../../../src/platform/objects/folder-store.js';

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
