import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { SqliteDatabase } from '../../../src/platform/database/sqlite/driver.js';
import { databaseStatus, migrateDatabase, openDatabase } from '../../../src/platform/database/database.js';
import { applyMigrations, bundledMigrations } from '../../../src/platform/database/migrations.js';
import type { Migration } from '../../../src/platform/database/migrations.js';
import { SqliteLedger } from '../../../src/platform/database/sqlite/ledger.js';
import { OperatorError } from '../../../src/platform/operator-error.js';
import { scratchDatabase, scratchFile, scratchFolder } from './scratch.js';
import { shortLived } from '../../short-lived.js';

const clock = { now: () => new Date('2026-01-02T03:04:05.678Z') };
const root = fileURLToPath(new URL('../../../migrations/', import.meta.url));

function migration(name: string, sql: string): Migration {
  return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
}

function edit(file: string, sql: string): void {
  const driver = new SqliteDatabase(file);
  driver.exec(sql);
  driver.close();
}

describe('opening', () => {
  test('a new file applies every migration and records it as Prisma does', async () => {
    const file = scratchFile();
    const names: string[] = [];
    const database = await openDatabase({
      url: `file:${file}`,
      clock,
      onMigrated: (applied) => names.push(...applied),
    });
    await database.close();
    const bundled = readdirSync(join(root, 'sqlite')).filter((name) => /^\d/.test(name));
    expect(names).toEqual(bundled);
    const driver = new SqliteDatabase(file, { readOnly: true });
    expect(driver.prepare('SELECT * FROM "_prisma_migrations"').rows()).toEqual(
      bundled.map((name) => ({
        id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
        checksum: createHash('sha256')
          .update(readFileSync(join(root, 'sqlite', name, 'migration.sql')))
          .digest('hex'),
        finished_at: clock.now().getTime(),
        migration_name: name,
        logs: null,
        rolled_back_at: null,
        started_at: clock.now().getTime(),
        applied_steps_count: 1,
      })),
    );
    driver.close();
  });

  test('it again applies nothing', async () => {
    const file = scratchFile();
    await scratchDatabase(file);
    const names: string[] = [];
    await (await openDatabase({ url: file, onMigrated: (applied) => names.push(...applied) })).close();
    expect(names).toEqual([]);
  });

  test.each([
    [
      'it is newer',
      `UPDATE "_prisma_migrations" SET migration_name = '9999_later'`,
      /newer than this program: it has migration 9999_later/,
    ],
    ['a migration was edited', `UPDATE "_prisma_migrations" SET checksum = 'x'`, /edited since/],
    ['a migration was not finished', `UPDATE "_prisma_migrations" SET finished_at = NULL`, /did not finish it/],
    ['it is of another program', `DROP TABLE "_prisma_migrations"`, /is not a Trustate database/],
  ])('ends with one line when %s', async (_, damage, message) => {
    const file = scratchFile();
    await (await openDatabase({ url: file })).close();
    edit(file, damage);
    const error: unknown = await openDatabase({ url: file }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(OperatorError);
    expect(String(error)).toMatch(message);
    expect(String(error)).not.toContain('\n');
  });

  test.each([
    [
      'a file of something else',
      (folder: string) => {
        writeFileSync(join(folder, 'x'), 'This is not a database at all. '.repeat(100));
        return join(folder, 'x');
      },
      /is not a Trustate database/,
    ],
    [
      'a folder',
      (folder: string) => {
        mkdirSync(join(folder, 'x'));
        return join(folder, 'x');
      },
      /is not a Trustate database/,
    ],
    [
      'a file in a folder that is not there',
      (folder: string) => join(folder, 'none', 'x'),
      /the folder .* does not exist/,
    ],
    // Not even root can make a file there.
    ['a file in a folder that cannot be written', () => '/proc/trustate.db', /cannot be opened|does not exist/],
    ['a URL of another kind', () => 'mysql://localhost/x', /is not a database: give a path/],
    ['memory', () => ':memory:', /is not a database: give a path/],
  ])('%s ends with one line', async (_, urlIn, message) => {
    const error: unknown = await openDatabase({ url: urlIn(scratchFolder()) }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(OperatorError);
    expect(String(error)).toMatch(message);
    expect(String(error)).not.toContain('\n');
  });
});

describe('migrating', () => {
  const first = migration('0001_first', "CREATE TABLE a (id TEXT PRIMARY KEY); INSERT INTO a VALUES ('kept');");
  const rebuild = migration(
    '0002_rebuild',
    `
    CREATE TABLE b (a TEXT REFERENCES a (id) ON DELETE CASCADE); INSERT INTO b VALUES ('kept');
    CREATE TABLE new_a (id TEXT PRIMARY KEY, more TEXT); INSERT INTO new_a (id) SELECT id FROM a; DROP TABLE a; ALTER TABLE new_a RENAME TO a;`,
  );
  const broken = migration('0003_broken', 'CREATE TABLE c (id TEXT); INSERT INTO nowhere VALUES (1);');
  const dangling = migration('0003_dangling', "DELETE FROM a WHERE id = 'kept';");

  test('status tells what is pending and makes no file', async () => {
    const file = scratchFile();
    const { applied, pending } = await databaseStatus({ url: file });
    expect([applied, pending]).toEqual([[], bundledMigrations('sqlite')]);
    expect(existsSync(file)).toBe(false);
    await migrateDatabase({ url: file, clock });
    const after = await databaseStatus({ url: file });
    expect(after.applied).toEqual(bundledMigrations('sqlite').map(({ name }) => ({ name, at: clock.now() })));
    expect(after.pending).toEqual([]);
  });

  test('a rebuilt table loses no row that refers to it', async () => {
    const file = scratchFile();
    const ledger = new SqliteLedger({ file, clock });
    expect(await applyMigrations(ledger, [first])).toEqual([first]);
    expect(await applyMigrations(ledger, [first, rebuild])).toEqual([rebuild]);
    const driver = new SqliteDatabase(file);
    expect(driver.prepare('SELECT a.id FROM a JOIN b ON b.a = a.id').rows()).toEqual([{ id: 'kept' }]);
    driver.close();
  });

  test.each([
    ['fails', broken, 'migration 0003_broken failed and nothing was changed: SqliteError: no such table: nowhere'],
    [
      'leaves a dangling reference',
      dangling,
      'a migration left references to rows that do not exist; nothing was changed',
    ],
  ])('one that %s undoes all that were applied with it', async (_, bad, message) => {
    const file = scratchFile();
    const ledger = new SqliteLedger({ file, clock });
    await applyMigrations(ledger, [first]);
    await expect(applyMigrations(ledger, [first, rebuild, bad])).rejects.toThrow(message);
    expect((await ledger.recorded()).map(({ name }) => name)).toEqual(['0001_first']);
    const driver = new SqliteDatabase(file);
    expect(driver.prepare("SELECT name FROM sqlite_schema WHERE name IN ('b', 'c', 'new_a')").rows()).toEqual([]);
    driver.close();
  });

  test('processes that start at once do it once', async () => {
    const file = scratchFile();
    const module = new URL('../../../src/platform/database/database.ts', import.meta.url).href;
    const script = `import { openDatabase } from ${JSON.stringify(module)};
      const database = await openDatabase({ url: process.argv[1] }); await database.client.user.count(); await database.close();`;
    const children = Array.from({ length: 3 }, () =>
      spawn(process.execPath, [...shortLived, '--import', 'tsx', '--input-type=module', '-e', script, file], {
        stdio: 'inherit',
      }),
    );
    const exits = await Promise.all(children.map((child) => once(child, 'exit')));
    expect(exits).toEqual(Array(3).fill([0, null]));
    const { applied } = await databaseStatus({ url: file });
    expect(applied).toHaveLength(bundledMigrations('sqlite').length);
  });
});

test('both databases have the same migrations, and say whose they are', () => {
  for (const provider of ['sqlite', 'postgresql'] as const) {
    expect(readFileSync(join(root, provider, 'migration_lock.toml'), 'utf8')).toContain(`provider = "${provider}"`);
  }
  const [sqlite, postgresql] = [bundledMigrations('sqlite'), bundledMigrations('postgresql')];
  expect(sqlite.map(({ name }) => name)).toEqual(postgresql.map(({ name }) => name));
});
