import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { stateText } from '../harness/content.js';
import { fencesOf, textOf } from '../harness/guide.js';
import { serverRoot } from '../harness/server.js';
import { withServer } from '../harness/site.js';
import { VaultApi } from '../harness/vault.js';

const fences = fencesOf('subscriptions.md');
const site = withServer();

/** A program that goes on until the test ends, and what it has printed. */
class Running {
  said = '';
  complained = '';
  readonly #child: ChildProcess;

  constructor(command: string, args: readonly string[]) {
    const { token } = site.get.server;
    const env = { ...process.env, TRUSTATE_TOKEN: token, TOKEN: token };
    this.#child = spawn(command, args, { cwd: serverRoot, env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child.stdout?.on('data', (chunk: Buffer) => (this.said += chunk.toString()));
    this.#child.stderr?.on('data', (chunk: Buffer) => (this.complained += chunk.toString()));
  }

  async says(words: RegExp): Promise<void> {
    await vi.waitFor(() => expect(this.said, this.complained).toMatch(words), { timeout: 40_000, interval: 50 });
  }

  end(): void {
    this.#child.kill();
  }
}

let running: Running | undefined;
afterEach(() => running?.end());

const of = (language: string) => fences.filter((fence) => fence.language === language).map(({ text }) => here(text));
const here = (text: string) =>
  text
    .replaceAll('http://localhost:8080', site.get.server.http)
    .replaceAll('ws://localhost:8080', site.get.server.http.replace('http', 'ws'));

test('the guide has programs of two kinds, each to run as it stands', () => {
  expect([...new Set(fences.map(({ language }) => language))].sort()).toEqual(['js', 'sh']);
  expect(textOf('subscriptions.md')).not.toContain('example.com');
});

test('over WebSocket nothing is missed, also when the server starts anew', { timeout: 90_000 }, async () => {
  // Below the root, where the program finds its library.
  mkdirSync(path.join(serverRoot, '.cache'), { recursive: true });
  const folder = mkdtempSync(path.join(serverRoot, '.cache/guide-'));
  try {
    const file = path.join(folder, 'program.mjs');
    writeFileSync(file, of('js').join('\n'));
    const { world, server } = site.get;
    running = new Running(process.execPath, [file]);
    await running.says(/^at nothing$/m);
    const workspace = await (await world.found('default', 'watched')).lock();
    const lineage = '00000000-0000-4000-8000-000000000002';
    await workspace.push(stateText({ serial: 1, lineage }));
    await running.says(/^CREATED 1$/m);
    await server.restart();
    await workspace.push(stateText({ serial: 2, lineage }));
    await running.says(/^CREATED 2$/m);
    expect(running.said.match(/^CREATED .*$/gm)).toEqual(['CREATED 1', 'CREATED 2']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('over server-sent events a CRL is told of', { timeout: 60_000 }, async () => {
  const { server } = site.get;
  const vault = new VaultApi(server.http, server.token);
  const root = { common_name: 'Example Root', key_type: 'ec', ttl: '700h' };
  (await vault.write('pki/root/generate/internal', root)).expect(200);
  running = new Running('bash', ['-c', `exec ${of('sh').join('')}`]);
  // The stream begins with the id of where it stands.
  await running.says(/^id:/m);
  (await vault.read('pki/crl/rotate')).expect(200);
  await running.says(/^data: *\{"data":\{"crlEvents":\{"eventId":"[^"]+","number":\d+/m);
});
