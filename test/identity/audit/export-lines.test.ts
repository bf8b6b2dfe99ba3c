import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { Server, Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { deliver } from '../../../src/identity/audit/export-target.js';
import { exporting, linesOf, verified } from './exporting.js';

/** Where lines go, and what is found in them: the database that they come from has no part in it. */
const audit = exporting();
let file: string;
beforeEach(() => {
  file = join(audit.get.folder, 'audit.jsonl');
});

const record = (count: number) => audit.get.record(count);
const toFile = () => audit.get.exportTo({ kind: 'file', path: file });

describe('what somebody changed in a file is found', () => {
  const change = (line: number, from: RegExp | string, to: string) => (lines: string[]) =>
    lines.map((text, index) => (index === line ? text.replace(from, to) : text));
  test.each<[what: string, change: (lines: string[]) => string[], found: RegExp]>([
    ['a word', change(2, 'workspace.update', 'workspace.read'), /^line 3: record 3 is not as it was chained/],
    ['details', change(1, '"n":1', '"n":2'), /^line 2: record 2 is not/],
    ['a line that is gone', (lines) => lines.toSpliced(2, 1), /^line 3: record 3 is missing/],
    ['a line that is none any more', change(2, '{', '('), /^line 4: record 3 is missing/],
    ['another order', (lines) => lines.toSpliced(2, 2, lines[3] ?? '', lines[2] ?? ''), /^line 3: record 3 is missing/],
    ['a line of another chain', change(2, /"hash":"./, '"hash":"'), /^line 4: record 3 is missing/],
    ['another past', change(3, /"previous":"[^"]*"/, `"previous":"${'a'.repeat(64)}"`), /^line 4: record 4 is not/],
  ])('%s', async (_what, changed, found) => {
    await record(6);
    await toFile().run();
    const lines = linesOf(readFileSync(file, 'utf8'));
    expect((await verified(lines.join('\n'))).fault).toBeNull();
    expect((await verified(changed(lines).join('\n'))).fault).toMatch(found);
  });
});

describe('to a socket', () => {
  let server: Server;
  const got: string[] = [];
  beforeEach(() => {
    got.length = 0;
  });
  afterEach(() => {
    server.close();
  });

  async function listening(at: string | 0, receive: (socket: Socket) => void) {
    server = createServer(receive).listen(at);
    await once(server, 'listening');
    return server.address();
  }
  const collect = (socket: Socket) => {
    socket.setEncoding('utf8').on('data', (text: string) => got.push(text));
  };

  test.each(['tcp', 'unix'] as const)(
    'every record arrives once where the receiver reads and closes: %s',
    async (kind) => {
      await record(600);
      const path = join(audit.get.folder, 'audit.sock');
      const address = await listening(kind === 'unix' ? path : 0, collect);
      const port = typeof address === 'object' && address ? address.port : 0;
      const target = kind === 'unix' ? { kind, path } : { kind, host: '127.0.0.1', port };
      const sending = audit.get.exportTo(target);
      await sending.run();
      expect(await verified(got.join(''))).toMatchObject({ records: 600, repeated: 0, fault: null });
      await sending.run();
      expect(await verified(got.join(''))).toMatchObject({ records: 600 });
    },
  );

  test.each<[what: string, receive: (socket: Socket) => void]>([
    ['closes at once', (socket) => socket.destroy()],
    ['resets', (socket) => socket.resetAndDestroy()],
    ['never closes', (socket) => socket.resume()],
  ])('a receiver that %s has not taken it', async (_what, receive) => {
    server = createServer({ allowHalfOpen: true }, receive).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const sending = deliver({ kind: 'tcp', host: '127.0.0.1', port }, 'x'.repeat(3_000_000), 200);
    await expect(sending).rejects.toThrow(/cannot be delivered to tcp:/);
  });

  test('nobody there', async () => {
    await listening(0, collect);
    await record(1);
    const sending = audit.get.exportTo({ kind: 'unix', path: join(audit.get.folder, 'none') });
    await expect(sending.run()).rejects.toThrow(/ENOENT/);
    expect(await sending.position()).toBe(0n);
  });
});
