import { spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { cpuSeconds, listenerOn } from '../../bench/state-service/process-times.js';

const isLinux = process.platform === 'linux';

test('the CPU of a process is also that of processes below it that have ended', () => {
  const before = cpuSeconds(process.pid);
  const burn =
    'const used = () => { const { user, system } = process.cpuUsage(); return user + system; }; const until = used() + 300_000; while (used() < until);';
  expect(spawnSync(process.execPath, ['-e', burn]).status).toBe(0);
  const used = cpuSeconds(process.pid) - before;
  if (isLinux) expect(used).toBeGreaterThanOrEqual(0.3);
  else expect(used).toBeNaN();
});

test('who listens on a port is found', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  expect(listenerOn(port)).toBe(isLinux ? process.pid : null);
  server.close();
});
