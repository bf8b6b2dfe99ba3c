import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SqliteDatabase } from '../../src/platform/database/sqlite/driver.js';
import { serverCommand, serverRoot } from '../e2e/harness/server.js';
import { command } from './command.js';
import type { Ended } from './command.js';

let data: string;
let children: ChildProcess[];
beforeEach(() => {
  data = mkdtempSync(path.join(tmpdir(), 'trustate-serve-'));
  children = [];
});
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(data, { recursive: true });
});

interface Run {
  readonly child: ChildProcess;
  readonly out: () => string;
  readonly ended: Promise<Ended>;
}

/** The command line as an operator has it, with settings of its own and none of this process. */
function run(args: string[], settings: Record<string, string> = {}): Run {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('TRUSTATE_'));
  const child = spawn(process.execPath, serverCommand(...args), {
    cwd: serverRoot,
    env: {
      ...Object.fromEntries(inherited),
      TRUSTATE_DATA_DIR: data,
      TRUSTATE_HTTP_PORT: '0',
      TRUSTATE_HTTPS_PORT: '0',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  const text = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => (text.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (text.err += chunk.toString()));
  const ended = once(child, 'close').then(() => ({ status: child.exitCode, ...text }));
  return { child, out: () => text.out, ended };
}

/** The same without a process: it ends by itself, and only the command has a part in what it says. */
const inProcess = (args: string[], settings: Record<string, string> = {}) =>
  command({ TRUSTATE_DATA_DIR: data, TRUSTATE_HTTP_PORT: '0', TRUSTATE_HTTPS_PORT: '0', ...settings }, ...args);

/** Resolves with the address once the server says that it is ready. */
async function ready(server: Run): Promise<string> {
  for (;;) {
    const address = /"http":"([^"]+)"/.exec(server.out())?.[1];
    if (address !== undefined) return address;
    await Promise.race([
      new Promise((resolve) => setTimeout(resolve, 20)),
      server.ended.then(({ err }) => Promise.reject(new Error(`ended before it was ready: ${err}`))),
    ]);
  }
}

