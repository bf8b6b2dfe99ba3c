import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { shortLived } from '../../short-lived.js';
import { scratchFolder } from './scratch.js';

const child = fileURLToPath(new URL('synced-child.ts', import.meta.url));
const calls = 'trace=pwrite64,fdatasync,fsync,write';
const strace = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0;

interface Call {
  readonly name: string;
  readonly thread: string;
  readonly text: string;
  /** Places in the trace. */
  readonly begins: number;
  ends: number;
}

/** The calls of a trace by strace -f, in the order in which they began. */
function callsOf(trace: string): readonly Call[] {
  const found: Call[] = [];
  const open = new Map<string, Call>();
  for (const [place, line] of trace.split('\n').entries()) {
    const [, thread = '', rest = ''] = /^(\d+) +(.*)$/.exec(line) ?? [];
    if (/^<\.\.\. \w+ resumed>/.test(rest)) {
      const call = open.get(thread);
      if (call) call.ends = place;
      open.delete(thread);
      continue;
    }
    const [, name] = /^(\w+)\(/.exec(rest) ?? [];
    if (name === undefined) continue;
    const call = { name, thread, text: rest, begins: place, ends: place };
    found.push(call);
    if (rest.endsWith('<unfinished ...>')) open.set(thread, call);
  }
  return found;
}

describe.runIf(strace)('what a process with a database asks of the system (needs strace)', () => {
  test('each acknowledgement comes after a sync of its bytes, and no sync is on the main thread', () => {
    const at = scratchFolder();
    const output = path.join(at, 'trace');
    const program = [process.execPath, ...shortLived, '--import', 'tsx', child, path.join(at, 'trustate.db')];
    const options = ['-f', '-y', '-s', '70000', '--seccomp-bpf', '-e', calls, '-o', output];
    const { status, stderr } = spawnSync('strace', [...options, ...program], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
    const traced = callsOf(readFileSync(output, 'utf8'));
    const printed = (call: Call) => /^write\(1<[^>]*>, "(.*)\\n"/.exec(call.text)?.[1];
    const [begun, ended] = ['begin', 'end'].map((word) => traced.find((call) => printed(call) === word));
    if (!begun || !ended) throw new Error('the process printed no begin and no end');
    const during = traced.filter(({ begins }) => begins > begun.begins && begins < ended.begins);
    const syncs = during.filter(({ name }) => name.endsWith('sync'));
    expect(syncs.filter(({ thread }) => thread === begun.thread)).toEqual([]);
    const log = (call: Call) => call.text.includes('trustate.db-wal>');
    const told = during.flatMap((call) => {
      const [, word] = /^told (.*)$/.exec(printed(call) ?? '') ?? [];
      return word === undefined ? [] : [{ word, at: call.begins }];
    });
    expect(told).toHaveLength(60);
    for (const { word, at: toldAt } of told) {
      const written = during.find((call) => call.name === 'pwrite64' && log(call) && call.text.includes(word));
      if (!written) throw new Error(`${word} was never written to the log`);
      const synced = syncs.some((sync) => log(sync) && sync.begins > written.ends && sync.ends < toldAt);
      expect([word, synced]).toEqual([word, true]);
    }
  });
});

test.runIf(!strace)('without strace nobody sees which syncs come before what is told', () => {
  expect(strace).toBe(false);
});
