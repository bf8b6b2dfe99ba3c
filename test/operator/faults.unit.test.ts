import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { openSync, closeSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { faultStatus, watchFaults } from '../../src/operator/faults.js';
import { shortLived } from '../short-lived.js';
import { eventually } from '../eventually.js';

class Source extends EventEmitter {
  get exits(): number[] {
    return this.exit.mock.calls.map(([code]) => code);
  }

  /** Does not end this process. */
  readonly exit = vi.fn<(code: number) => never>();
}

function watched(stop: () => Promise<void>, timeoutMs?: number) {
  const source = new Source();
  const log = { error: vi.fn(), fatal: vi.fn() };
  const unwatch = watchFaults({ source, log, stop, ...(timeoutMs !== undefined && { timeoutMs }) });
  return { source, log, unwatch };
}

describe('a fault that nobody caught', () => {
  test('in a promise that nobody waits for is logged, and the server goes on', () => {
    const stop = vi.fn(() => Promise.resolve());
    const { source, log } = watched(stop);
    const error = new Error('forgotten');
    source.emit('unhandledRejection', error);
    source.emit('unhandledRejection', 'text');
    expect(log.error).toHaveBeenNthCalledWith(1, { err: error }, expect.any(String));
    expect(log.error).toHaveBeenNthCalledWith(2, { err: new Error('text') }, expect.any(String));
    expect(stop).not.toHaveBeenCalled();
    expect(source.exits).toEqual([]);
  });

  test.each([
    ['finishes', () => Promise.resolve(), undefined],
    ['cannot finish', () => Promise.reject(new Error('no')), undefined],
    ['never finishes', () => new Promise<void>(() => undefined), 5],
  ])('and that was thrown ends the server, which %s what is in flight', async (_, stop, timeoutMs) => {
    const { source, log } = watched(stop, timeoutMs);
    source.emit('uncaughtException', new Error('thrown'));
    await vi.waitFor(() => expect(source.exits[0]).toBe(faultStatus), eventually);
    expect(log.fatal).toHaveBeenCalledOnce();
  });

  test('a second one ends it at once, and after the end nobody listens', () => {
    const stop = vi.fn(() => new Promise<void>(() => undefined));
    const { source, unwatch } = watched(stop);
    source.emit('uncaughtException', new Error('first'));
    expect(source.exits).toEqual([]);
    source.emit('uncaughtException', new Error('second'));
    expect(source.exits).toEqual([faultStatus]);
    expect(stop).toHaveBeenCalledOnce();
    unwatch();
    expect(source.listenerCount('uncaughtException') + source.listenerCount('unhandledRejection')).toBe(0);
  });
});

/** A program in a process of its own. @returns how it ended and what it said */
async function ended(source: string, output: number | 'pipe') {
  const args = [...shortLived, '--import', 'tsx', '--input-type=module', '-e', source];
  const child = spawn(process.execPath, args, { stdio: ['ignore', output, 'pipe'] });
  const said = { out: '', err: '' };
  child.stdout?.on('data', (chunk: Buffer) => (said.out += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (said.err += chunk.toString()));
  await once(child, 'close');
  return { status: child.exitCode, ...said };
}

const logging = `import { createLog } from '${new URL('../../src/platform/log/log.ts', import.meta.url).href}';
const log = createLog({ level: 'info' });`;

test('a real process says in one line what ended it, and with which status', async () => {
  const { status, out, err } = await ended(
    `${logging}
    import { watchFaults } from '${new URL('../../src/operator/faults.ts', import.meta.url).href}';
    watchFaults({ source: process, log, stop: async () => { log.info('flushed'); } });
    Promise.reject(new Error('forgotten'));
    setTimeout(() => { throw new Error('thrown'); }, 10);
    setInterval(() => undefined, 1000);`,
    'pipe',
  );
  expect({ status, err }).toEqual({ status: faultStatus, err: '' });
  const messages = out
    .trim()
    .split('\n')
    .map((line) => z.object({ msg: z.string() }).parse(JSON.parse(line)).msg);
  expect(messages).toEqual([
    'a bug in the program: an unhandled failure',
    'a bug in the program: the server stops',
    'flushed',
  ]);
});

test('a log on a full disk ends nothing', async () => {
  const full = openSync('/dev/full', 'w');
  try {
    const lines = `for (let n = 0; n < 20_000; n += 1) log.info({ n }, 'a line that finds no room');`;
    const { status, err } = await ended(`${logging} ${lines} process.stderr.write('goes on');`, full);
    expect({ status, err }).toEqual({ status: 0, err: 'goes on' });
  } finally {
    closeSync(full);
  }
});
