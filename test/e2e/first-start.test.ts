import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { exchange } from './harness/exchange.js';
import { Server, serverCommand, serverRoot } from './harness/server.js';

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

test(
  'a first start that is killed again and again, each time a little later, leaves nothing in the way',
  { timeout: 180_000 },
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'trustate-first-'));
    const environment = { TRUSTATE_DATA_DIR: folder, TRUSTATE_HTTP_PORT: '0', TRUSTATE_HTTPS_PORT: '0' };
    const reached: string[] = [];
    for (const file of moments) {
      const killed = spawn(process.execPath, serverCommand('serve'), {
        cwd: serverRoot,
        env: { ...process.env, ...environment },
        stdio: 'ignore',
      });
      const ended = once(killed, 'exit');
      while (!existsSync(path.join(folder, file)) && killed.exitCode === null) await setTimeout(1);
      if (killed.exitCode === null) reached.push(file);
      killed.kill('SIGKILL');
      await ended;
    }
    expect(reached).toEqual(moments);

    const server = await Server.start({ TRUSTATE_DATA_DIR: folder });
    const token = readFileSync(path.join(folder, 'root-token'), 'utf8').trim();
    const headers = { authorization: `Bearer ${token}` };
    const ca = readFileSync(path.join(folder, 'ca.pem'), 'utf8');
    const answer = await exchange(`${server.https}/api/v2/organizations/default`, { headers, ca });
    await server.stop();
    rmSync(folder, { recursive: true });
    expect(answer.status).toBe(200);
  },
);
