import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { parseCrl } from '../../src/pki/x509/index.js';
import { openMount } from './harness/authority.js';
import { stateText } from './harness/content.js';
import { exchange } from './harness/exchange.js';
import { clockAhead, serverCommand, serverRoot } from './harness/server.js';
import type { Server } from './harness/server.js';
import type { Site } from './harness/site.js';
import { VaultApi } from './harness/vault.js';
import { twoServers } from './harness/two-servers.js';
import type { TwoServers } from './harness/two-servers.js';

const minute = 60_000;
/** Of a day. */
const tenMinutes = 10 / 1440;

let servers: TwoServers;
let settings: Record<string, string>;
/** The one's clock runs ten minutes ahead, the other's ten behind. */
let ahead: Site<Server>;
let behind: Site<Server>;

beforeAll(async () => {
  servers = await twoServers([tenMinutes, -tenMinutes]);
  ({ settings, one: ahead, other: behind } = servers);
});
afterAll(() => servers.stop());

const doctor = (days: number) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, serverCommand('doctor'), {
    cwd: serverRoot,
    env: {
      ...process.env,
      ...settings,
      TRUSTATE_DATA_DIR: ahead.server.folder,
      NODE_OPTIONS: days === 0 ? '' : `--import=${clockAhead(days)}`,
    },
  });
  return { status, text: `${stdout.toString()}${stderr.toString()}` };
};

test('each says once that its clock differs, and goes by that of the database', async () => {
  for (const [site, sign] of [
    [ahead, 1],
    [behind, -1],
  ] as const) {
    const lines = site.server.log.filter(({ msg }) => msg.startsWith("this machine's clock differs"));
    expect(lines).toHaveLength(1);
    expect(Math.abs(Number(lines[0]?.['aheadMs']) - sign * 10 * minute)).toBeLessThan(minute);
    expect((await exchange(`${site.server.http}/readyz`)).status).toBe(200);
    await site.world.organization();
  }
  const [apart] = await servers.rows(
    `SELECT max(abs(extract(epoch FROM "at" - (now() AT TIME ZONE 'UTC')))) AS s FROM "AuditRecord"`,
  );
  expect(Number(apart?.['s'])).toBeLessThan(60);
});

test('CRLs go on: what one issues the other revokes, and both serve a list that is valid now', async () => {
  const [one, other] = [ahead, behind].map(({ server }) => new VaultApi(server.http, server.token));
  if (!one || !other) throw new Error('there are two');
  await openMount(one, 'm');
  (await one.write('m/root/generate/internal', { common_name: 'R', key_type: 'ec', ttl: '8760h' })).expect(200);
  (await one.write('m/roles/web', { allow_any_name: true, key_type: 'ec' })).expect(200);
  const serials: string[] = [];
  for (const [issues, revokes] of [
    [one, other],
    [other, one],
  ] as const) {
    const serial = (await issues.write('m/issue/web', { common_name: 'a.example.com', ttl: '1h' })).text(
      'serial_number',
    );
    (await revokes.write('m/revoke', { serial_number: serial })).expect(200);
    serials.push(serial);
    for (const api of [one, other]) {
      const { thisUpdate, nextUpdate, entries } = parseCrl((await exchange(`${api.base}/v1/m/crl`)).bytes);
      expect(entries.map(({ serialNumber }) => serialNumber).toSorted()).toEqual(serials.toSorted());
      expect(thisUpdate.getTime()).toBeLessThan(Date.now() + minute);
      expect(nextUpdate?.getTime()).toBeGreaterThan(Date.now());
    }
  }
});

test('jobs are done once, by either, and none waits for the clock of the other', async () => {
  for (const site of [ahead, behind]) {
    const workspace = await (await site.world.workspace('default')).lock();
    // Its content is read by a job, on whichever server comes first.
    for (let serial = 1; serial <= 3; serial += 1)
      await workspace.processed((await workspace.push(stateText({ serial, lineage: 'clocks' }))).id);
  }
  const jobs = z
    .array(z.object({ kind: z.string(), due: z.coerce.number(), leased: z.coerce.number().nullable() }))
    .parse(
      await servers.rows(`SELECT "kind", extract(epoch FROM "dueAt" - (now() AT TIME ZONE 'UTC')) AS due,
        extract(epoch FROM "leasedUntil" - (now() AT TIME ZONE 'UTC')) AS leased FROM "Job"`),
    );
  expect(jobs.length).toBeGreaterThan(3);
  for (const { due, leased, kind } of jobs) {
    expect(due, kind).toBeGreaterThan(-60);
    expect(leased ?? 0, kind).toBeLessThan(10 * 60);
  }
  for (const { server } of [ahead, behind]) expect(server.log.filter(({ level }) => level >= 50)).toEqual([]);
});

test.each([
  [0, /clock +ok/],
  [tenMinutes, /clock +warning +this machine's clock is 600 s ahead of the database's, which the servers use/],
  [-tenMinutes, /clock +warning +this machine's clock is 600 s behind the database's, which the servers use/],
])('doctor, with a clock that is %d days ahead', (days, line) => {
  const { status, text } = doctor(days);
  expect(text).toMatch(line);
  expect(text).toMatch(/CRLs +ok/);
  expect(text).toMatch(/jobs +ok/);
  expect(status).toBe(0);
});
