import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stateText } from './harness/content.js';
import { exchange } from './harness/exchange.js';
import { Server, serverCommand, serverRoot } from './harness/server.js';
import { Site } from './harness/site.js';

let site: Site<Server>;
beforeAll(async () => {
  site = new Site(await Server.start());
});
afterAll(() => site.server.stop(/because of the database, the storage|download ended early/));

/** The largest file of the object store. */
function largest(): string {
  const folder = path.join(site.server.folder, 'objects');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => path.join(entry.parentPath, entry.name));
  return paths.reduce((a, b) => (statSync(a).size >= statSync(b).size ? a : b));
}

function flip(file: string, at: (size: number) => number): void {
  const bytes = readFileSync(file);
  const place = at(bytes.length);
  bytes[place] = (bytes[place] ?? 0) ^ 1;
  writeFileSync(file, bytes);
}

test('a byte that changed is a problem, a connection that is cut, and a finding of the doctor', async () => {
  const workspace = await (await site.world.workspace('default')).lock();
  // What does not compress is several frames.
  const noise = Array.from({ length: 120_000 }, () => Math.random().toString(36).slice(2)).join('');
  const content = stateText({ serial: 1, lineage: 'rot', outputs: { noise: { value: noise, type: 'string' } } });
  const { id } = await workspace.push(content);
  const url = String((await workspace.processed(id)).attributes['hosted-state-download-url']);
  const file = largest();

  flip(file, (size) => size - 100_000);
  await expect(exchange(url)).rejects.toThrow(/aborted|hang up|ECONNRESET/);
  await expect.poll(() => JSON.stringify(site.server.log)).toContain(path.basename(file));

  flip(file, () => 10);
  const { status, headers, text } = await exchange(url);
  expect([status, headers['content-type']]).toEqual([500, 'application/vnd.api+json; charset=utf-8']);
  expect(headers.etag).toBeUndefined();
  expect(text).toContain('The stored content is damaged');

  const doctor = (...options: string[]) => {
    try {
      execFileSync(process.execPath, serverCommand('doctor', ...options), {
        ...{ cwd: serverRoot, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
        env: { ...process.env, TRUSTATE_DATA_DIR: site.server.folder },
      });
      return 'no fault';
    } catch (error) {
      return typeof error === 'object' && error !== null && 'stdout' in error ? String(error.stdout) : '';
    }
  };
  expect(doctor()).toBe('no fault');
  expect(doctor('--deep')).toContain(`content of state version ${id} of workspace ${workspace.id}`);
});

test('without its folder of objects the server serves what it can, and says so', async () => {
  const { server } = site;
  rmSync(path.join(server.folder, 'objects'), { recursive: true });
  expect((await exchange(`${server.http}/healthz`)).status).toBe(200);
  const answer = await exchange(`${server.http}/readyz`);
  expect(answer.status).toBe(200);
  expect(JSON.parse(answer.text)).toMatchObject({ status: 'degraded', checks: { database: 'ok', objects: 'failed' } });
});
