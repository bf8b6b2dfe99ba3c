import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { begunUpload } from './harness/begun-upload.js';
import { md5Of, stateText } from './harness/content.js';
import { text } from './harness/documents.js';
import { exchange } from './harness/exchange.js';
import { Server, serverCommand, serverRoot } from './harness/server.js';
import { Site } from './harness/site.js';
import { shortFiles, tmpfs } from './harness/tight-disk.js';
import type { TightDisk } from './harness/tight-disk.js';
import { eventually } from '../eventually.js';

interface Case {
  readonly title: string;
  readonly disk: () => TightDisk | null;
  readonly settings: (folder: string) => Readonly<Record<string, string>>;
  readonly database: boolean;
  readonly objects: boolean;
}

/** What lies on the disk that gets full. The last one runs on every machine, the others where a disk of its own can be mounted. */
const cases: readonly Case[] = [
  {
    title: 'a disk with everything',
    disk: tmpfs,
    settings: (folder) => ({ TRUSTATE_DATA_DIR: path.join(folder, 'data') }),
    database: true,
    objects: true,
  },
  {
    title: 'the disk of the database',
    disk: tmpfs,
    settings: (folder) => ({ TRUSTATE_DATABASE_URL: `file:${path.join(folder, 'trustate.db')}` }),
    database: true,
    objects: false,
  },
  {
    title: 'the disk of the objects',
    disk: tmpfs,
    settings: (folder) => ({ TRUSTATE_OBJECT_STORE: path.join(folder, 'objects') }),
    database: false,
    objects: true,
  },
  {
    title: 'a limit on files',
    disk: shortFiles,
    settings: (folder) => ({ TRUSTATE_DATA_DIR: path.join(folder, 'data') }),
    database: true,
    objects: true,
  },
];

const unfinished = 'nothing can be written: the server serves reads';
const unwritten = 'a record of the audit cannot be written now';
const health = z.object({ status: z.string(), checks: z.record(z.string(), z.string()) });
const records = z.object({
  organization: z.object({
    auditRecords: z.object({ nodes: z.array(z.object({ requestId: z.string().nullable(), position: z.unknown() })) }),
  }),
});

/** An upload whose first half is sent before something happens. @returns its status; null where the connection ended instead */
async function uploadHalved(url: string, content: string, between: () => Promise<void>): Promise<number | null> {
  const { status, sendTheRest } = await begunUpload(url, content);
  await between();
  sendTheRest();
  return status.catch(() => null);
}

const mounted = tmpfs();
mounted?.remove();

if (mounted === null) {
  test('a disk of its own cannot be mounted here: a limit on files takes its place', () => {
    expect(cases.filter(({ disk }) => disk === shortFiles)).toHaveLength(1);
  });
}

