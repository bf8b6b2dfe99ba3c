import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { md5Of, stateText } from './harness/content.js';
import { exchange } from './harness/exchange.js';
import { restingPort } from './harness/ports.js';
import { serverCommand, serverRoot } from './harness/server.js';
import type { Server } from './harness/server.js';
import type { Site } from './harness/site.js';
import { twoServers } from './harness/two-servers.js';
import type { TwoServers } from './harness/two-servers.js';
import { sharedDatabase } from './several-nodes/shared-database.js';

/** Milliseconds: servers start several times, and who was killed is waited for. */
const timeout = 240_000;

let folder: string;
let servers: TwoServers;
let settings: Record<string, string>;
let one: Site<Server>;
let other: Site<Server>;
let cleaning: (() => unknown)[];

beforeAll(async () => {
  servers = await twoServers();
  ({ folder, settings, one, other } = servers);
});
beforeEach(() => (cleaning = []));
afterEach(async () => {
  for (const clean of cleaning.reverse()) await clean();
});
afterAll(() => servers.stop());

/** A server that is not expected to become ready. */
async function stranded(own: Record<string, string>) {
  const [data, port] = [mkdtempSync(path.join(folder, 'data-')), await restingPort()];
  const inherited = Object.entries(process.env).filter(([name]) => !/^(TRUSTATE_|VITEST|NODE_OPTIONS)/.test(name));
  const child = spawn(process.execPath, serverCommand('serve'), {
    cwd: serverRoot,
    env: {
      ...Object.fromEntries(inherited),
      ...settings,
      ...{ TRUSTATE_DATA_DIR: data, TRUSTATE_HTTP_PORT: port, TRUSTATE_HTTPS_PORT: 'off' },
      ...own,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const texts = { log: '', error: '' };
  child.stdout.on('data', (chunk: Buffer) => (texts.log += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (texts.error += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  cleaning.push(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { base: `http://localhost:${port}`, texts, ended, kill: () => child.kill('SIGKILL') };
}

/** What a URL answers, once something does. */
async function answered(url: string): Promise<{ status: number; text: string }> {
  for (;;) {
    const answer = await exchange(url).catch(() => null);
    if (answer) return answer;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

sharedDatabase({
  get get() {
    return servers;
  },
});

test('one folder: both are ready, and what one wrote the other reads', async () => {
  const workspace = await (await one.world.workspace('default')).lock();
  const state = stateText({ serial: 1, lineage: 'nodes' });
  await workspace.push(state);
  expect(md5Of((await workspace.as(other.root).currentContent()) ?? '')).toBe(md5Of(state));
});

test(
  'a folder of its own, copied a moment ago: never ready, says why, and cannot become ready when the others are gone',
  { timeout },
  async () => {
    const copy = path.join(folder, 'copy');
    cpSync(path.join(folder, 'objects'), copy, { recursive: true });
    const stray = await stranded({ TRUSTATE_OBJECT_STORE: copy });
    const ready = await answered(`${stray.base}/readyz`);
    expect(ready.status).toBe(503);
    const body = z
      .object({ status: z.string(), checks: z.unknown(), reason: z.string() })
      .parse(JSON.parse(ready.text));
    expect(body).toMatchObject({ status: 'not ready', checks: { servers: 'failed' } });
    expect(body.reason).toMatch(
      /^The server \S+ \(process \d+\) does not find in its object store what this server, \S+ \(process \d+\), wrote .* set TRUSTATE_OBJECT_STORE of each to the same bucket/,
    );
    expect((await answered(`${stray.base}/healthz`)).status).toBe(200);
    expect((await answered(`${stray.base}/api/v2/ping`)).status).toBe(503);
    expect(stray.texts.log).toContain('not ready: waiting for the other servers of this database');
    await expect
      .poll(() => one.server.log.map(({ msg }) => msg))
      .toContain('a starting server has a different object store: it waits');
    expect((await exchange(`${one.server.http}/readyz`)).status).toBe(200);
    // The right ones stop: the stray one does not take their place.
    expect(await Promise.all([one.server.terminate(), other.server.terminate()])).toEqual([0, 0]);
    expect(await stray.ended).toBe(1);
    expect(stray.texts.error).toContain('is an older copy of the one that holds the objects of the database');
    await Promise.all([one.server.restart(), other.server.restart()]);
  },
);

test('killed with -9, it is back beside one that runs', { timeout }, async () => {
  await one.server.restart();
  expect((await exchange(`${one.server.http}/readyz`)).status).toBe(200);
});

test('all killed with -9, all are back', { timeout }, async () => {
  await Promise.all([one.server.restart(), other.server.restart()]);
  for (const site of [one, other]) expect((await exchange(`${site.server.http}/readyz`)).status).toBe(200);
});
