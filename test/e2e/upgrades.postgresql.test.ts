import path from 'node:path';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { databaseStatus } from '../../src/platform/database/database.js';
import { PostgresDatabases } from '../platform/database/postgres-databases.js';
import '../platform/database/postgres-setup.js';
import { afterwards, scratchFolder } from '../platform/database/scratch.js';
import { releasedData, releasedOnPostgresql, releasedTables, rootToken } from '../upgrades/released-data.js';
import { Server } from './harness/server.js';
import { goesOn } from './upgrades/after-release.js';

test('this version starts on a PostgreSQL database of 0.1.0, whose servers could still use every table', async () => {
  const folder = scratchFolder();
  releasedData(folder);
  const file = path.join(folder, 'trustate.db');
  const { url, remove } = await new PostgresDatabases(inject('postgres')).make('template0');
  afterwards(remove);
  await releasedOnPostgresql(file, url);
  expect((await databaseStatus({ url })).pending.length).toBeGreaterThan(0);
  const server = await Server.start({
    TRUSTATE_DATABASE_URL: url,
    TRUSTATE_OBJECT_STORE: path.join(folder, 'objects'),
    TRUSTATE_SEAL_KEY_FILE: path.join(folder, 'seal.key'),
    TRUSTATE_ROOT_TOKEN: rootToken(folder),
  });
  try {
    await goesOn(server);
  } finally {
    await server.stop();
  }

  const client = new pg.Client({ connectionString: url });
  await client.connect();
  afterwards(() => client.end());
  for (const { table, columns } of releasedTables(file)) {
    const { rows } = await client.query<{ name: string; required: boolean }>(
      `SELECT column_name AS name, is_nullable = 'NO' AND column_default IS NULL AS required
       FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = $1`,
      [table.name],
    );
    const there = rows.map(({ name }) => name);
    expect(columns.filter((name) => !there.includes(name))).toEqual([]);
    const required = rows.filter((row) => row.required && !columns.includes(row.name));
    expect({ table: table.name, required }).toEqual({ table: table.name, required: [] });
  }
});
