import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newObjectId } from '../../../src/platform/objects/object-id.js';
import { parseS3Url, S3ObjectStore } from '../../../src/platform/objects/s3-store.js';
import { outageOf } from '../../../src/platform/outage.js';
import { inPieces } from './content.js';

process.env['AWS_ACCESS_KEY_ID'] = 'test';
process.env['AWS_SECRET_ACCESS_KEY'] = 'test';

/** A listener that takes no connection: it does nothing else than to have said its port. */
const deaf = `
  const server = require('node:net').createServer().listen(0, '127.0.0.1', 1, () => {
    require('node:fs').writeSync(1, String(server.address().port));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });`;

let listener: ChildProcess;
let port: number;
const waiting: Socket[] = [];

/** @returns whether the listener's system took it: then there was room for it to wait in */
function taken(): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  waiting.push(socket);
  return new Promise((resolve) => {
    // A connection that the system took is heard of in the next turn, however late this one comes.
    const late = setTimeout(() => setImmediate(() => setImmediate(() => resolve(false))), 300);
    socket.once('connect', () => {
      clearTimeout(late);
      resolve(true);
    });
    socket.on('error', () => undefined);
  });
}

beforeEach(async () => {
  listener = spawn(process.execPath, ['-e', deaf], { stdio: ['ignore', 'pipe', 'inherit'] });
  if (!listener.stdout) throw new Error('no output');
  port = Number(String((await once(listener.stdout, 'data'))[0]));
  while (await taken());
});
afterEach(async () => {
  for (const socket of waiting) socket.destroy();
  const ended = once(listener, 'exit');
  listener.kill('SIGKILL');
  await ended;
});

test('a store that takes no connection is an outage by the bound on connecting alone', async () => {
  const bounds = { callMs: 600, readMs: 60_000, writeMs: 1_200 };
  const store = new S3ObjectStore(parseS3Url(`s3://bucket/some?endpoint=http://127.0.0.1:${port}`), bounds);
  const reasons = await Promise.all(
    [
      store.open(newObjectId(), 10),
      store.put(newObjectId(), inPieces(Buffer.from('small'))),
      store.put(newObjectId(), inPieces(Buffer.alloc(1_000_000))),
      store.ping(),
    ].map((work) => work.then(() => null).catch((error: unknown) => error)),
  );
  for (const reason of reasons) {
    expect(outageOf(reason)).toBe('away');
    expect(String(reason)).toMatch(/connection|socket/i);
  }
  store.close();
});
