import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, inject, test } from 'vitest';
import { PostgresDatabases } from '../platform/database/postgres-databases.js';
import '../platform/database/postgres-setup.js';
import { afterwards, scratchFolder } from '../platform/database/scratch.js';
import { FakeS3 } from '../platform/objects/fake-s3.js';
import { command } from '../operator/command.js';
import { Api } from './harness/api.js';
import { md5Of, stateText } from './harness/content.js';
import { exchange } from './harness/exchange.js';
import { restingPort } from './harness/ports.js';
import { describeProgram } from './harness/programs.js';
import { Server } from './harness/server.js';
import { Site } from './harness/site.js';
import { World } from './harness/world.js';
import { Load } from './several-nodes/load.js';

const configuration = new URL('../../deploy/haproxy.cfg', import.meta.url);
const aws = { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' };
Object.assign(process.env, aws);

/** The balancer of the guide, in front of these ports. @returns its address */
async function balancer(program: string, ports: readonly number[]): Promise<string> {
  const port = Number(await restingPort());
  const servers = ports.map((to, index) => `  server node${index + 1} 127.0.0.1:${to}`).join('\n');
  const text = readFileSync(configuration, 'utf8')
    .replace('bind :8080', `bind 127.0.0.1:${port}`)
    .replace(/(?: {2}server node\d .*\n?)+$/, `${servers}\n`);
  const file = path.join(scratchFolder(), 'haproxy.cfg');
  writeFileSync(file, text);
  const child = spawn(program, ['-f', file, '-db'], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  afterwards(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const base = `http://127.0.0.1:${port}`;
  await expect
    .poll(() =>
      exchange(`${base}/readyz`).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200);
  return base;
}

describeProgram('from one machine to three nodes behind HAProxy', [{ command: 'haproxy', args: ['-v'] }], (program) => {
  test('a node is killed, one is added, one is upgraded, under load: nothing is lost, and no error but retried ones', async () => {
    // As `npm start` serves it: SQLite and a folder.
    const first = await Server.start();
    const site = new Site(first);
    const kept = await (await site.world.workspace('default')).lock();
    const state = stateText({ serial: 1, lineage: 'kept', padding: 200_000 });
    await kept.push(state);
    await site.root.send('POST', `${first.http}/v1/pki/root/generate/internal`, { common_name: 'CA', key_type: 'ec' });
    const role = { allowed_domains: 'example.com', allow_subdomains: true, key_type: 'ec', no_store: false };
    (await site.root.send('POST', `${first.http}/v1/pki/roles/web`, role)).expect(200);
    const token = first.token;
    expect(await first.terminate()).toBe(0);

    const s3 = await FakeS3.start();
    afterwards(() => s3.stop());
    const { url, remove } = await new PostgresDatabases(inject('postgres')).make('template0');
    afterwards(remove);
    const moved = await command(
      { TRUSTATE_DATA_DIR: first.folder },
      ...['move', '--database', url, '--objects', s3.url],
    );
    expect(moved.status).toBe(0);

    const settings = {
      ...aws,
      TRUSTATE_DATABASE_URL: url,
      TRUSTATE_OBJECT_STORE: s3.url,
      TRUSTATE_SEAL_KEY: readFileSync(path.join(first.folder, 'seal.key'), 'utf8').trim(),
      TRUSTATE_ROOT_TOKEN: token,
      TRUSTATE_TRUSTED_PROXIES: '127.0.0.1',
      TRUSTATE_SMALL_CONTENT: 'off',
      TRUSTATE_CRL_PARTS: 'off',
    };
    const nodes = await Promise.all([Server.start(settings), Server.start(settings), Server.start(settings)]);
    const running = [first, ...nodes];
    afterwards(async () => {
      for (const node of running) await node.kill9();
    });
    const added = Number(await restingPort());
    const ports = nodes.map(({ http }) => Number(new URL(http).port));
    const base = await balancer(program, [...ports, added]);
    const api = new Api(base, token);
    const world = new World(api);
    expect(md5Of((await kept.as(api).currentContent()) ?? '')).toBe(md5Of(state));

    const workspaces = [];
    for (let n = 0; n < 4; n += 1) workspaces.push(await (await world.workspace('default')).lock());
    const load = new Load(api, workspaces);
    afterwards(() => load.stop());
    const goesOn = async () => {
      const before = load.done;
      await expect.poll(() => load.done, { timeout: 120_000 }).toBeGreaterThan(before + 20);
    };
    await goesOn();
    const [one, two, three] = nodes;
    await one.kill9();
    await goesOn();
    const fourth = await Server.start({ ...settings, TRUSTATE_HTTP_PORT: String(added) });
    running.push(fourth);
    await goesOn();
    expect(await two.terminate()).toBe(0);
    await two.restart();
    await goesOn();
    await one.restart();
    await load.stop();

    expect(load.errors).toEqual([]);
    for (const [workspace, serial] of load.serials)
      expect((await workspace.as(api).current()).attributes).toMatchObject({ serial });
    for (const serial of load.certificates) (await api.get(`${base}/v1/pki/cert/${serial}`)).expect(200);
    for (const node of [one, two, three, fourth]) await node.stop(/^(?!a bug)/);
    await first.stop();
  }, 600_000);
});
