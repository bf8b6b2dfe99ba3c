import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { eventually } from '../../eventually.js';
import { exchange } from '../harness/exchange.js';
import { buildImage, copied, dockerfile, isSent } from './image.js';
import { metricsNamedIn } from './named-metrics.js';

/** Nobody: an ordinary user, where the tests run as root. */
const nobody = 65_534;
const isRoot = process.getuid?.() === 0;
const user = isRoot ? { uid: nobody, gid: nobody } : {};
const token = 'a-root-token-for-the-packaged-server';

let place: string;
let folder: string;
let data: string;
let server: ChildProcess | null = null;
let base: string;
let output = '';

const everything = (below: string) =>
  readdirSync(below, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(below, name))
    .sort();
const environment = (settings: Record<string, string>) => ({
  ...{ PATH: process.env['PATH'], HOME: '/nonexistent', TMPDIR: folder, NODE_ENV: 'production' },
  ...settings,
});

beforeAll(async () => {
  place = mkdtempSync(path.join(tmpdir(), 'runtime-'));
  data = path.join(place, 'data');
  folder = buildImage(place);
  mkdirSync(data);
  // The image has its own folders above that of the server, which anybody may enter.
  for (const above of [place, path.dirname(folder)]) chmodSync(above, 0o755);
  for (const name of [folder, ...everything(folder)]) chmodSync(name, lstatSync(name).mode & 0o555);
  if (isRoot) chownSync(data, nobody, nobody);
  const started = spawn(process.execPath, [path.join(folder, 'dist/main.js'), 'serve'], {
    ...user,
    cwd: folder,
    env: environment({
      ...{ TRUSTATE_DATA_DIR: data, TRUSTATE_HTTP_PORT: '0', TRUSTATE_HTTPS_PORT: '0' },
      ...{ TRUSTATE_ROOT_TOKEN: token, TRUSTATE_METRICS: 'open' },
    }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  server = started;
  for (const stream of [started.stdout, started.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await vi.waitFor(() => expect(output).toContain('"msg":"ready"'), eventually);
  base = /"http":"(http:[^"]+)"/.exec(output)?.[1] ?? '';
}, 600_000);
afterAll(() => {
  server?.kill('SIGKILL');
  for (const name of [folder, ...everything(folder)]) if (lstatSync(name).isDirectory()) chmodSync(name, 0o755);
  rmSync(place, { recursive: true, force: true });
});

async function call(method: string, below: string, document?: unknown) {
  const body = document === undefined ? {} : { body: JSON.stringify(document) };
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/vnd.api+json' };
  const { status, text } = await exchange(`${base}${below}`, { method, headers, ...body });
  expect({ below, status, text }).toEqual({
    below,
    status: expect.toSatisfy((code: number) => code < 300) as number,
    text,
  });
  return text === '' ? null : (JSON.parse(text) as unknown);
}

test('the engine that builds gets no data, and nothing that was installed or built here', () => {
  const held = [
    'data/seal.key',
    '.git/config',
    'node_modules/a',
    'playground/node_modules/a/b',
    'dist/main.js',
    'a.log',
    'test/e2e/deploy/image.ts',
  ];
  expect(held.filter((file) => isSent(file))).toEqual([]);
  expect(['src/main.ts', 'test/package.json', 'playground/package.json'].filter((file) => !isSent(file))).toEqual([]);
  expect(copied).toEqual(['/opt/trustate']);
});

test('is what an ordinary user starts, with nothing but the data folder to write to, and does the main job', async () => {
  const before = everything(folder);
  const attributes = { name: 'packaged' };
  const made = await call('POST', '/api/v2/organizations/default/workspaces', {
    data: { type: 'workspaces', attributes },
  });
  const { id } = (made as { data: { id: string } }).data;
  await call('POST', `/api/v2/workspaces/${id}/actions/lock`, {});
  const state = JSON.stringify({ version: 4, serial: 1, lineage: 'packaged', outputs: {}, resources: [] });
  const { createHash } = await import('node:crypto');
  await call('POST', `/api/v2/workspaces/${id}/state-versions`, {
    data: {
      type: 'state-versions',
      attributes: {
        ...{ serial: 1, lineage: 'packaged', md5: createHash('md5').update(state).digest('hex') },
        state: Buffer.from(state).toString('base64'),
      },
    },
  });
  expect(await call('GET', `/api/v2/workspaces/${id}/current-state-version`)).toMatchObject({
    data: { attributes: { serial: 1 } },
  });
  await call('POST', '/v1/pki/root/generate/internal', {
    common_name: 'root.example.com',
    key_type: 'ec',
    ttl: '8760h',
  });
  await call('POST', '/v1/pki/roles/web', {
    allowed_domains: ['example.com'],
    allow_subdomains: true,
    key_type: 'ec',
    ttl: '24h',
  });
  const issued = await call('POST', '/v1/pki/issue/web', { common_name: 'a.example.com' });
  const { certificate, issuing_ca: issuer } = (issued as { data: { certificate: string; issuing_ca: string } }).data;
  expect(new X509Certificate(certificate).verify(new X509Certificate(issuer).publicKey)).toBe(true);
  expect(everything(folder)).toEqual(before);
});

test('says that it is ready to whoever asks as the image does', () => {
  const [, check = '[]'] = /^HEALTHCHECK .*\\\n {2}CMD (\[.*\])$/m.exec(dockerfile) ?? [];
  const [program, ...given] = z.array(z.string()).parse(JSON.parse(check));
  expect(program).toBe('node');
  const ask = (port: string) =>
    spawnSync(
      process.execPath,
      given.map((each) => each.replace(copied.join(), folder)),
      {
        ...{ ...user, cwd: folder, encoding: 'utf8' },
        env: environment({ TRUSTATE_DATA_DIR: data, TRUSTATE_HTTP_PORT: port }),
      },
    );
  expect(ask(new URL(base).port)).toMatchObject({ status: 0, stdout: 'ready\n', stderr: '' });
  expect(ask('1')).toMatchObject({ status: 1, stdout: '' });
});

test('has the playground, and what a store in S3 needs', async () => {
  const page = await exchange(`${base}/`, { headers: { accept: 'text/html' } });
  expect([page.status, page.text]).toEqual([200, expect.stringContaining('<script')]);
  const load = "const { S3Client } = await import('@aws-sdk/client-s3'); console.log(typeof S3Client);";
  const loaded = spawnSync(process.execPath, ['--input-type=module', '--eval', load], {
    ...{ ...user, cwd: folder, encoding: 'utf8', env: environment({}) },
  });
  expect([loaded.stdout, loaded.stderr]).toEqual(['function\n', '']);
});

test.each([
  'deploy/prometheus-rules.yaml',
  'deploy/grafana-dashboard.json',
  'deploy/helm/templates/horizontal-pod-autoscaler.yaml',
  'docs/deploying.md',
])('every metric in %s is one that it exposes', async (file) => {
  const named = metricsNamedIn(file);
  expect(named).not.toEqual([]);
  // A process that has not answered in time yet has said none.
  await expect
    .poll(async () => {
      const { text } = await exchange(`${base}/metrics`);
      const exposed = new Set(
        [...text.matchAll(/^# TYPE (\S+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
          type === 'histogram' ? ['bucket', 'count', 'sum'].map((end) => `${name}_${end}`) : [name],
        ),
      );
      return named.filter((name) => !exposed.has(name));
    })
    .toEqual([]);
});

test('ends in order when it is told to', async () => {
  if (server === null) throw new Error('it was not started');
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});
