import { mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SqliteDatabase } from '../../src/platform/database/sqlite/driver.js';
import { command } from './command.js';

let data: string;
beforeEach(() => {
  data = mkdtempSync(path.join(tmpdir(), 'trustate-existing-'));
});
afterEach(() => {
  rmSync(data, { recursive: true });
});

const run = (...args: readonly string[]) => command({ TRUSTATE_DATA_DIR: data }, ...args);

/** Commands on the database of an installation. */
const commands: readonly [string, string, ...string[]][] = [
  ['token', 'list'],
  ['token', 'create', '--user', 'root'],
  ['token', 'revoke', 'at-1'],
  ['organization', 'plan', 'default'],
  ['objects', 'release'],
  ['seal', 'status'],
  ['seal', 'rotate'],
];

test.each(commands)('in a folder of nobody, %s %s says so, and makes nothing there', async (...args) => {
  expect(await run(...args)).toEqual({
    status: 1,
    out: '',
    err: `trustate: There is no Trustate in ${path.join(data, 'trustate.db')} yet. Set TRUSTATE_DATA_DIR or TRUSTATE_DATABASE_URL as the server has it, or start the server first.\n`,
  });
  expect(readdirSync(data)).toEqual([]);
});

test.each([...commands, ['objects', 'adopt']] as const)(
  '%s %s does not migrate the database of a server that may be at work',
  async (...args) => {
    await run('migrate', 'apply');
    const database = new SqliteDatabase(path.join(data, 'trustate.db'));
    const count = () => database.prepare('SELECT count(*) FROM _prisma_migrations').value();
    database.exec('DELETE FROM _prisma_migrations WHERE rowid = (SELECT max(rowid) FROM _prisma_migrations)');
    const before = count();
    const { status, err } = await run(...args);
    expect(count()).toBe(before);
    database.close();
    expect(status).toBe(1);
    expect(err).toMatch(/^trustate: The database is of an earlier version \(1 migrations are pending\): [^\n]+\n$/);
  },
);

test.each([
  ['token', 'list'],
  ['backup', path.join(tmpdir(), 'trustate-never')],
  ['move', '--database', `file:${path.join(tmpdir(), 'trustate-never.db')}`],
])('a database that cannot be looked at is not said to be missing: %s', async (...args) => {
  symlinkSync('trustate.db', path.join(data, 'trustate.db'));
  const { status, err } = await run(...args);
  expect(status).toBe(1);
  expect(err).toMatch(/^trustate: \S+trustate\.db cannot be looked at: its links lead round in a circle\.\n$/);
});
