import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { serverCommand, serverRoot } from '../e2e/harness/server.js';
import { eventually } from '../eventually.js';
import { afterwards, scratchFolder } from '../platform/database/scratch.js';

/** A shell whose mounts nobody else sees. */
const apart = ['--mount', '--propagation', 'private', 'bash', '-euc'];
const canMount = spawnSync('unshare', [...apart, 'mount --bind /tmp /tmp']).status === 0;
if (!canMount) {
  test('a system that is read-only: this user cannot make one: not run', () => {
    expect(canMount).toBe(false);
  });
}

test.runIf(canMount)('a server needs nothing but its data folder to write to', async () => {
  const folder = scratchFolder();
  const script = `
    for each in /tmp /var/tmp /usr/tmp "$PWD"; do
      if [ -d "$each" ]; then mount --bind "$each" "$each"; mount -o remount,bind,ro "$each"; fi
    done
    mount --bind '${folder}' '${folder}'
    mount -o remount,bind,rw '${folder}'
    cd "$PWD"
    exec "$@"`;
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(?:TRUSTATE_|VITEST|NODE_OPTIONS|TMPDIR|SQLITE_TMPDIR)/.test(name),
  );
  const server = spawn('unshare', [...apart, script, 'sh', process.execPath, ...serverCommand('serve')], {
    cwd: serverRoot,
    env: {
      ...Object.fromEntries(inherited),
      ...{ NODE_NO_WARNINGS: '1', TRUSTATE_DATA_DIR: path.join(folder, 'data'), TRUSTATE_PROCESSES: '1' },
      ...{ TRUSTATE_HTTP_PORT: '0', TRUSTATE_HTTPS_PORT: '0' },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(server, 'exit');
  afterwards(async () => {
    server.kill('SIGKILL');
    await ended;
  });
  let said = '';
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await vi.waitFor(() => expect(said).toContain('"msg":"ready"'), eventually);
  server.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  expect(said).not.toContain('"level":50');
});
