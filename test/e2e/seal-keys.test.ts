import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { md5Of, stateText } from './harness/content.js';
import { Server, serverCommand, serverRoot } from './harness/server.js';
import { Site } from './harness/site.js';
import { VaultApi } from './harness/vault.js';
import { fresh } from './harness/world.js';

const made = Buffer.alloc(32, 42).toString('base64');
const timeout = 240_000;

const environmentOf = (folder: string) => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(TRUSTATE_|VITEST|NODE_OPTIONS)/.test(name))),
  TRUSTATE_DATA_DIR: folder,
  TRUSTATE_HTTP_PORT: '0',
  TRUSTATE_HTTPS_PORT: '0',
});

/** A command of the operator, beside the server or without one. */
function trustate(folder: string, ...command: string[]) {
  const options = { cwd: serverRoot, env: environmentOf(folder), encoding: 'utf8', timeout: 120_000 } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, serverCommand(...command), options);
  return { status, stdout, stderr };
}

const vault = ({ server }: Site<Server>) => new VaultApi(server.http, server.token);

const issued = (site: Site<Server>) => vault(site).write('pki/issue/web', { common_name: 'a.example.com', ttl: '1h' });

/** Something of each kind that is sealed. */
async function filled(site: Site<Server>) {
  const pki = vault(site);
  const root = { common_name: fresh('root'), key_type: 'ec', ttl: '24h' };
  for (const [path, sent] of [
    ['pki/root/generate/internal', root],
    ['pki/roles/web', { allowed_domains: 'example.com', allow_subdomains: true, key_type: 'ec' }],
  ] as const)
    expect([200, 204]).toContain((await pki.write(path, sent)).status);
  expect((await issued(site)).status).toBe(200);
  const outputs = { password: { value: 'hush', type: 'string', sensitive: true } };
  const workspace = await (await site.world.workspace('default')).lock();
  const states = Array.from({ length: 8 }, (_, n) => stateText({ serial: n + 1, outputs, padding: 30_000 }));
  for (const state of states) await workspace.push(state, { lineage: undefined, force: true });
  const version = await workspace.processed((await workspace.current()).id);
  const attributes = { key: 'region', value: 'kept', category: 'terraform' };
  (await site.root.post(`/workspaces/${workspace.id}/vars`, { data: { type: 'vars', attributes } })).expect(201);
  return { workspace, version, state: states.at(-1) ?? '' };
}

test(
  'a master key is changed while the server runs, by a rotation that is killed, and the earlier one goes',
  { timeout },
  async () => {
    const server = await Server.start();
    const site = new Site(server);
    const keyFile = path.join(server.folder, 'seal.key');
    const old = readFileSync(keyFile, 'utf8').trim();
    const { workspace, version, state } = await filled(site);
    const url = String(version.attributes['hosted-state-download-url']);
    const readable = async () => {
      expect(md5Of(await workspace.content(await workspace.version(version.id)))).toBe(md5Of(state));
      const [output] = (await site.root.get(`/state-versions/${version.id}/outputs`)).expect(200).many;
      expect((await site.root.get(`/state-version-outputs/${output?.id ?? ''}`)).one.attributes['value']).toBe('hush');
      const { json } = (await site.root.get(`/workspaces/${workspace.id}/vars`)).expect(200);
      expect(json).toMatchObject({ data: [{ attributes: { value: 'kept' } }] });
    };

    // Both keys, the new one first, but the server has not been told yet.
    writeFileSync(keyFile, `${made}\n${old}\n`);
    const early = trustate(server.folder, 'seal', 'rotate');
    expect(early.status).toBe(1);
    expect(early.stderr).toContain('does not have the master key');

    // A key alone that opens nothing, and one that is missing, are refused, and nothing is left behind.
    await server.terminate();
    writeFileSync(keyFile, `${made}\n`);
    const wrong = trustate(server.folder, 'serve');
    expect([wrong.status, wrong.stdout]).toEqual([1, '']);
    expect(wrong.stderr).toMatch(
      /^trustate: The database is sealed under the master key [0-9a-f]{16}, which is not configured.*\n$/,
    );
    const oldId = /master key ([0-9a-f]{16})/.exec(wrong.stderr)?.[1] ?? '';
    rmSync(keyFile);
    const missing = trustate(server.folder, 'serve');
    expect([missing.status, existsSync(keyFile)]).toEqual([1, false]);
    expect(missing.stderr).toContain(`seal.key is missing, and the database is sealed under the master key ${oldId}`);

    writeFileSync(keyFile, `${made}\n${old}\n`, { mode: 0o600 });
    await server.restart();
    expect((await site.root.as(null).get(url)).status).toBe(200);

    // The earlier key is needed, and killed rotations change nothing about that.
    const status = trustate(server.folder, 'seal', 'status');
    expect(status.stdout).toMatch(new RegExp(`^${oldId}  earlier  .*8 objects.*needed until`, 'm'));
    for (const delay of [900, 1_500]) {
      const rotating = spawn(process.execPath, serverCommand('seal', 'rotate'), {
        cwd: serverRoot,
        env: environmentOf(server.folder),
        stdio: 'ignore',
      });
      const ended = once(rotating, 'exit');
      setTimeout(() => rotating.kill('SIGKILL'), delay);
      await ended;
      await readable();
    }
    const rotated = trustate(server.folder, 'seal', 'rotate');
    expect([rotated.status, rotated.stdout]).toEqual([0, expect.stringMatching(/sealed again|No earlier key/)]);
    expect(trustate(server.folder, 'seal', 'status').stdout).toMatch(
      new RegExp(`^${oldId}  earlier  nothing .*can be removed$`, 'm'),
    );
    await readable();

    // An earlier key in the place of the current one opens nothing that was sealed since.
    await server.terminate();
    writeFileSync(keyFile, `${old}\n`);
    expect(trustate(server.folder, 'serve')).toMatchObject({ status: 1 });

    // It goes.
    writeFileSync(keyFile, `${made}\n`);
    await server.restart();
    await readable();
    const rollback = {
      type: 'state-versions',
      relationships: { 'rollback-state-version': { data: { id: version.id, type: 'state-versions' } } },
    };
    (await site.root.patch(`/workspaces/${workspace.id}/state-versions`, { data: rollback })).expect(201);
    expect((await issued(site)).status).toBe(200);
    expect(trustate(server.folder, 'seal', 'status').status).toBe(0);
    await server.stop();
  },
);
