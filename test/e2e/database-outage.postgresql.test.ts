import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import type { FreshDatabase } from '../platform/database/fresh-database.js';
import { PostgresDatabases } from '../platform/database/postgres-databases.js';
import '../platform/database/postgres-setup.js';
import { TcpProxy } from '../platform/database/tcp-proxy.js';
import { stateText } from './harness/content.js';
import { exchange } from './harness/exchange.js';
import { Server } from './harness/server.js';
import { Site } from './harness/site.js';
import { eventually } from '../eventually.js';

/** A server whose database goes away and comes back. */
let folder: string;
let database: FreshDatabase;
let proxy: TcpProxy;
let site: Site<Server>;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'trustate-outage-'));
  database = await new PostgresDatabases(inject('postgres')).make('template0');
  proxy = await TcpProxy.to(database.url);
  site = new Site(
    await Server.start({
      TRUSTATE_DATABASE_URL: proxy.through(database.url),
      TRUSTATE_DATABASE_TIMEOUT: '2s',
      TRUSTATE_OBJECT_STORE: path.join(folder, 'objects'),
      TRUSTATE_SEAL_KEY: randomBytes(32).toString('base64'),
      TRUSTATE_ROOT_TOKEN: `root.atlasv1.${randomBytes(24).toString('hex')}`,
    }),
  );
});
afterAll(async () => {
  // Whatever needs the database says in the log that it is away.
  await site.server.stop(/./);
  await proxy.close();
  await database.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** What callers of each dialect ask, and how they would read why it failed. */
const dialects: readonly (readonly [name: string, path: string, body: object | undefined, told: RegExp])[] = [
  ['GraphQL', '/graphql', { query: '{ viewer { __typename } }' }, /"code":"UNAVAILABLE"/],
  [
    'GraphQL that changes',
    '/graphql',
    { query: 'mutation { createProject(input: { organization: "default", name: "x" }) { problems { code } } }' },
    /"code":"UNAVAILABLE"/,
  ],
  ['JSON:API', '/api/v2/organizations/default/workspaces', undefined, /"status":"503"/],
  [
    'JSON:API that changes',
    '/api/v2/organizations/default/workspaces',
    { data: { attributes: { name: 'x' } } },
    /"status":"503"/,
  ],
  ['Vault', '/v1/pki/roles/x', undefined, /"errors":\["The service is not available/],
  ['an authority’s certificate', '/v1/pki/ca/pem', undefined, /"errors":\["The service is not available/],
];

async function ask(where: string, body: object | undefined) {
  const { http, token } = site.server;
  return exchange(where.startsWith('http') ? where : `${http}${where}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
}

const ready = async () => (await exchange(`${site.server.http}/readyz`)).status;

async function expectUnavailable(download: string): Promise<void> {
  for (const [name, where, body, told] of [
    ...dialects,
    ['a download', download, undefined, /"status":"503"/] as const,
  ]) {
    const { status, headers, text } = await ask(where, body);
    expect([status, headers['retry-after']], `${name}: ${text}`).toEqual([503, '1']);
    expect(text, name).toMatch(told);
  }
  expect((await exchange(`${site.server.http}/healthz`)).status).toBe(200);
  expect(await ready()).toBe(503);
}

test('while the database cannot be reached every dialect says so, and all goes on when it is back', async () => {
  const workspace = await (await site.world.workspace('default')).lock();
  const content = stateText({ serial: 1, lineage: 'kept' });
  const { id } = await workspace.push(content);
  const download = String((await workspace.processed(id)).attributes['hosted-state-download-url']);

  proxy.refuse();
  await expectUnavailable(download);
  proxy.accept();
  await vi.waitUntil(async () => (await ready()) === 200, eventually);
  expect((await ask(download, undefined)).text).toBe(content);
  // Its inventory is read by a job: they go on.
  await workspace.processed((await workspace.push(stateText({ serial: 2, lineage: 'kept' }))).id);

  proxy.stall();
  const { status, headers } = await ask('/api/v2/organizations/default/workspaces', undefined);
  expect([status, headers['retry-after']]).toEqual([503, '1']);
  proxy.heal();
  await vi.waitUntil(async () => (await ready()) === 200, eventually);
  // Connections that stalled are found one by one, each by who uses it next.
  await vi.waitUntil(async () => {
    const asked = Array.from({ length: 20 }, () => ask('/api/v2/organizations/default/workspaces', undefined));
    return (await Promise.all(asked)).every(({ status: each }) => each === 200);
  }, eventually);
  await workspace.processed((await workspace.push(stateText({ serial: 3, lineage: 'kept' }))).id);
});
