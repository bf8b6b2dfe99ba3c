import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { replaceFile } from '../../src/platform/replaced-file.js';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'trustate-replaced-'));
  file = path.join(folder, 'key');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

test('a file is written, and another in its place, with the permissions that are asked for', async () => {
  const before = process.umask(0o077);
  try {
    await replaceFile(file, 'first', 0o644);
    expect(statSync(file).mode & 0o777).toBe(0o644);
    await replaceFile(file, Buffer.from('second'), 0o600);
  } finally {
    process.umask(before);
  }
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).toBe('second');
  expect(readdirSync(folder)).toEqual(['key']);
});

test('what a process left that was killed is not in the way', async () => {
  writeFileSync(`${file}.${process.pid}.new`, 'half', { mode: 0o444 });
  await replaceFile(file, 'whole', 0o600);
  expect(readFileSync(file, 'utf8')).toBe('whole');
  expect(readdirSync(folder)).toEqual(['key']);
});

test('where it fails, everything is as before, and nothing is left beside it', async () => {
  // No file can take its place.
  mkdirSync(file);
  writeFileSync(path.join(file, 'kept'), '');
  await expect(replaceFile(file, 'text', 0o600)).rejects.toThrow(/key/);
  expect(readdirSync(folder, { recursive: true })).toEqual(['key', 'key/kept']);
});
