import { existsSync, mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DiskReserve } from '../../../src/platform/database/sqlite/reserve.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'trustate-reserve-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

test('room is kept, given up once, and kept again', () => {
  const file = path.join(folder, 'trustate.db-reserve');
  const reserve = new DiskReserve(file);
  expect(reserve.release()).toBe(false);
  reserve.keep();
  const { size, mode, blocks } = statSync(file);
  expect(size).toBe(2 ** 20);
  expect(mode & 0o777).toBe(0o600);
  // Not a hole.
  expect(blocks * 512).toBeGreaterThanOrEqual(size);
  expect(reserve.release()).toBe(true);
  expect(existsSync(file)).toBe(false);
  reserve.close();
  expect(statSync(file).size).toBe(2 ** 20);
  // What a full disk left of it is made whole.
  truncateSync(file, 1000);
  reserve.keep();
  expect(statSync(file).size).toBe(2 ** 20);
  reserve.close();
});

test('where there is no room to keep, nothing fails', () => {
  const reserve = new DiskReserve(path.join(folder, 'not', 'there'));
  reserve.keep();
  reserve.close();
  expect(reserve.release()).toBe(false);
});

test('what cannot be removed is no room, and no failure of its own', () => {
  expect(new DiskReserve(folder).release()).toBe(false);
});