describe.each(cases.filter(({ disk }) => mounted !== null || disk === shortFiles))('$title is full', (given) => {
  test('reading goes on, writing is refused, a start serves what is there, and room is enough to go on', async () => {
    const disk = given.disk();
    if (!disk) throw new Error('no disk');
    const settings = {
      TRUSTATE_ROOT_TOKEN: `root.atlasv1.${randomBytes(24).toString('hex')}`,
      TRUSTATE_LOG_LEVEL: 'info',
      ...given.settings(disk.folder),
    };
    const server = await Server.start(settings);
    const { root, world } = new Site(server);
    const ready = async () => health.parse(JSON.parse((await exchange(`${server.http}/readyz`)).text));
    const asRoot = { headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' } };
    const vault = (where: string, body: object) =>
      exchange(`${server.http}/v1/${where}`, { ...asRoot, method: 'POST', body: JSON.stringify(body) });
    const makeWorkspace = () => {
      const attributes = { name: `full-${randomBytes(4).toString('hex')}` };
      const body = JSON.stringify({ data: { type: 'workspaces', attributes } });
      return exchange(`${server.http}/api/v2/organizations/default/workspaces`, { ...asRoot, method: 'POST', body });
    };
    const refused = [507, 503];

    const first = stateText({ serial: 1, lineage: 'full', padding: 300_000 });
    const second = stateText({ serial: 2, lineage: 'full', padding: 300_000 });
    const third = stateText({ serial: 3, lineage: 'full', padding: 3_000_000 });
    const workspace = await (await world.workspace('default')).lock();
    await workspace.processed((await workspace.push(first)).id);
    const upload = text(await workspace.announce(second), 'hosted-state-upload-url');
    expect((await vault('pki/root/generate/internal', { common_name: 'a root', key_type: 'ec' })).status).toBe(200);
    expect((await exchange(`${server.http}/v1/pki/crl/rotate`, asRoot)).status).toBe(200);

    const readsGoOn = async () => {
      expect(md5Of((await workspace.currentContent()) ?? '')).toBe(md5Of(first));
      expect((await root.get('/organizations/default/workspaces')).status).toBe(200);
      for (const open of ['/v1/pki/ca/pem', '/v1/pki/crl/pem', '/v1/pki/ocsp/MEIwQDA%2BMDwwOjAJBgUrDgMCGgUABBQ%3D'])
        expect((await exchange(`${server.http}${open}`)).status, open).toBeLessThan(500);
    };
    const writesAreRefused = async () => {
      const content = await exchange(upload, { method: 'PUT', body: second });
      expect(refused, content.text).toContain(content.status);
      expect(content.headers['retry-after']).toMatch(/^\d+$/);
      if (!given.database) return;
      const made = await makeWorkspace();
      expect(refused).toContain(made.status);
      expect(made.text).toMatch(/"detail":"\w+/);
      expect(refused).toContain((await vault('pki/root/generate/internal', { common_name: 'another' })).status);
    };
    const isDegraded = async () => {
      const seen = await ready();
      expect(seen.status).toBe('degraded');
      expect(seen.checks).toMatchObject(given.database ? { writes: 'failed' } : { 'object writes': 'failed' });
    };

    /** Some of it may still fit where something was cut off before. */
    const useUp = async () => {
      for (let tries = 0; given.database && tries < 200; tries += 1) if ((await makeWorkspace()).status !== 201) return;
    };

    disk.fill(server);
    await useUp();
    await readsGoOn();
    await writesAreRefused();
    await isDegraded();
    // Whoever is killed now has at least said it.
    const said = server.log.filter(({ msg, writtenLater }) => msg === unwritten && writtenLater === true);
    expect(said.length > 0).toBe(given.database);

    // Killed while it is full, and while something is being uploaded.
    const cut = await uploadHalved(upload, second, () => server.kill9());
    expect(cut).toBeNull();
    await server.restart();
    await useUp();
    await readsGoOn();
    await writesAreRefused();
    await isDegraded();
    // A stop leaves less of the database behind than a kill: even what SQLite needs to read is gone. That is the same wherever the objects are.
    if (given.database && given.objects) {
      expect(await server.terminate()).toBe(0);
      disk.fill(server);
      const before = server.log.length;
      await server.restart();
      await useUp();
      await readsGoOn();
      await writesAreRefused();
      await isDegraded();
      expect(server.log.slice(before).filter(({ msg }) => msg.startsWith(unfinished)).length).toBeLessThanOrEqual(1);
    }
    const reading = await exchange(text(await workspace.current(), 'hosted-state-download-url'));
    expect(reading.status).toBe(200);

    // In the middle of an upload there is room again.
    const last = text(
      await workspace.version((await workspace.versions('pending'))[0]?.id ?? ''),
      'hosted-state-upload-url',
    );
    disk.clear(server);
    await vi.waitFor(async () => expect((await ready()).status).toBe('ready'), { ...eventually, interval: 200 });
    expect((await exchange(last, { method: 'PUT', body: second })).status).toBe(200);
    expect(md5Of((await workspace.currentContent()) ?? '')).toBe(md5Of(second));
    // What was read meanwhile is on record, and in the chain.
    const asked = '{ organization(name: "default") { auditRecords(first: 100) { nodes { requestId position } } } }';
    await vi.waitFor(
      async () => {
        const { organization } = records.parse((await root.graphqlAnswer(asked)).data);
        const record = organization.auditRecords.nodes.find(
          ({ requestId }) => requestId === reading.headers['x-request-id'],
        );
        expect(record?.position).toEqual(expect.anything());
      },
      { ...eventually, interval: 200 },
    );

    // It fills up in the middle of an upload.
    const url = text(await workspace.announce(third), 'hosted-state-upload-url');
    const status = await uploadHalved(url, third, async () => {
      disk.fill(server);
      await root.get('/ping');
    });
    expect([...refused, null]).toContain(status);
    disk.clear(server);
    await vi.waitFor(async () => expect((await ready()).status).toBe('ready'), { ...eventually, interval: 200 });
    expect((await exchange(url, { method: 'PUT', body: third })).status).toBe(200);

    expect(await server.terminate()).toBe(0);
    const { TRUSTATE_ROOT_TOKEN: _token, ...places } = settings;
    const doctor = spawnSync(process.execPath, serverCommand('doctor', '--deep'), {
      cwd: serverRoot,
      env: { ...process.env, TRUSTATE_DATA_DIR: server.folder, ...places },
    });
    expect(doctor.stdout.toString()).not.toMatch(/ failed /);
    await server.stop(/./);
    disk.remove();
  });
});
