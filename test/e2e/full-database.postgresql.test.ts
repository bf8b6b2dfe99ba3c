import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { z } from 'zod';
import type { FreshDatabase } from '../platform/database/fresh-database.js';
import { PostgresDatabases } from '../platform/database/postgres-databases.js';
import '../platform/database/postgres-setup.js';
import { md5Of, stateText } from './harness/content.js';
import { exchange } from './harness/exchange.js';
import { Server } from './harness/server.js';
import { Site } from './harness/site.js';

let folder: string;
let database: FreshDatabase;
let site: Site<Server>;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'trustate-full-'));
  database = await new PostgresDatabases(inject('postgres')).make('template0');
  site = new Site(
    await Server.start({
      TRUSTATE_DATABASE_URL: database.url,
      TRUSTATE_OBJECT_STORE: path.join(folder, 'objects'),
      TRUSTATE_SEAL_KEY: randomBytes(32).toString('base64'),
      TRUSTATE_ROOT_TOKEN: `root.atlasv1.${randomBytes(24).toString('hex')}`,
    }),
  );
});
afterAll(async () => {
  site.tidy();
  await site.server.stop(/./);
  await database.remove();
  rmSync(folder, { recursive: true, force: true });
});

async function said(...statements: readonly string[]): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    let rows: readonly Record<string, unknown>[] = [];
    // One by one: tables are locked for as long as a statement takes, and the server is at work.
    for (const sql of statements) rows = (await client.query<Record<string, unknown>>(sql)).rows;
    return rows;
  } finally {
    await client.end();
  }
}

/** From then on a row that is written is answered as PostgreSQL answers where its disk has no room (disk_full), while `fill` says so. */
async function watchWrites(): Promise<void> {
  const tables = await said(
    'CREATE TABLE room (used_up boolean)',
    'INSERT INTO room VALUES (false)',
    `CREATE FUNCTION requires_room() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF EXISTS (SELECT 1 FROM room WHERE used_up) THEN
        RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100';
      END IF;
      RETURN COALESCE(NEW, OLD);
    END $$`,
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() AND tablename <> 'room'",
  );
  const names = z.array(z.object({ name: z.string() })).parse(tables);
  const trigger = 'CREATE TRIGGER requires_room BEFORE INSERT OR UPDATE OR DELETE ON';
  await said(...names.map(({ name }) => `${trigger} "${name}" FOR EACH ROW EXECUTE FUNCTION requires_room()`));
}
const fill = () => said('UPDATE room SET used_up = true');
const clear = () => said('UPDATE room SET used_up = false');

const health = z.object({
  status: z.string(),
  checks: z.record(z.string(), z.string()),
  reason: z.string().optional(),
});
async function ready() {
  const answer = await exchange(`${site.server.http}/readyz`).catch(() => null);
  return answer && { ...health.parse(JSON.parse(answer.text)), code: answer.status };
}

test('a database without room: what is there is served; a start waits, says why, and goes on when there is room', async () => {
  const { server, root, world } = site;
  const workspace = await (await world.workspace('default')).lock();
  const state = stateText({ serial: 1, lineage: 'full' });
  await workspace.push(state);
  const makeWorkspace = () =>
    root.post('/organizations/default/workspaces', {
      data: { type: 'workspaces', attributes: { name: `w-${randomBytes(4).toString('hex')}` } },
    });

  await watchWrites();
  await fill();
  expect(md5Of((await workspace.currentContent()) ?? '')).toBe(md5Of(state));
  expect((await makeWorkspace()).status).toBe(507);
  expect(await ready()).toMatchObject({ code: 200, status: 'degraded', checks: { writes: 'failed' } });

  await server.kill9();
  const before = server.log.length;
  const started = server.restart();
  await expect.poll(ready).toMatchObject({
    ...{ code: 503, status: 'not ready', checks: { writes: 'failed' } },
    reason: 'The database cannot be written: its disk is full. This server starts when there is room.',
  });
  expect(
    server.log.slice(before).filter(({ msg }) => msg === 'not ready: waiting until the database can be written'),
  ).toHaveLength(1);
  await clear();
  await started;
  expect(await ready()).toMatchObject({ code: 200, status: 'ready' });
  expect(md5Of((await workspace.currentContent()) ?? '')).toBe(md5Of(state));
  expect((await makeWorkspace()).status).toBe(201);
});
