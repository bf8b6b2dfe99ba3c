import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import type { FreshDatabase } from '../platform/database/fresh-database.js';
import { PostgresDatabases } from '../platform/database/postgres-databases.js';
import '../platform/database/postgres-setup.js';
import { Server } from './harness/server.js';
import { Site } from './harness/site.js';
import { fresh } from './harness/world.js';
import { eventually } from '../eventually.js';

/** Statements are held up by somebody else who holds a table, for as long as a test wants. */
let database: FreshDatabase;
/** Where nothing ends by itself for longer than a test waits, and where it does soon. */
let site: Site<Server>;
let hurried: Site<Server>;
let folder: string;
let holder: pg.Client;

beforeAll(async () => {
  database = await new PostgresDatabases(inject('postgres')).make('template0');
  folder = mkdtempSync(path.join(tmpdir(), 'trustate-shared-'));
  const settings = {
    TRUSTATE_DATABASE_URL: database.url,
    TRUSTATE_OBJECT_STORE: path.join(folder, 'objects'),
    TRUSTATE_SEAL_KEY: randomBytes(32).toString('base64'),
    TRUSTATE_ROOT_TOKEN: `root.atlasv1.${randomBytes(24).toString('hex')}`,
  };
  site = new Site(await Server.start({ ...settings, TRUSTATE_OPERATION_TIMEOUT: '10m' }));
  hurried = new Site(await Server.start({ ...settings, TRUSTATE_OPERATION_TIMEOUT: '1500ms' }));
});
afterAll(async () => {
  await hurried.server.stop();
  await site.server.stop();
  rmSync(folder, { recursive: true, force: true });
  await database.remove();
});
beforeEach(async () => {
  holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
});
afterEach(() => holder.end());

async function hold(table: string): Promise<void> {
  await holder.query('BEGIN');
  await holder.query(`LOCK TABLE "${table}" IN ACCESS EXCLUSIVE MODE`);
}

const letGo = () => holder.query('COMMIT');

/** Statements of the server that wait for a table. */
async function waiting(statement: RegExp): Promise<number> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query<{ query: string }>(
    "SELECT query FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
  );
  await client.end();
  return rows.filter(({ query }) => statement.test(query)).length;
}

const untilWaiting = (statement: RegExp, count: number) =>
  vi.waitFor(async () => expect(await waiting(statement)).toBe(count), eventually);

const list = 'query Listed { organization(name: "default") { workspaces(first: 100) { nodes { name } } } }';
const creation =
  'mutation Created($input: CreateWorkspaceInput!) { createWorkspace(input: $input) { workspace { id } problems { message } } }';

type Asking = (query: string, variables?: object) => () => void;

/** Ways to send an operation; each gives what hangs up. */
const overHttp =
  (accept: string): Asking =>
  (query, variables = {}) => {
    const headers = { accept, 'content-type': 'application/json', authorization: `Bearer ${site.server.token}` };
    const outgoing = request(`${site.server.http}/graphql`, { method: 'POST', headers });
    outgoing.on('error', () => undefined);
    outgoing.end(JSON.stringify({ query, variables }));
    return () => outgoing.destroy();
  };
const overWebSocket: Asking = (query, variables = {}) => {
  const socket = new WebSocket(`${site.server.http.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  const send = (message: object) => {
    socket.send(JSON.stringify(message));
  };
  socket.on('open', () => {
    send({ type: 'connection_init', payload: { authorization: `Bearer ${site.server.token}` } });
  });
  socket.once('message', () => {
    send({ id: 'one', type: 'subscribe', payload: { query, variables } });
  });
  return () => {
    socket.terminate();
  };
};
const plain = overHttp('application/json');

const found = z.object({
  organization: z.object({ workspaces: z.object({ nodes: z.array(z.object({ name: z.string() })) }) }),
});

async function names(): Promise<readonly string[]> {
  const { organization } = await site.root.graphql(found, list);
  return organization.workspaces.nodes.map(({ name }) => name);
}

describe('on PostgreSQL, a statement that runs for nobody is ended', () => {
  test.each([
    ['a query', list, {}, 'Workspace', /FROM .*"Workspace"/],
    [
      'a mutation',
      creation,
      { input: { organization: 'default', name: fresh('late') } },
      'AuditRecord',
      /INSERT INTO .*"AuditRecord"/,
    ],
  ])('%s that takes too long', async (_what, query, variables, table, statement) => {
    await hold(table);
    const answer = await hurried.root.graphqlAnswer(query, variables);
    expect(answer.errors).toMatchObject([{ extensions: { code: 'LIMIT_EXCEEDED' } }]);
    await untilWaiting(statement, 0);
    await letGo();
  });

  test.each([
    ['HTTP', plain],
    ['server-sent events', overHttp('text/event-stream')],
    ['WebSocket', overWebSocket],
  ])('a query whose caller hangs up: %s', async (_way, ask) => {
    await hold('Workspace');
    const hangUp = ask(list);
    await untilWaiting(/FROM .*"Workspace"/, 1);
    hangUp();
    await untilWaiting(/FROM .*"Workspace"/, 0);
    await letGo();
  });

  test('a mutation whose caller hangs up leaves nothing, neither locks nor half of it', async () => {
    const name = fresh('half');
    await hold('AuditRecord');
    const hangUp = plain(creation, { input: { organization: 'default', name } });
    await untilWaiting(/INSERT INTO .*"AuditRecord"/, 1);
    hangUp();
    await untilWaiting(/INSERT INTO .*"AuditRecord"/, 0);
    await letGo();
    expect(await names()).not.toContain(name);
    await site.root.graphql(z.unknown(), creation, { input: { organization: 'default', name } });
    expect(await names()).toContain(name);
  });
});
