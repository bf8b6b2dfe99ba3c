import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { eventually } from '../../eventually.js';
import { migratedTemplate, PostgresDatabases } from '../../platform/database/postgres-databases.js';
import { registeredIn } from './asking.js';
import { openAcme } from './live.js';
import type { AcmeForTests } from './live.js';

/** More than a server has connections. */
const many = 40;

let acme: AcmeForTests;
let other: pg.Client;
let remove: () => Promise<void>;
beforeAll(async () => {
  const made = await new PostgresDatabases(inject('postgres')).make(migratedTemplate);
  ({ remove } = made);
  acme = await openAcme({ TRUSTATE_DATABASE_URL: made.url });
  other = new pg.Client({ connectionString: made.url });
  await other.connect();
});
afterAll(async () => {
  await other.end();
  await acme.close();
  await remove();
});

const waitingForLocks = async (): Promise<number> => {
  const { rowCount } = await other.query(
    "SELECT 1 FROM pg_locks WHERE NOT granted AND locktype IN ('tuple', 'transactionid')",
  );
  return rowCount ?? 0;
};

test('a stranger whose orders all wait for a row of its own leaves connections for whoever else is there', async () => {
  const stranger = await registeredIn(acme);
  await other.query('BEGIN');
  await other.query('UPDATE "AcmeAccount" SET "status" = "status"');
  const nonces = await Promise.all(Array.from({ length: many }, () => stranger.nonce()));
  const ordered = Promise.all(
    nonces.map((nonce, n) =>
      stranger.post(
        stranger.url('newOrder'),
        { identifiers: [{ type: 'dns', value: `a${n}.web.example` }] },
        { nonce },
      ),
    ),
  );
  await vi.waitFor(async () => expect(await waitingForLocks()).toBeGreaterThan(10), eventually);
  expect((await acme.live.call('POST', '/organizations/default/workspaces', workspace)).status).toBe(201);
  await other.query('ROLLBACK');
  expect((await ordered).map(({ status }) => status)).toEqual(nonces.map(() => 201));
});

const workspace = { data: { type: 'workspaces', attributes: { name: 'beside' } } };
