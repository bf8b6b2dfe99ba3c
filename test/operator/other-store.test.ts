import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openObjectStore } from '../../src/platform/objects/open-object-store.js';
import { command } from './command.js';
import { installation } from './move/installation.js';

/** Commands, and a start, with a setting that names another object store than that of the database. */
let base: string;
let data: string;
beforeEach(async () => {
  base = mkdtempSync(path.join(tmpdir(), 'trustate-other-store-'));
  data = path.join(base, 'data');
  mkdirSync(data);
  await installation(data);
});
afterEach(() => {
  rmSync(base, { recursive: true });
});

const ports = { TRUSTATE_HTTP_PORT: '0', TRUSTATE_HTTPS_PORT: 'off', TRUSTATE_PROCESSES: '1' };
const run = (store: string, ...args: readonly string[]) =>
  command(
    {
      TRUSTATE_DATA_DIR: data,
      TRUSTATE_OBJECT_STORE: store,
      TRUSTATE_SEAL_KEY: Buffer.alloc(32, 7).toString('base64'),
      ...ports,
    },
    ...args,
  );
const refused =
  /^trustate: The object store \S+ does not (?:hold the objects of|belong to) the database[^\n]* set TRUSTATE_OBJECT_STORE and TRUSTATE_DATABASE_URL [^\n]+\n$/;

test.each([
  ['seal', 'status'],
  ['seal', 'rotate'],
  ['backup', 'BACKUP'],
])('%s %s refuses a folder that is no store of the database, and leaves nothing there', async (...args) => {
  const backup = path.join(base, 'backup');
  const given = args.map((arg) => (arg === 'BACKUP' ? backup : arg));
  const { status, out, err } = await run(path.join(base, 'no/such'), ...given);
  expect({ status, out }).toEqual({ status: 1, out: '' });
  expect(err).toMatch(refused);
  expect(existsSync(path.join(base, 'no'))).toBe(false);
  const empty = path.join(base, 'empty');
  mkdirSync(empty);
  expect((await run(empty, ...given)).err).toMatch(refused);
  expect(readdirSync(empty)).toEqual([]);
  expect(existsSync(backup)).toBe(false);
});

test('a look by doctor leaves nothing there either', async () => {
  const { status, out } = await run(path.join(base, 'no/such'), 'doctor');
  expect(status).toBe(1);
  expect(out).toMatch(/^sweep +failed +the object store is not the one/m);
  expect(existsSync(path.join(base, 'no'))).toBe(false);
});

test('the store of another installation is refused, and stays as it is', async () => {
  const other = path.join(base, 'other');
  const store = await openObjectStore(`file:${other}`);
  await store.addNote('installation-BBBBBBBBBBBBBBBB');
  await store.addNote('turn-1-cccccccc');
  store.close();
  const notes = readdirSync(path.join(other, 'notes'));
  for (const args of [
    ['seal', 'status'],
    ['seal', 'rotate'],
    ['backup', path.join(base, 'backup')],
  ]) {
    const { status, err } = await run(other, ...args);
    expect([status, err]).toEqual([
      1,
      expect.stringMatching(/^trustate: The object store \S+ (?:belongs to another installation|does not belong)/),
    ]);
  }
  expect(readdirSync(path.join(other, 'notes'))).toEqual(notes);
});

test('a start refuses it too, and leaves nothing there', async () => {
  const served = path.join(base, 'served');
  mkdirSync(served);
  await installation(served, { rows: 0 });
  const store = path.join(base, 'no/such');
  const { status, err } = await command({ TRUSTATE_DATA_DIR: served, TRUSTATE_OBJECT_STORE: store, ...ports }, 'serve');
  expect([status, err]).toEqual([1, expect.stringMatching(refused)]);
  expect(existsSync(path.join(base, 'no'))).toBe(false);
});
