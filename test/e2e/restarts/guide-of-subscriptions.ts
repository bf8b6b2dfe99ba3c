import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { stateText } from '../harness/content.js';
import { fencesOf, textOf } from '../harness/guide.js';
import { serverRoot } from '../harness/server.js';
import { VaultApi } from '../harness/vault.js';
import type { Workspace } from '../harness/world.js';
import type { Ground, Phases } from './phases.js';
import { eventually } from '../../eventually.js';

const fences = fencesOf('subscriptions.md');

/** A program that goes on until the test ends, and what it has printed. */
class Running {
  said = '';
  complained = '';
  readonly #child: ChildProcess;

  constructor(token: string, command: string, args: readonly string[]) {
    const env = { ...process.env, TRUSTATE_TOKEN: token, TOKEN: token };
    this.#child = spawn(command, args, { cwd: serverRoot, env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child.stdout?.on('data', (chunk: Buffer) => (this.said += chunk.toString()));
    this.#child.stderr?.on('data', (chunk: Buffer) => (this.complained += chunk.toString()));
  }

  async says(words: RegExp): Promise<void> {
    await vi.waitFor(() => expect(this.said, this.complained).toMatch(words), eventually);
  }

  end(): void {
    this.#child.kill();
  }
}

const lineage = '00000000-0000-4000-8000-000000000002';

/** The programs of the guide to subscriptions, as they stand. */
export function guideOfSubscriptions(site: Ground): Phases {
  const of = (language: string) => fences.filter((fence) => fence.language === language).map(({ text }) => here(text));
  const here = (text: string) =>
    text
      .replaceAll('http://localhost:8080', site.get.server.http)
      .replaceAll('ws://localhost:8080', site.get.server.http.replace('http', 'ws'));
  let program: Running | undefined;
  let stream: Running | undefined;
  let folder: string | undefined;
  let workspace: Workspace;

  afterAll(() => {
    for (const running of [program, stream]) running?.end();
    if (folder !== undefined) rmSync(folder, { recursive: true });
  });

  return {
    before() {
      test('the guide to subscriptions has programs of two kinds, each to run as it stands', () => {
        expect([...new Set(fences.map(({ language }) => language))].sort()).toEqual(['js', 'sh']);
        expect(textOf('subscriptions.md')).not.toContain('example.com');
      });

      test('its program hears over WebSocket', async () => {
        // Below the root, where the program finds its library.
        mkdirSync(path.join(serverRoot, '.cache'), { recursive: true });
        folder = mkdtempSync(path.join(serverRoot, '.cache/guide-'));
        const file = path.join(folder, 'program.mjs');
        writeFileSync(file, of('js').join('\n'));
        const { world, server } = site.get;
        program = new Running(server.token, process.execPath, [file]);
        await program.says(/^at nothing$/m);
        workspace = await (await world.found('default', 'watched')).lock();
        await workspace.push(stateText({ serial: 1, lineage }));
        await program.says(/^CREATED 1$/m);
      });

      test('its command hears of a CRL over server-sent events', async () => {
        const { server } = site.get;
        const vault = new VaultApi(server.http, server.token);
        const root = { common_name: 'Example Root', key_type: 'ec', ttl: '700h' };
        (await vault.write('pki/root/generate/internal', root)).expect(200);
        stream = new Running(server.token, 'bash', ['-c', `exec ${of('sh').join('')}`]);
        // The stream begins with the id of where it stands.
        await stream.says(/^id:/m);
        (await vault.read('pki/crl/rotate')).expect(200);
        await stream.says(/^data: *\{"data":\{"crlEvents":\{"eventId":"[^"]+","number":\d+/m);
      });
    },
    afterKill() {
      test('the program of the guide to subscriptions has missed nothing', async () => {
        await workspace.push(stateText({ serial: 2, lineage }));
        await program?.says(/^CREATED 2$/m);
        expect(program?.said.match(/^CREATED .*$/gm)).toEqual(['CREATED 1', 'CREATED 2']);
      });
    },
  };
}
