import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { exchange } from './harness/exchange.js';
import { Server, serverCommand, serverRoot } from './harness/server.js';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** How far the first start gets before it is killed: each file that it makes, and moments between them. */
const moments = [
  '',
  'server.lock',
  'seal.key',
  'trustate.db',
  'trustate.db-wal',
  'objects',
  'root-token',
  'ca.pem',
  'tls',
];

test.each(moments)(
  'a first start that is killed once %j is there leaves nothing in the way of the next',
  { timeout: 90_000 },
  async (file) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'trustate-first-'));
    folders.push(folder);
    const environment = { TRUSTATE_DATA_DIR: folder, TRUSTATE_HTTP_PORT: '0', TRUSTATE_HTTPS_PORT: '0' };
    const killed = spawn(process.execPath, serverCommand('serve'), {
      cwd: serverRoot,
      env: { ...process.env, ...environment },
      stdio: 'ignore',
    });
    const ended = once(killed, 'exit');
    while (!existsSync(path.join(folder, file)) && killed.exitCode === null) await new Promise(setImmediate);
    killed.kill('SIGKILL');
    await ended;

    const server = await Server.start({ TRUSTATE_DATA_DIR: folder });
    const token = readFileSync(path.join(folder, 'root-token'), 'utf8').trim();
    const headers = { authorization: `Bearer ${token}` };
    const ca = readFileSync(path.join(folder, 'ca.pem'), 'utf8');
    const answer = await exchange(`${server.https}/api/v2/organizations/default`, { headers, ca });
    await server.stop();
    expect(answer.status).toBe(200);
  },
);