describe('serve', () => {
  test('starts, answers, stops; a second one on the same folder is refused; after a kill the next one starts', async () => {
    const first = run(['serve']);
    const address = await ready(first);
    expect((await fetch(`${address}/healthz`)).status).toBe(200);
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
    const token = readFileSync(path.join(data, 'root-token'), 'utf8').trim();
    // A process that has not answered in time yet has said none.
    await expect
      .poll(async () => {
        const metrics = await fetch(`${address}/metrics`, { headers: { authorization: `Bearer ${token}` } });
        return metrics.text();
      })
      .toContain('trustate_http_requests_total');

    const second = await run(['serve']).ended;
    expect(second.status).toBe(1);
    expect(second.err).toMatch(
      /^trustate: The data folder \S+ is in use by another Trustate server \(process \d+\)\.[^\n]+\n$/,
    );

    first.child.kill('SIGKILL');
    await first.ended;
    const third = run(['serve']);
    await ready(third);
    third.child.kill('SIGTERM');
    expect((await third.ended).status).toBe(0);
    expect(existsSync(path.join(data, 'server.pid'))).toBe(false);
  });

  test('is not ready while the file of its database is not where it was', async () => {
    const server = run(['serve'], { TRUSTATE_PROCESSES: '1' });
    const address = await ready(server);
    const file = path.join(data, 'trustate.db');
    renameSync(file, `${file}.moved`);
    expect((await fetch(`${address}/readyz`)).status).toBe(503);
    renameSync(`${file}.moved`, file);
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
    expect(server.out()).toContain('was moved, deleted or replaced while the server runs');
  });

  test('a public host that no certificate can name is served all the same, and told', async () => {
    const server = run(['serve'], { TRUSTATE_PUBLIC_URL: 'https://my_host:8443', TRUSTATE_PROCESSES: '1' });
    await ready(server);
    expect(server.out()).toContain('"msg":"the HTTPS certificate cannot name the host of TRUSTATE_PUBLIC_URL"');
    server.child.kill('SIGTERM');
    expect((await server.ended).status).toBe(0);
  });

  test('a busy port', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' && address !== null ? String(address.port) : '';
    const { status, err } = await inProcess(['serve'], { TRUSTATE_HTTP_PORT: port, TRUSTATE_HOST: '127.0.0.1' });
    other.close();
    expect(status).toBe(1);
    expect(err).toBe(
      `trustate: Cannot listen on 127.0.0.1 port ${port}: in use by another program. Set TRUSTATE_HTTP_PORT to another port, 0 for any free one.\n`,
    );
  });

  test.each([
    ['a database', { TRUSTATE_DATABASE_URL: 'postgresql://u:p@127.0.0.1:1/d?sslmode=require' }],
    [
      'an object store',
      {
        TRUSTATE_OBJECT_STORE: 's3://bucket/x?endpoint=http://127.0.0.1:1&region=a&pathStyle=true',
        AWS_ACCESS_KEY_ID: 'a',
        AWS_SECRET_ACCESS_KEY: 'b',
      },
    ],
  ])('%s that cannot be reached, without what its client warns of', async (_what, settings) => {
    const { status, err } = await run(['serve'], settings).ended;
    expect(status).toBe(1);
    expect(err).toMatch(/^trustate: .*connection refused.*\n$/);
  });

  test('a data folder that cannot be written to', async () => {
    const file = path.join(data, 'file');
    writeFileSync(file, '');
    const { status, err } = await inProcess(['serve'], { TRUSTATE_DATA_DIR: file });
    expect(status).toBe(1);
    expect(err).toMatch(/^trustate: The data folder \S+ cannot be written to: [^\n]+\n$/);
  });

  test.runIf(existsSync('/proc/self')).for([
    ['TRUSTATE_DATA_DIR', '/proc/trustate', 'data folder'],
    ['TRUSTATE_DATA_DIR', '/proc/trustate/below', 'data folder'],
    ['TRUSTATE_OBJECT_STORE', 'file:/proc/trustate', 'object store'],
  ] as const)('a folder where none can be made: %s=%s', async ([setting, value, named]) => {
    const { status, err } = await inProcess(['serve'], { [setting]: value });
    expect(status).toBe(1);
    const path = value.replace('file:', '');
    expect(err).toBe(
      `trustate: The ${named} ${path} cannot be written to: no such file or folder. Set ${setting} to another or change its owner.\n`,
    );
  });

  test('wrong settings, each in its line', async () => {
    const { status, err } = await run(['serve'], { TRUSTATE_WORKERS: 'x', TRUSTATE_PORT: '1' }).ended;
    expect(status).toBe(1);
    expect(err).toMatch(
      /^trustate: TRUSTATE_PORT is not a setting\.[^\n]+\ntrustate: TRUSTATE_WORKERS is "x"; allowed: [^\n]+\n$/,
    );
  });

  test('a database of a newer version', async () => {
    expect((await inProcess(['migrate', 'apply'])).status).toBe(0);
    const database = new SqliteDatabase(path.join(data, 'trustate.db'));
    database.exec("UPDATE _prisma_migrations SET migration_name = '9999_later'");
    database.close();
    const { status, err } = await inProcess(['serve']);
    expect(status).toBe(1);
    expect(err).toMatch(/^trustate: [^\n]*newer[^\n]*9999_later[^\n]*\n$/);
  });

  test('a seal key that is none', async () => {
    writeFileSync(path.join(data, 'seal.key'), 'short\n');
    const { status, err } = await inProcess(['serve']);
    expect(status).toBe(1);
    expect(err).toMatch(/^trustate: [^\n]*seal\.key[^\n]*\n$/);
  });

  test('a folder in the place of the seal key, by its name', async () => {
    mkdirSync(path.join(data, 'seal.key'));
    const { status, err } = await inProcess(['serve']);
    expect(status).toBe(1);
    expect(err).toMatch(/^trustate: The seal key file \S+seal\.key cannot be read: it is a folder\n$/);
  });
});

describe('the other commands', () => {
  test('migrate status before and after', async () => {
    const before = await inProcess(['migrate', 'status']);
    expect(before.status).toBe(3);
    expect(before.out).toMatch(/^0001_init\s+pending$/m);
    await inProcess(['migrate', 'apply']);
    const after = await inProcess(['migrate', 'status']);
    expect(after.status).toBe(0);
    expect(after.out).toMatch(/^0001_init\s+applied \d{4}-/m);
  });

  test('each has its --help', async () => {
    const { status, out } = await inProcess(['--help']);
    expect(status).toBe(0);
    for (const command of ['serve', 'token', 'migrate', 'backup', 'restore', 'doctor']) expect(out).toContain(command);
    expect((await inProcess(['serve', '--help'])).out).toContain('TRUSTATE_DATA_DIR');
  });

  test.runIf(existsSync('/dev/full'))('one whose output is lost has failed', () => {
    const full = openSync('/dev/full', 'w');
    const { status, stderr } = spawnSync(process.execPath, serverCommand('--version'), {
      cwd: serverRoot,
      stdio: ['ignore', full, 'pipe'],
      encoding: 'utf8',
    });
    closeSync(full);
    expect(stderr).toBe('trustate: the output could not be written: no space left on the device.\n');
    expect(status).toBe(1);
  });

  test('one whose output nobody reads ends as if by SIGPIPE', async () => {
    const child = spawn(process.execPath, serverCommand('--help'), {
      cwd: serverRoot,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.destroy();
    let err = '';
    child.stderr.setEncoding('utf8').on('data', (text) => (err += String(text)));
    expect(await once(child, 'close')).toEqual([141, null]);
    expect(err).toBe('');
  });

  test('an unknown one is not understood', async () => {
    expect((await inProcess(['sreve'])).status).toBe(2);
  });
});
