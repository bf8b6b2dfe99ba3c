import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { jobs } from '../../bench/jobs/table.js';
import { parsedResults } from '../../bench/results/result.js';
import { exchange } from './harness/exchange.js';
import { Server, serverRoot } from './harness/server.js';
import type { Reached } from './harness/server.js';

const folder = mkdtempSync(path.join(tmpdir(), 'trustate-bench-peer-'));
let ours: Server;
const theirs = inject('server');

beforeAll(async () => {
  ours = await Server.start();
});
afterAll(async () => {
  await ours.stop();
  rmSync(folder, { recursive: true });
});

function bench(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<{ status: number; text: string }> {
  return new Promise((resolve) => {
    const all = ['--import', 'tsx', 'bench/main.ts', 'peer', '--database', 'sqlite', ...args];
    execFile(process.execPath, all, { cwd: serverRoot, env: { ...process.env, ...env } }, (error, stdout, stderr) =>
      resolve({ status: error === null ? 0 : Number(error.code), text: `${stdout}${stderr}` }),
    );
  });
}

const list = z.looseObject({ data: z.array(z.looseObject({ id: z.string() })) });

async function left({ http, token }: Reached): Promise<readonly string[]> {
  const headers = { authorization: `Bearer ${token}` };
  const organizations = await exchange(`${http}/api/v2/organizations?page[size]=100`, { headers });
  const mounts = await exchange(`${http}/v1/sys/mounts`, { headers });
  return [
    ...list.parse(JSON.parse(organizations.text)).data.map(({ id }) => id),
    ...Object.keys(z.record(z.string(), z.unknown()).parse(JSON.parse(mounts.text))),
  ].filter((name) => name.startsWith('bench-'));
}

test('the same load goes to both servers, and what was made in them is removed', async () => {
  const json = path.join(folder, 'results.json');
  const args = ['--quick', '--seconds', '0.1', '--rounds', '2', '--clients', '1', '--json', json];
  const addresses = ['--vault', theirs.http, '--tfe', theirs.http, '--ours', ours.http];
  const tokens = { VAULT_TOKEN: theirs.token, TFE_TOKEN: theirs.token, TRUSTATE_TOKEN: ours.token };
  const { status, text } = await bench([...args, ...addresses], tokens);
  expect(status, text).toBe(0);
  expect(text).not.toContain('not offered');
  for (const { token } of [theirs, ours]) expect(text).not.toContain(token);

  const { results } = parsedResults(readFileSync(json, 'utf8'));
  for (const { api, name } of jobs) {
    const of = (unit: string, more = '') =>
      results.find((result) => result.name === `${api}: ${name}, 1 client${more}` && result.unit === unit);
    expect(of('/s', ': ours')?.value).toBeGreaterThan(0);
    expect(of('/s', ': theirs')?.value).toBeGreaterThan(0);
    const ratio = of('× theirs');
    expect(ratio?.better).toBe('higher');
    expect(ratio?.spread?.[0]).toBeGreaterThan(0);
  }
  expect(await left(theirs)).toEqual([]);
  expect(await left(ours)).toEqual([]);
});

test('a job that the other server refuses is told, and the others run', async () => {
  const { status, text } = await bench(
    [
      '--quick',
      '--seconds',
      '0.05',
      '--clients',
      '1',
      '--tfe',
      theirs.http,
      '--ours',
      ours.http,
      '--organization',
      'none',
    ],
    { TFE_TOKEN: theirs.token, TRUSTATE_TOKEN: ours.token },
  );
  expect(status, text).toBe(0);
  expect(text).toMatch(/create a state version, 20 resources, 1 client: not offered: tfe: POST \S+ answered 404/);
  expect(await left(ours)).toEqual([]);
});

test('load goes to no other machine unless that is meant', async () => {
  const { status, text } = await bench(['--quick', '--vault', 'http://192.0.2.1:8200', '--ours', ours.http], {
    VAULT_TOKEN: 'hush',
    TRUSTATE_TOKEN: ours.token,
  });
  expect(status).toBe(1);
  expect(text).toContain('add --anywhere if that is meant');
  expect(text).not.toContain('hush');
});

test('a server without a token is a mistake of whoever asks', async () => {
  const { status, text } = await bench(['--tfe', theirs.http], { TFE_TOKEN: undefined });
  expect(status).toBe(1);
  expect(text).toContain('at tfe.token');
});
