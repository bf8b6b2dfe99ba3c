import { copyFileSync, renameSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { filesInPlace } from '../../../src/platform/database/sqlite/file-in-place.js';
import { outageOf } from '../../../src/platform/outage.js';
import { scratchFile } from './scratch.js';

test('a database file that is deleted, or replaced by a copy, is noticed, and so is its return', () => {
  const file = scratchFile();
  writeFileSync(file, 'rows');
  const check = filesInPlace(file);
  expect(check).not.toThrow();
  renameSync(file, `${file}.old`);
  expect(check).toThrow(/was moved, deleted or replaced while the server runs/);
  copyFileSync(`${file}.old`, file);
  expect(check).toThrow(/was moved, deleted or replaced/);
  renameSync(`${file}.old`, file);
  expect(check).not.toThrow();
});

test('it is an outage', () => {
  const file = scratchFile();
  writeFileSync(file, 'rows');
  const check = filesInPlace(file);
  renameSync(file, `${file}.old`);
  let failure: unknown;
  try {
    check();
  } catch (error) {
    failure = error;
  }
  expect(outageOf(failure)).toBe('away');
});

test('with another index, what is copied is not known: then the file was not overwritten, though it has another time', () => {
  const file = scratchFile();
  for (const suffix of ['', '-wal', '-shm']) writeFileSync(`${file}${suffix}`, 'rows');
  let happened = false;
  const check = filesInPlace(file, { settled: () => 'copied', happened: () => happened });
  expect(check).not.toThrow();
  happened = true;
  expect(check).toThrow(/the database file .* was overwritten by another program/);
  renameSync(`${file}-wal`, `${file}-set-aside`);
  expect(check).toThrow(/the database file .* was overwritten by another program/);
  renameSync(`${file}-shm`, `${file}.old`);
  writeFileSync(`${file}-shm`, 'rows');
  expect(check).toThrow(/the write-ahead log .* was moved, deleted or replaced/);
});
