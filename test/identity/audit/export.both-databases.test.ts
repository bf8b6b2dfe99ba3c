import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { Server, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AuditChain } from '../../../src/identity/audit/chain.js';
import { AuditExport } from '../../../src/identity/audit/export.js';
import { deliver } from '../../../src/identity/audit/export-target.js';
import { verifyLines } from '../../../src/identity/audit/exported-chain.js';
import { AuditRetention } from '../../../src/identity/audit/retention.js';
import { openWorld, origin } from '../world.js';
import type { World } from '../world.js';

let world: World;
let folder: string;
let file: string;
beforeEach(async () => {
  world = await openWorld();
  await world.client.auditRecord.deleteMany();
  folder = mkdtempSync(join(tmpdir(), 'trustate-audit-'));
  file = join(folder, 'audit.jsonl');
});
afterEach(async () => {
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});

const actor = { kind: 'user', username: 'olga “ü” \u2028', userId: 'user-1', tokenId: 'at-1', origin } as const;

async function record(count: number) {
  for (let n = 0; n < count; n += 1)
    await world.audit.record(
      world.client,
      actor,
      'workspace.update',
      { type: 'workspace', id: `ws-${n}` },
      { n, '7': '\n' },
    );
  await new AuditChain(world).run();
}
const toFile = () => new AuditExport({ database: world.database, target: { kind: 'file', path: file } });
const linesOf = (text: string) => text.split('\n');
async function* each(lines: readonly string[]) {
  for (const line of lines) yield await Promise.resolve(line);
}
const verified = (text = readFileSync(file, 'utf8')) => verifyLines(each(linesOf(text)));

describe('into a file', () => {
  test('every record is a line, for its owner alone', async () => {
    await record(3);
    await toFile().run();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const [first] = linesOf(readFileSync(file, 'utf8'));
    expect(JSON.parse(first ?? '')).toMatchObject({
      position: '1',
      previous: '0'.repeat(64),
      actorName: actor.username,
      tokenId: 'at-1',
      remoteAddress: origin.remoteAddress,
      details: { n: 0 },
    });
    expect(await verified()).toMatchObject({ records: 3, repeated: 0, cut: 0, first: 1n, fault: null });
  });

  test('it goes on where it was, also into a file that was begun anew', async () => {
    await record(2);
    await toFile().run();
    await record(700);
    await toFile().run();
    renameSync(file, `${file}.1`);
    await record(3);
    await toFile().run();
    expect(await verified(readFileSync(`${file}.1`, 'utf8'))).toMatchObject({ records: 702, fault: null });
    expect(await verified()).toMatchObject({ records: 3, first: 703n, fault: null });
    const both = readFileSync(`${file}.1`, 'utf8') + readFileSync(file, 'utf8');
    expect(await verified(both)).toMatchObject({ records: 705, fault: null });
  });

  test('what was written and not noted comes again, and a line that was cut is no loss', async () => {
    await record(4);
    const interrupted = new AuditExport({
      database: world.database,
      target: { kind: 'file', path: file },
      deliver: async (target, lines) => {
        await deliver(target, lines.slice(0, -20));
        throw new Error('killed');
      },
    });
    await expect(interrupted.run()).rejects.toThrow('killed');
    await toFile().run();
    expect(await verified()).toMatchObject({ records: 4, repeated: 3, cut: 1, fault: null });
  });

  test('after removals it goes on behind them', async () => {
    await record(5);
    await toFile().run();
    world.clock.advance(86_400_000 * 40);
    const exported = () => toFile().position();
    expect(await new AuditRetention({ ...world, keepMs: 86_400_000, exported }).run()).toBe(5);
    await record(1);
    await toFile().run();
    expect(await verified()).toMatchObject({ records: 7, fault: null });
  });

  test('where it cannot be written, nothing is counted as delivered', async () => {
    await record(1);
    file = join(folder, 'missing', 'audit.jsonl');
    await expect(toFile().run()).rejects.toThrow(/cannot be delivered to file:.*ENOENT/);
    expect(await toFile().position()).toBe(0n);
  });
});

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

  test('a record that comes again as another one', async () => {
    await record(3);
    await toFile().run();
    const before = readFileSync(file, 'utf8');
    await world.client.auditRecord.updateMany({ data: { actorName: 'eve' } });
    await world.client.auditRecord.updateMany({ data: { position: null, hash: null } });
    await world.client.auditChain.deleteMany();
    await world.client.installationFact.deleteMany({ where: { key: { startsWith: 'audit.' } } });
    await new AuditChain(world).run();
    writeFileSync(file, '');
    await toFile().run();
    appendFileSync(file, before);
    expect((await verified()).fault).toBe('line 4: record 1 comes again, and is another one');
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
      const path = join(folder, 'audit.sock');
      const address = await listening(kind === 'unix' ? path : 0, collect);
      const port = typeof address === 'object' && address ? address.port : 0;
      const target = kind === 'unix' ? { kind, path } : { kind, host: '127.0.0.1', port };
      const sending = new AuditExport({ database: world.database, target });
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
    const sending = new AuditExport({ database: world.database, target: { kind: 'unix', path: join(folder, 'none') } });
    await expect(sending.run()).rejects.toThrow(/ENOENT/);
    expect(await sending.position()).toBe(0n);
  });
});
