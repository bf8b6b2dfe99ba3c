import cluster from 'node:cluster';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Silence } from '../../../src/operator/processes/silence.js';
import { NobodyServes, Supervisor } from '../../../src/operator/processes/supervisor.js';
import { eventually } from '../../eventually.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'processes-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

/** A process that says what it was told, serves at place 1, answers that it is there, and does as told at others, also at place 1 after its first if that serves only once. */
const program = (others: string, onlyOnce: boolean) => `
process.send({ is: 'here' });
process.on('message', (m) => {
  if (m.is === 'stop') process.exit(0);
  if (m.is === 'there') process.send({ is: 'alive' });
  if (m.is !== 'begin') return;
  console.log(JSON.stringify(m));
  const welcome = { http: null, https: null, caFile: '', rootTokenFile: null, newRootToken: null, organization: '', playground: true };
  const ready = () => process.send({ is: 'ready', welcome });
  if (m.place === 1 && !(${JSON.stringify(onlyOnce)} && m.predecessors.length > 0)) ready(); else { ${others} }
});`;

function supervised(others: string, processes = 2, onlyOnce = false) {
  const exec = join(folder, 'program.cjs');
  writeFileSync(exec, program(others, onlyOnce));
  cluster.setupPrimary({ exec, execArgv: [], cwd: folder, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  const supervisor = new Supervisor({
    config: { processes, stopTimeout: 1_000 },
    ...{ log, writeLine: (line: string) => void lines.push(line), startMs: 4_000 },
    asking: { pauseMs: 1_000, mostUnanswered: 6 },
  });
  return { supervisor, lines };
}

test('a process that the system cannot start has ended', async () => {
  const { supervisor } = supervised('');
  cluster.setupPrimary({ cwd: join(folder, 'missing') });
  await expect(supervisor.start()).rejects.toThrow(NobodyServes);
  expect(await supervisor.stop()).toBe(0);
});

test('so has one that cannot even be tried', async () => {
  const { supervisor } = supervised('');
  vi.spyOn(cluster, 'fork').mockImplementation(() => {
    throw new Error('spawn ENOMEM');
  });
  await expect(supervisor.start()).rejects.toThrow(NobodyServes);
  expect(await supervisor.stop()).toBe(0);
});

test('whoever stops a server that is being stopped waits for the same end', async () => {
  const { supervisor } = supervised('');
  await supervisor.start();
  expect(await Promise.all([supervisor.stop(), supervisor.stop()])).toEqual([0, 0]);
});

test('one that does not begin to serve is killed; the next hears of all that ended', async () => {
  const { supervisor, lines } = supervised(
    'if (m.predecessors.length === 2 && new Set([...m.ended, m.run]).size === 3) ready();',
  );
  await supervisor.start();
  await vi.waitUntil(() => lines.some((line) => /"process":2,.*a process serves/.test(line)), eventually);
  expect(lines.filter((line) => line.includes('it is killed'))).toHaveLength(2);
  await supervisor.stop();
});

const pausesOf = (lines: readonly string[], place: number) =>
  lines.flatMap((line) => new RegExp(`"process":${place},.*"pauseMs":(\\d+)`).exec(line)?.[1] ?? []).map(Number);

test('the last one whose starts fail is given the time of one beside others', async () => {
  const { supervisor, lines } = supervised('process.exit(1);', 1, true);
  await supervisor.start();
  for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGKILL');
  await vi.waitUntil(() => pausesOf(lines, 1).length === 3, eventually);
  expect(pausesOf(lines, 1)).toEqual([200, 1_000, 2_000]);
  await supervisor.stop();
});

test('the last one that serves is started again soon, however often it ended; one beside others waits longer each time', async () => {
  const alone = supervised('', 1);
  await alone.supervisor.start();
  for (let ended = 1; ended <= 4; ended += 1) {
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGKILL');
    const serves = () => alone.lines.filter((line) => line.includes('a process serves')).length === ended + 1;
    await vi.waitUntil(serves, eventually);
  }
  expect(pausesOf(alone.lines, 1)).toEqual([200, 1_000, 1_000, 1_000]);
  await alone.supervisor.stop();

  const beside = supervised('ready(); setTimeout(() => process.exit(1), 1);');
  await beside.supervisor.start();
  await vi.waitUntil(() => pausesOf(beside.lines, 2).length === 4, eventually);
  expect(pausesOf(beside.lines, 2)).toEqual([200, 1_000, 2_000, 5_000]);
  await beside.supervisor.stop();
});

test('one that starts hears which others end meanwhile: it waits for no answer of theirs', async () => {
  const { supervisor, lines } = supervised(
    "process.on('message', (x) => { if (x.is === 'ended' && x.run.length === 8) ready(); });",
  );
  await supervisor.start();
  await vi.waitUntil(() => lines.some((line) => line.includes('"is":"begin","place":2')), eventually);
  const [first] = Object.values(cluster.workers ?? {}).toSorted((one, other) => (one?.id ?? 0) - (other?.id ?? 0));
  first?.process.kill('SIGKILL');
  await vi.waitUntil(() => lines.some((line) => /"process":2,.*a process serves/.test(line)), eventually);
  expect(lines.filter((line) => line.includes('does not begin'))).toEqual([]);
  await supervisor.stop();
});

test('one that speaks another way is killed, and the log says what to do; the others go on', async () => {
  const { supervisor, lines } = supervised("process.send({ is: 'something of a later version' });");
  await supervisor.start();
  const said = /"process":2,.*a process is killed\. Another version .* restart the server\./;
  await vi.waitUntil(() => lines.filter((line) => said.test(line)).length === 2, eventually);
  expect(lines.filter((line) => /"process":1,.*(?:killed|ended)/.test(line))).toEqual([]);
  await supervisor.stop();
});

test.each([
  { is: 'metrics', id: 1, process: [{ named: 'a' }], database: [], databaseAgeMs: 0 },
  { is: 'metrics', id: 1, process: [], database: ['a'], databaseAgeMs: 0 },
  { is: 'measured', id: 1, metrics: [{ name: 'a', type: 'gauge', values: [{}] }] },
])('so is one that tells metrics in another way, and the supervising process goes on: %j', async (message) => {
  const { supervisor, lines } = supervised('ready();');
  await supervisor.start();
  await vi.waitUntil(() => lines.some((line) => /"process":2,.*a process serves/.test(line)), eventually);
  const workers = Object.values(cluster.workers ?? {}).filter((each) => each !== undefined);
  const second = workers.toSorted((one, other) => one.id - other.id)[1];
  expect(second?.emit('message', message)).toBe(true);
  await vi.waitUntil(() => lines.some((line) => line.includes('is replaced')), eventually);
  expect(lines.filter((line) => /"process":2,.*a process is killed\. Another version/.test(line))).toHaveLength(1);
  await supervisor.stop();
});

test('one that speaks another way again and again, also after its end, is killed once', async () => {
  const { supervisor, lines } = supervised('ready();');
  await supervisor.start();
  await vi.waitUntil(() => lines.some((line) => /"process":2,.*a process serves/.test(line)), eventually);
  const workers = Object.values(cluster.workers ?? {}).filter((each) => each !== undefined);
  const second = workers.toSorted((one, other) => one.id - other.id)[1];
  if (!second) throw new Error('there are two');
  const strange = () => second.emit('message', { is: 'something of a later version' });
  strange();
  strange();
  await vi.waitUntil(() => lines.some((line) => line.includes('is replaced')), eventually);
  strange();
  expect(lines.filter((line) => line.includes('a process is killed'))).toHaveLength(1);
  await supervisor.stop();
});

test('of what is heard of a process after its end, no turn is given and nothing is counted', async () => {
  const { supervisor, lines } = supervised('ready();');
  await supervisor.start();
  await vi.waitUntil(() => lines.some((line) => /"process":2,.*a process serves/.test(line)), eventually);
  const workers = Object.values(cluster.workers ?? {}).filter((each) => each !== undefined);
  const [first, second] = workers.toSorted((one, other) => one.id - other.id);
  if (!first || !second) throw new Error('there are two');
  second.process.kill('SIGKILL');
  await vi.waitUntil(() => lines.some((line) => line.includes('is replaced')), eventually);
  const told: unknown[] = [];
  vi.spyOn(first, 'send').mockImplementation((message: unknown) => told.push(message) > 0);
  const things = { name: 'things', help: '', type: 'counter', aggregator: 'sum', values: [{ labels: {}, value: 3 }] };
  second.emit('message', { is: 'turn', name: 'x' });
  second.emit('message', { is: 'measured', id: 0, metrics: [things] });
  first.emit('message', { is: 'turn', name: 'x' });
  expect(told).toEqual([{ is: 'turn', name: 'x' }]);
  first.emit('message', { is: 'metrics', id: 1, process: [things], database: [], databaseAgeMs: 0 });
  const text = expect.stringContaining('things 3\n') as string;
  await vi.waitUntil(() => told.some((each) => JSON.stringify(each).includes('things')), eventually);
  expect(told).toContainEqual({ is: 'metrics', id: 1, text });
  vi.restoreAllMocks();
  await supervisor.stop();
});

describe('a process that says nothing', () => {
  const serves = /"process":2,"pid":(\d+).*a process serves/;
  const servingOf = (lines: readonly string[]) => lines.flatMap((line) => serves.exec(line)?.[1] ?? []).map(Number);
  const began = async (lines: readonly string[], times: number) => {
    await vi.waitUntil(() => servingOf(lines).length === times, eventually);
    return servingOf(lines)[times - 1] ?? 0;
  };

  test.each([
    ['because it is stopped', 'ready();', (pid: number) => process.kill(pid, 'SIGSTOP')],
    [
      'because it is busy without end',
      "process.on('SIGUSR1', () => { for (;;); }); ready();",
      (pid: number) => process.kill(pid, 'SIGUSR1'),
    ],
  ])('%s is killed and replaced', async (_why, others, hang) => {
    const { supervisor, lines } = supervised(others);
    await supervisor.start();
    const pid = await began(lines, 1);
    hang(pid);
    expect(await began(lines, 2)).not.toBe(pid);
    expect(lines.filter((line) => line.includes('a process hangs'))).toEqual([
      expect.stringContaining(`"pid":${pid},`),
    ]);
    await supervisor.stop();
  });

  test('is no more silent because nobody asked: pauses of the one that asks do not count', () => {
    vi.useFakeTimers();
    try {
      const silent = vi.fn();
      const asking = { pauseMs: 100, mostUnanswered: 6 };
      const watched = new Silence({ ask: () => undefined, onSilent: silent, asking });
      for (let paused = 0; paused < 5; paused += 1) {
        // A process that was suspended finds one of its intervals over, however long that took.
        vi.setSystemTime(Date.now() + 3_600_000);
        vi.advanceTimersByTime(100);
      }
      expect(silent).not.toHaveBeenCalled();
      watched.broken();
      vi.advanceTimersByTime(600);
      expect(silent).not.toHaveBeenCalled();
      vi.advanceTimersByTime(100);
      expect(silent).toHaveBeenCalledOnce();
      vi.advanceTimersByTime(1_000);
      expect(silent).toHaveBeenCalledOnce();
    } finally {
      vi.useRealTimers();
    }
  });
});
