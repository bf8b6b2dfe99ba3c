import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
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

/** Everything below a folder but single objects, which are behind folders of their own. */
function placesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !/^objects\/..\//.test(name))
    .map((name) => path.join(folder, name));
}

test('a first start that is killed again and again, each time a little later, leaves nothing in the way', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'trustate-first-'));
  const environment = { TRUSTATE_DATA_DIR: folder, TRUSTATE_HTTP_PORT: '0', TRUSTATE_HTTPS_PORT: '0' };
  const reached: string[] = [];
  for (const file of moments) {
    const killed = spawn(process.execPath, serverCommand('serve'), {
      cwd: serverRoot,
      env: { ...process.env, ...environment },
      // All processes of the server have this output: it ends with the last of them.
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
    });
    killed.stderr.resume();
    const ended = once(killed, 'close');
    while (!existsSync(path.join(folder, file)) && killed.exitCode === null) await setTimeout(1);
    if (killed.exitCode === null && killed.pid !== undefined) {
      reached.push(file);
      process.kill(-killed.pid, 'SIGKILL');
    }
    await ended;
  }
  expect(reached).toEqual(moments);

  // As an installation looks that was unpacked by somebody careless.
  for (const place of [folder, ...placesIn(folder)]) chmodSync(place, statSync(place).isDirectory() ? 0o755 : 0o644);
  const server = await Server.start({ TRUSTATE_DATA_DIR: folder });
  // What the running server makes and removes meanwhile, such as a note of a queue, is not there any more.
  const open = placesIn(folder).filter(
    (place) => ((statSync(place, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0,
  );
  expect(open.filter((place) => !place.endsWith('.pem'))).toEqual([]);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  const token = readFileSync(path.join(folder, 'root-token'), 'utf8').trim();
  const headers = { authorization: `Bearer ${token}` };
  const ca = readFileSync(path.join(folder, 'ca.pem'), 'utf8');
  const answer = await exchange(`${server.https}/api/v2/organizations/default`, { headers, ca });
  await server.stop();
  rmSync(folder, { recursive: true });
  expect(answer.status).toBe(200);
});
