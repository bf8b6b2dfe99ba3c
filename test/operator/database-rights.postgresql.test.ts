import { randomBytes } from 'node:crypto';
import path from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { afterwards, scratchFolder } from '../platform/database/scratch.js';
import { command } from './command.js';
import { emptyPostgresql } from './move/places.js';

/** A database of the tests' user, and the URL of it for another one without any right. */
async function ofAnotherUser() {
  const url = await emptyPostgresql();
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  const name = `user_${randomBytes(6).toString('hex')}`;
  await owner.query(`CREATE ROLE ${name} LOGIN PASSWORD 'secret'`);
  afterwards(async () => {
    await owner.query(`DROP OWNED BY ${name}`);
    await owner.query(`DROP ROLE ${name}`);
    await owner.end();
  });
  const theirs = new URL(url);
  theirs.username = name;
  theirs.password = 'secret';
  return { owner, name, url: theirs.href };
}

const serve = (database: string) =>
  command(
    {
      TRUSTATE_DATABASE_URL: database,
      TRUSTATE_DATA_DIR: path.join(scratchFolder(), 'data'),
      TRUSTATE_HTTP_PORT: '0',
      TRUSTATE_HTTPS_PORT: '0',
    },
    'serve',
  );

test('a user that may not make tables is told what it lacks', async () => {
  const { owner, url } = await ofAnotherUser();
  await owner.query('REVOKE CREATE ON SCHEMA public FROM PUBLIC');
  expect(await serve(url)).toMatchObject({
    status: 1,
    err: 'trustate: The database refuses its user what a server needs: make that user the owner of the database, or of the schema that has the tables.\n',
  });
});

test('tables of another application are seen without a right to them', async () => {
  const { owner, name, url } = await ofAnotherUser();
  await owner.query('CREATE TABLE things (id INT)');
  await owner.query(`GRANT CREATE ON SCHEMA public TO ${name}`);
  expect(await serve(url)).toMatchObject({
    status: 1,
    err: expect.stringContaining('contains other tables and is not a Trustate database') as string,
  });
  const { rows } = await owner.query<{ count: string }>(`SELECT count(*) FROM pg_tables WHERE schemaname = 'public'`);
  expect(rows).toEqual([{ count: '1' }]);
});

test('a user that may have too few connections is told what to raise', async () => {
  const { owner, name, url } = await ofAnotherUser();
  await owner.query(`GRANT CREATE ON SCHEMA public TO ${name}`);
  await owner.query(`ALTER ROLE ${name} CONNECTION LIMIT 1`);
  expect(await serve(url)).toMatchObject({
    status: 1,
    err: expect.stringMatching(/^trustate: .*takes no more connections: raise its limit.*\n$/) as string,
  });
});
