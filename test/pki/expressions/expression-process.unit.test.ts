import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ExpressionProcess } from '../../../src/pki/expressions/expression-process.js';
import { processEntry } from '../../../src/platform/thread-entry.js';
import type { ProgramInput } from '../../../src/pki/expressions/program.js';

let expressions: ExpressionProcess;
beforeEach(() => {
  expressions = new ExpressionProcess();
});
afterEach(() => {
  expressions.close();
});

const input: ProgramInput = { request: { octets: Buffer.from('ab') }, now: 0, entityId: '', entityInfo: null };
const ten = '[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]';
const run = (expression: string, variables: readonly { name: string; expression: string }[] = [], account = 'a') =>
  expressions.run({ variables, expression }, input, account);
const doubled = (first: string, times: number) =>
  Array.from({ length: times + 1 }, (_, at) => ({
    name: `v${at}`,
    expression: at === 0 ? first : `v${at - 1} + v${at - 1}`,
  }));
const works = async () => {
  expect(await run('string(size(request.octets))')).toEqual({ kind: 'refused', reason: '2' });
};

/** Takes hours. */
const nested = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'].reduceRight(
  (inner, name) => `${ten}.all(${name}, ${inner})`,
  'true',
);

describe('a program that', () => {
  test('takes too long fails alone', async () => {
    const [slow, next] = await Promise.all([run(`${nested} ? 'a' : 'b'`), run("'next'")]);
    expect(slow).toMatchObject({ kind: 'failed', fault: { message: 'the expressions take longer than 1000 ms' } });
    expect(next).toEqual({ kind: 'refused', reason: 'next' });
  });

  // A text of 256 MB: a thread would end the whole process with it.
  test.each([
    ['a text', doubled("'abcdefgh'", 25), 'string(size(v25))'],
    [
      'many values',
      [],
      `string(size(${ten}.map(a, ${ten}.map(b, ${ten}.map(c, ${ten}.map(d, ${ten}.map(e, ${ten}.map(f, [a, b, c, d, e, f]))))))))`,
    ],
  ])('takes too much memory for %s fails alone', async (_what, variables, expression) => {
    expect(await run(expression, variables)).toMatchObject({
      kind: 'failed',
      fault: { message: expect.stringMatching(/need more than 64 MB of memory|take longer than 1000 ms/) as unknown },
    });
    await works();
  });

  test('is not sound is not run', async () => {
    expect(await expressions.faultsOf({ variables: [], expression: 'f(' }, 'a')).toHaveLength(1);
    expect(await expressions.faultsOf({ variables: [], expression: "'a'" }, 'a')).toEqual([]);
  });
});

describe('who waits', () => {
  test('has a turn after each request of another account, and not after all of them', async () => {
    const ended: string[] = [];
    const note = (name: string) => () => ended.push(name);
    const all = [
      ...['a1', 'a2', 'a3', 'a4'].map((name) => run("'x'", [], 'a').then(note(name))),
      run("'x'", [], 'b').then(note('b1')),
    ];
    await Promise.all(all);
    expect(ended.indexOf('b1')).toBeLessThan(ended.indexOf('a3'));
  });

  test('is refused as the seventeenth of an account, while others are not', async () => {
    const waiting = Array.from({ length: 17 }, () => run("'x'"));
    await expect(run("'x'")).rejects.toMatchObject({ code: 'LIMIT_EXCEEDED', problems: [{ retryAfter: 1 }] });
    expect(await run("'y'", [], 'b')).toEqual({ kind: 'refused', reason: 'y' });
    await Promise.all(waiting);
    await works();
  });

  test('is told when the service stops', async () => {
    const waiting = [run("'x'"), run("'x'")];
    expressions.close();
    for (const outcome of await Promise.allSettled(waiting)) expect(outcome.status).toBe('rejected');
  });
});

const startedHere = async () => {
  const child = spawn(process.execPath, processEntry('pki/expressions/expression.child'), {
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
  const [first] = (await once(child, 'message')) as unknown[];
  expect(first).toEqual({ kind: 'ready' });
  return child;
};

describe('a process of expressions that somebody ends', () => {
  test('in the middle of a program is no fault of the program', async () => {
    await works();
    const slow = run(`${nested} ? 'a' : 'b'`);
    const refused = expect(slow).rejects.toMatchObject({ code: 'UNAVAILABLE', problems: [{ retryAfter: 1 }] });
    // The children of this process that run expressions: only the one above.
    const list = spawn('ps', ['-A', '-o', 'pid=,ppid=,args='], { stdio: ['ignore', 'pipe', 'ignore'] });
    const lines = (await list.stdout.toArray()).join('').split('\n');
    const ours = new RegExp(`^\\s*(\\d+)\\s+${process.pid}\\s.*expression\\.child`);
    const pids = lines.flatMap((line) => ours.exec(line)?.[1] ?? []);
    expect(pids).toHaveLength(1);
    process.kill(Number(pids[0]), 'SIGKILL');
    await refused;
    await works();
  });

  // A terminal and systemd send them to each process of a service, which lets its requests end first.
  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('with %s goes on until its service ends', async (signal) => {
    const child = await startedHere();
    child.kill(signal);
    child.send({ kind: 'run', program: { variables: [], expression: "'a'" }, input });
    expect(await once(child, 'message')).toEqual([
      { kind: 'ran', result: { kind: 'refused', reason: 'a' } },
      undefined,
    ]);
    child.disconnect();
    expect(await once(child, 'exit')).toEqual([0, null]);
  });
});

test('what cannot be sent is an error, and holds up nobody', async () => {
  const deep = Array.from({ length: 20_000 }).reduce<unknown>((inner) => [inner], 1);
  const asked = expressions.run({ variables: [], expression: "'a'" }, { ...input, request: deep }, 'a');
  await expect(asked).rejects.toThrow();
  await works();
});

// A service that was killed stops nothing. From the sources, as under `npm run dev`.
test('the process ends when who asked is gone, also in the middle of a program', async () => {
  const child = await startedHere();
  child.send({ kind: 'run', program: { variables: [], expression: nested }, input });
  child.disconnect();
  expect(await once(child, 'exit')).toEqual([0, null]);
});
