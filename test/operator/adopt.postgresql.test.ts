import path from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { move } from '../../src/operator/move/move.js';
import { afterwards, scratchFolder } from '../platform/database/scratch.js';
import { command } from './command.js';
import { installation } from './move/installation.js';
import { emptyPostgresql, options } from './move/places.js';

test('a store is adopted only while no server is at work on the database', async () => {
  const config = await installation(path.join(scratchFolder(), 'data'), { rows: 3 });
  const database = await emptyPostgresql();
  await move(config, { ...options, database, objects: undefined });
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  afterwards(() => client.end());
  const adopt = () =>
    command(
      {
        TRUSTATE_DATABASE_URL: database,
        TRUSTATE_OBJECT_STORE: config.objectStore,
        TRUSTATE_DATA_DIR: config.dataDir,
      },
      'objects',
      'adopt',
    );
  await client.query(
    `INSERT INTO "ServerNode" ("id", "name", "beat", "agreed") VALUES ('a', 'host (process 7)', 1, true)`,
  );
  const killed = new AbortController();
  const beating = (async () => {
    while (!killed.signal.aborted) await client.query('UPDATE "ServerNode" SET "beat" = "beat" + 1');
  })();
  expect(await adopt()).toMatchObject({
    status: 1,
    err: expect.stringContaining('The server host (process 7) is at work on the database') as string,
  });
  killed.abort();
  await beating;
  expect(await adopt()).toMatchObject({ status: 0, err: '' });
});
