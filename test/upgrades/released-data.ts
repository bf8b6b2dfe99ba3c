import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { systemClock } from '../../src/platform/clock.js';
import { copiedRow } from '../../src/platform/database/copying/copied-row.js';
import { numberedColumns } from '../../src/platform/database/copying/copied-tables.js';
import { openSource } from '../../src/platform/database/copying/open-copying.js';
import { PostgresqlTarget } from '../../src/platform/database/copying/postgresql-target.js';
import { tables } from '../../src/platform/database/direct/tables.js';
import { Table } from '../../src/platform/database/direct/table.js';
import { bundledMigrations } from '../../src/platform/database/migrations.js';
import { SqliteDatabase } from '../../src/platform/database/sqlite/driver.js';

/**
 * A data folder of version 0.1.0, which a server of that version wrote: the workspace `kept` with the serials 1 and 2 of the lineage `fixture`, whose output
 * `greeting` is `hello 2`; the authority `Fixture CA` in `pki` with the role `web`, three certificates of a day and the revocation of one of them.
 */
const released = z
  .record(z.string(), z.string())
  .parse(JSON.parse(gunzipSync(readFileSync(new URL('data-of-0.1.0.json.gz', import.meta.url))).toString('utf8')));

export const revokedSerial = '4b:df:ca:af:a8:88:37:40:d1:d8:7f:f7:d9:24:2f:23:a9:5e:5c:6f';

/** Writes it to a folder. */
export function releasedData(folder: string): void {
  for (const [name, content] of Object.entries(released)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, Buffer.from(content, 'base64'), { mode: 0o600 });
  }
}

/** Its root token. */
export const rootToken = (folder: string): string => readFileSync(path.join(folder, 'root-token'), 'utf8').trim();

/** A table as that version declared it. */
export interface ReleasedTable {
  readonly table: Table;
  readonly columns: readonly string[];
}

/** The tables of its database, with the columns of that time. */
export function releasedTables(file: string): readonly ReleasedTable[] {
  const database = new SqliteDatabase(file, { readOnly: true });
  try {
    return tables.flatMap((table) => {
      const columns = database.pragma(`table_info("${table.name}")`).map(({ name }) => String(name));
      return columns.length === 0 ? [] : [{ table, columns }];
    });
  } finally {
    database.close();
  }
}

/** The migrations of that version. */
export function releasedMigrations(file: string): readonly string[] {
  const database = new SqliteDatabase(file, { readOnly: true });
  try {
    return database
      .prepare('SELECT "migration_name" FROM "_prisma_migrations" ORDER BY "migration_name"')
      .column()
      .map(String);
  } finally {
    database.close();
  }
}

/** Brings its rows into an empty PostgreSQL database with the tables of that version. */
export async function releasedOnPostgresql(file: string, url: string): Promise<void> {
  const names = new Set(releasedMigrations(file));
  const target = new PostgresqlTarget(url, systemClock);
  await target.ledger.apply(() => bundledMigrations('postgresql').filter(({ name }) => names.has(name)));
  await target.open();
  const [database, source] = [new SqliteDatabase(file, { readOnly: true }), await openSource(file)];
  try {
    await target.within(async () => {
      const obstacles = await target.obstacles();
      for (const { remove } of obstacles) await target.run(remove);
      for (const { table, columns } of releasedTables(file)) {
        const then = new Table({ ...table, columns: table.columns.filter(({ name }) => columns.includes(name)) });
        const selected = then.columns.map(({ name }) => `"${name}"`).join(', ');
        const rows = database.prepare(`SELECT ${selected} FROM "${table.name}"`).withBigIntegers().all();
        if (rows.length > 0)
          await target.insert(
            then,
            rows.map((row) => copiedRow(then, row)),
          );
      }
      for (const column of numberedColumns) await target.setLastNumber(column, await source.lastNumber(column));
      for (const { restore } of obstacles) await target.run(restore);
    });
  } finally {
    database.close();
    await source.close();
    await target.close();
  }
}
