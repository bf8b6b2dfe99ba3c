import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startApp } from '../../src/app.js';
import { openDatabase } from '../../src/platform/database/database.js';
import type { Database } from '../../src/platform/database/database.js';
import { StatementObserver } from '../../src/platform/database/statements.js';
import { createLog } from '../../src/platform/log/log.js';
import { readConfig } from '../../src/settings/config.js';
import { freshDatabase } from '../platform/database/fresh-database.js';
import { scannedBy } from '../platform/database/scans.js';

/*
 * What goes on by itself, with a little to do for each kind: how a start, a scrape of the metrics and each job read the database. A statement that goes over a
 * table that grows costs more with every row that it has nothing to do with.
 */

/** Statements that do, and why. */
const known: readonly (readonly [RegExp, string])[] = [
  [/^UPDATE "Job" INDEXED BY "Job_leased_idx"/, 'all of an index of the jobs that are claimed'],
  [/^SELECT substr\("\w+", 2, 8\) AS "keyId"/, 'once, at the first start after a version without a record of keys'],
  [/FROM \S*"StoredBytes" WHERE 1=1/, 'the sum for the metrics, of a few rows for each organization'],
  [/^SELECT COUNT\(\*\) FROM "UnnamedObject"/, 'of objects that nothing names, which are removed after days'],
];

const rootToken = 'root0000000000000.atlasv1.0123456789012345678901234567890123456789';
const seen = new Set<string>();
let database: Database;
let end: () => Promise<void>;

beforeAll(async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'trustate-plans-'));
  const { url, remove } = await freshDatabase(folder);
  // It calls through.
  const spy = vi.spyOn(StatementObserver.prototype, 'observe');
  const config = readConfig({
    ...{ TRUSTATE_DATA_DIR: folder, TRUSTATE_HTTP_PORT: '0', TRUSTATE_HTTPS_PORT: 'off', TRUSTATE_WORKERS: '1' },
    ...{ TRUSTATE_ROOT_TOKEN: rootToken, TRUSTATE_AUDIT_RETENTION: '1d' },
    TRUSTATE_DATABASE_URL: url.startsWith('postgresql:') ? url : `file:${url}`,
  });
  const app = await startApp(config, { log: createLog({ level: 'fatal', secrets: [] }) });
  database = await openDatabase({ url });
  end = async () => {
    await app.close();
    await database.close();
    await remove();
    rmSync(folder, { recursive: true, force: true });
  };
  const base = app.welcome.http ?? '';
  await work(base);
  await everythingIsDue();
  await fetch(`${base}/metrics`, { headers: { authorization: `Bearer ${rootToken}` } });
  for (const [sql] of spy.mock.calls) seen.add(sql);
  spy.mockRestore();
});
afterAll(() => end());

async function asked(base: string, asking: string, body: object): Promise<unknown> {
  const response = await fetch(base + asking, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${rootToken}`,
      'content-type': asking.startsWith('/api') ? 'application/vnd.api+json' : 'application/json',
    },
    body: JSON.stringify(body),
  });
  expect([asking, response.status < 300]).toEqual([asking, true]);
  return response.json().catch(() => null);
}

/** Something of everything that a job has to do with. */
async function work(base: string): Promise<void> {
  const { client } = database;
  await asked(base, '/v1/pki/root/generate/internal', { common_name: 'Plans', key_type: 'ec', ttl: '87600h' });
  await asked(base, '/v1/pki/roles/ec', { allow_any_name: true, key_type: 'ec', ttl: '240h', generate_lease: true });
  for (const common_name of ['a.example', 'b.example']) await asked(base, '/v1/pki/issue/ec', { common_name });
  const mount = await client.mount.findUniqueOrThrow({ where: { path: 'pki' } });
  const certificate = await client.certificate.findFirstOrThrow({ where: { commonName: 'a.example' } });
  await asked(base, '/v1/pki/revoke', { serial_number: certificate.serialNumber.replaceAll(/..(?!$)/g, '$&:') });
  const past = new Date(Date.now() - 400 * 86_400_000);
  const { id: _id, ...like } = certificate;
  for (const [id, serialNumber] of [
    ['crt-old1', '0a01'],
    ['crt-old2', '0a02'],
  ] as const)
    await client.certificate.create({ data: { ...like, id, serialNumber, notBefore: past, notAfter: past } });
  const mountId = mount.id;
  const account = { mountId, directory: 'acme', jwk: '{}', status: 'valid', createdAt: past };
  await client.acmeAccount.create({ data: { ...account, id: 'acct-1', thumbprint: 't' } });
  await client.acmeAccount.create({ data: { ...account, id: 'acct-2', thumbprint: 'u', triedUntil: past } });
  await client.acmeAllowance.create({ data: { key: 'names acct-2', fullAt: 1n } });
  await client.acmeOrder.create({
    data: {
      ...{ id: 'order-1', mountId, accountId: 'acct-1', status: 'pending', identifiers: '[]' },
      ...{ createdAt: past, expiresAt: past },
    },
  });
  const lease = { mountId, serialNumber: '0a01', issuedAt: past, path: 'pki/issue/ec' };
  await client.lease.create({ data: { ...lease, id: 'pki/issue/ec/1', expiresAt: past } });
  await client.lease.create({
    data: { ...lease, id: 'pki/issue/ec/2', expiresAt: new Date(Date.now() + 86_400_000), tokenId: 'at-gone' },
  });
  await client.auditRecord.updateMany({ where: { id: { gt: 0n } }, data: { at: past } });
  await asked(base, '/v1/pki/tidy', {
    ...{ tidy_cert_store: true, tidy_revoked_certs: true, tidy_revoked_cert_issuer_associations: true },
    ...{ tidy_expired_issuers: true, tidy_acme: true, tidy_cert_metadata: true, safety_buffer: '1s' },
  });
  const made = await asked(base, '/api/v2/organizations/default/workspaces', {
    data: { type: 'workspaces', attributes: { name: 'plans' } },
  });
  expect(made).toBeTruthy();
  await client.workspace.updateMany({
    where: { id: { gt: '' } },
    data: { retentionKind: 'delete-older', retentionDays: 1 },
  });
  await client.organization.updateMany({
    where: { id: { gt: '' } },
    data: { retentionKind: 'delete-older', retentionDays: 2 },
  });
}

/** Until each job has run. */
async function everythingIsDue(): Promise<void> {
  const { client } = database;
  const kinds = (await client.job.findMany({ where: { kind: { gt: '' } }, select: { kind: true } })).map(
    ({ kind }) => kind,
  );
  expect(kinds.length).toBeGreaterThan(10);
  const made = new Date(0);
  await client.job.updateMany({ where: { kind: { gt: '' } }, data: { dueAt: made } });
  await vi.waitFor(
    async () => {
      expect(await client.job.count({ where: { dueAt: made } })).toBe(0);
    },
    { timeout: 120_000, interval: 500 },
  );
}

test('no statement of a start or of a job goes over a table that grows', async () => {
  expect(seen.size).toBeGreaterThan(100);
  const found: string[] = [];
  for (const sql of seen) {
    const text = sql.replaceAll(/\s+/g, ' ').trim();
    if (known.some(([pattern]) => pattern.test(text))) continue;
    const scanned = await scannedBy(database, sql);
    if (scanned.length > 0) found.push(`${scanned.join()}: ${text}`);
  }
  expect(found).toEqual([]);
});
