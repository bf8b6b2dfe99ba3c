import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { SqliteDatabase } from '../../src/platform/database/sqlite/driver.js';
import { parseCrl } from '../../src/pki/x509/index.js';
import { openMount } from './harness/authority.js';
import { fullState as full, stateText } from './harness/content.js';
import { text } from './harness/documents.js';
import { exchange } from './harness/exchange.js';
import { OpenSsl } from './harness/openssl.js';
import { serverCommand, serverRoot } from './harness/server.js';
import { withServer } from './harness/site.js';
import { VaultApi } from './harness/vault.js';

const site = withServer();
const openssl = new OpenSsl();
afterAll(() => openssl.remove());

const days = 86_400_000;
const ahead = 730;
const api = () => new VaultApi(site.get.server.http, site.get.server.token);

async function crl(mount: string) {
  const { thisUpdate, nextUpdate, number, entries } = parseCrl(
    (await exchange(`${site.get.server.http}/v1/${mount}/crl`)).bytes,
  );
  return { thisUpdate, nextUpdate, number: number ?? 0n, serials: entries.map(({ serialNumber }) => serialNumber) };
}

/** A certificate that is issued and revoked. */
async function revoked(mount: string): Promise<string> {
  const issued = await api().write(`${mount}/issue/web`, { common_name: 'a.example.com', ttl: '1h' });
  const serial = issued.text('serial_number');
  (await api().write(`${mount}/revoke`, { serial_number: serial })).expect(200);
  return serial;
}

const jobRows = z.array(z.object({ kind: z.string(), dueAt: z.string() }));

/** Jobs that recur, with the days after which they are due. */
function recurring(): Readonly<Record<string, number>> {
  const database = new SqliteDatabase(path.join(site.get.server.folder, 'trustate.db'), { readOnly: true });
  const rows = jobRows.parse(database.prepare('SELECT "kind", "dueAt" FROM "Job"').rows());
  database.close();
  return Object.fromEntries(rows.map(({ kind, dueAt }) => [kind, (new Date(dueAt).getTime() - Date.now()) / days]));
}

function doctor() {
  const { status, stdout } = spawnSync(process.execPath, serverCommand('doctor'), {
    cwd: serverRoot,
    env: { ...process.env, NODE_OPTIONS: '', TRUSTATE_DATA_DIR: site.get.server.folder },
  });
  return { status, text: stdout.toString() };
}

/** From here on the clock is eight days ahead. */
test('the passage of days: URLs expire, and soft-deleted data go for good', async () => {
  const { server } = site.get;
  const workspace = await (await site.get.world.workspace('default')).lock();
  const earlier = await workspace.processed((await workspace.push(full(1, 'days'))).id);
  const kept = await workspace.processed((await workspace.push(full(2, 'days'))).id);
  const current = await workspace.processed((await workspace.push(full(3, 'days'))).id);
  const waiting = await workspace.announce(stateText({ serial: 4, lineage: 'days' }));
  const soft = (id: string, body?: unknown) =>
    site.get.root
      .post(`/state-versions/${id}/actions/soft_delete_backing_data`, body)
      .then((reply) => reply.expect(200));
  await soft(earlier.id);
  await soft(kept.id, { data: { attributes: { 'delete-older-than-n-days': 30 } } });

  await server.restart(8);
  const upload = await site.get.root
    .as(null)
    .send('PUT', text(waiting, 'hosted-state-upload-url'), stateText({ serial: 4, lineage: 'days' }));
  expect(upload.refusal).toMatchObject({ status: 404, detail: 'This URL has expired' });
  expect((await workspace.version(waiting.id)).attributes['status']).toBe('pending');
  const download = await site.get.root.get(text(current, 'hosted-state-download-url'));
  expect(download.refusal).toMatchObject({ status: 404, detail: 'This URL has expired' });
  (await site.get.root.get(text(await workspace.version(current.id), 'hosted-state-download-url'))).expect(200);

  const purged = async () => (await workspace.version(earlier.id)).attributes['status'];
  await expect.poll(purged).toBe('backing_data_permanently_deleted');
  expect((await workspace.version(kept.id)).attributes['status']).toBe('backing_data_soft_deleted');
});

test('a start two years ahead, and one with the right clock after it', async () => {
  const { server, world } = site.get;
  await openMount(api(), 'm');
  await api().write('m/root/generate/internal', { common_name: 'R', key_type: 'ec', ttl: '80000h' });
  await api().write('m/roles/web', { allow_any_name: true, key_type: 'ec' });
  const first = await revoked('m');
  const before = await crl('m');
  expect(before.serials).toEqual([first]);
  const workspace = await (await world.workspace('default')).lock();
  await workspace.processed((await workspace.push(stateText({ serial: 1, lineage: 'clock' }))).id);

  expect(await server.terminate()).toBe(0);
  await server.restart(ahead);
  const then = Date.now() + ahead * days;
  // Its CRL has ended: one that begins in that time takes its place.
  await expect.poll(async () => (await crl('m')).thisUpdate.getTime() > then - days).toBe(true);
  const second = await revoked('m');
  const ofThen = await crl('m');
  expect(ofThen.number).toBeGreaterThan(before.number);
  expect(ofThen.serials).toContain(second);
  await expect.poll(() => Math.min(...Object.values(recurring()))).toBeGreaterThan(ahead - 1);

  expect(await server.terminate()).toBe(0);
  const found = doctor();
  expect(found.status).toBe(1);
  expect(found.text).toMatch(/certificates +warning +tls\/server\.pem begins in the future, on 2/);
  expect(found.text).toMatch(/clock +failed +\d+ s behind the newest record/);
  expect(found.text).toMatch(/CRLs +failed .*\n +mount m, issuer \S+: the complete CRL begins in the future/);
  await server.restart();
  const now = async () => {
    const { thisUpdate, nextUpdate } = await crl('m');
    return thisUpdate.getTime() <= Date.now() && (nextUpdate?.getTime() ?? 0) > Date.now();
  };
  await expect.poll(now).toBe(true);
  const third = await revoked('m');
  const after = await crl('m');
  expect(await now()).toBe(true);
  expect(after.number).toBeGreaterThan(ofThen.number);
  expect(after.serials).toContain(third);
  expect(after.serials).toContain(second);
  expect(Math.max(...Object.values(recurring()))).toBeLessThan(2);
  expect((await site.get.secure.get('/account/details')).status).toBe(200);
  const { status, text } = doctor();
  for (const name of ['certificates', 'jobs', 'clock', 'CRLs', 'audit'])
    expect(text).toMatch(new RegExp(`${name} +ok `));
  expect(status).toBe(0);
});
