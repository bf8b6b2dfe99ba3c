import pino from 'pino';
import { expect, test } from 'vitest';
import type { Clock } from '../../../src/platform/clock.js';
import { DueTimes } from '../../../src/platform/jobs/due-times.js';
import { doneOnce, doneWhenPlanned } from '../../../src/platform/jobs/job-kind.js';
import type { JobKind } from '../../../src/platform/jobs/job-kind.js';
import { JobRunner } from '../../../src/platform/jobs/job-runner.js';
import { JobStore } from '../../../src/platform/jobs/job.store.js';
import { HandClock } from '../../identity/world.js';
import { afterwards, scratchDatabase, scratchUrl } from '../database/scratch.js';

const second = 1000;
const hour = 3600 * second;
const day = 24 * hour;

/** A clock that can be set, beside one that only goes on. */
class SetClock extends HandClock implements Clock {
  #elapsed = 0;
  elapsed() {
    return this.#elapsed;
  }
  override advance(ms: number) {
    this.#elapsed += ms;
    super.advance(ms);
  }
  set(ms: number) {
    super.advance(ms);
  }
}

const recurring = (run: JobKind['run'], atStart: 'due' | 'as planned' = 'as planned'): JobKind => ({
  run,
  deadlineMs: hour,
  recurs: { atMostMs: hour, atStart },
});

async function installation() {
  const url = await scratchUrl();
  const database = await scratchDatabase(url);
  /** A process of its own, with its own clock. */
  const server = async (kinds: Readonly<Record<string, JobKind>>, clock: Clock, connection = database) => {
    const store = new JobStore({ database: connection, clock });
    const runner = new JobRunner({ store, kinds, clock, log: pino({ level: 'silent' }) });
    afterwards(() => runner.close());
    await Promise.resolve();
    return { runner, store };
  };
  const jobs = () => database.client.job.findMany({ orderBy: { kind: 'asc' } });
  return { url, database, server, jobs };
}

test('one start with the clock ahead leaves nothing to wait for', async () => {
  const { server, jobs } = await installation();
  const clock = new SetClock();
  const runs: string[] = [];
  const kinds = (name: string) => ({
    work: recurring(() => {
      runs.push(name);
      return Promise.resolve(new Date(clock.now().getTime() + hour));
    }),
  });
  clock.set(365 * day);
  const early = await server(kinds('a year ahead'), clock);
  await early.store.ensure({ kind: 'work', subject: 'all', dueAt: clock.now() });
  await early.runner.idle();
  await early.runner.close();
  clock.set(-365 * day);
  const late = await server(kinds('on time'), clock);
  late.runner.start();
  await late.runner.idle();
  await expect.poll(() => runs).toEqual(['a year ahead', 'on time']);
  await expect.poll(async () => (await jobs())[0]?.dueAt).toEqual(new Date(clock.now().getTime() + hour));
});

test('each start makes due what says so, and leaves the rest as planned', async () => {
  const { server, jobs } = await installation();
  const clock = new SetClock();
  const runs: string[] = [];
  const run: JobKind['run'] = ({ kind }) => {
    runs.push(kind);
    return Promise.resolve(new Date(clock.now().getTime() + hour));
  };
  const { runner, store } = await server({ due: recurring(run, 'due'), planned: recurring(run) }, clock);
  const dueAt = new Date(clock.now().getTime() + hour / 2);
  for (const kind of ['due', 'planned']) await store.ensure({ kind, subject: 'all', dueAt });
  runner.start();
  await expect.poll(() => runs).toEqual(['due']);
  await runner.idle();
  expect((await jobs()).map((job) => job.dueAt.getTime() - dueAt.getTime())).toEqual([hour / 2, 0]);
});

test('a clock that is set back while a server runs is noticed', async () => {
  const { server } = await installation();
  const clock = new SetClock();
  let runs = 0;
  const work = recurring(() => Promise.resolve(new Date(clock.now().getTime() + (runs++, hour))));
  const { runner, store } = await server({ work }, clock);
  await store.ensure({ kind: 'work', subject: 'all', dueAt: clock.now() });
  await runner.idle();
  expect(runs).toBe(1);
  clock.set(-hour / 2);
  runner.wake();
  await expect.poll(() => runs).toBe(2);
  await runner.idle();
  // Time that goes on is none that was set.
  clock.advance(second);
  runner.wake();
  await runner.idle();
  expect(runs).toBe(2);
});

test('work that failed by a clock that was ahead is tried again', async () => {
  const { server, database } = await installation();
  const clock = new SetClock();
  let runs = 0;
  const work = doneOnce(() => (++runs === 1 ? Promise.reject(new Error('fault')) : Promise.resolve(undefined)));
  const { runner, store } = await server({ work }, clock);
  clock.set(day);
  await database.transaction((tx) => store.schedule(tx, { kind: 'work', subject: 'a' }));
  await runner.idle();
  clock.set(-day);
  runner.wake();
  await expect.poll(() => runs).toBe(2);
});

test('work that is done once, and was made due by a clock that was ahead, is done', async () => {
  const { server, database, jobs } = await installation();
  const clock = new SetClock();
  clock.set(day);
  const early = await server({}, clock);
  await database.transaction(async (tx) => {
    for (const subject of ['never begun', 'begun']) await early.store.schedule(tx, { kind: 'work', subject });
  });
  const row = { kind_subject: { kind: 'work', subject: 'begun' } };
  // Killed while it was done, and released by the start.
  await database.client.job.update({ where: row, data: { attempts: 1 } });
  clock.set(-day);
  const done: string[] = [];
  const work = doneOnce(({ subject }) => Promise.resolve(void done.push(subject)));
  const { runner } = await server({ work }, clock);
  runner.start();
  await expect.poll(() => done.toSorted()).toEqual(['begun', 'never begun']);
  await runner.idle();
  expect(await jobs()).toEqual([]);
});

test('a failure waits for as long as it is to wait', async () => {
  const { server, database, jobs } = await installation();
  const clock = new SetClock();
  const { runner, store } = await server({ work: doneOnce(() => Promise.reject(new Error('fault'))) }, clock);
  await database.transaction((tx) => store.schedule(tx, { kind: 'work', subject: 'a' }));
  for (const wait of [1, 5, 30]) {
    await runner.idle();
    clock.advance(wait * second);
  }
  await runner.idle();
  const [{ dueAt } = { dueAt: null }] = await jobs();
  clock.advance(61 * second);
  runner.wake();
  await runner.idle();
  expect(await jobs()).toMatchObject([{ attempts: 4, dueAt }]);
});

test('a lease that is doubted costs no statement at every look', async () => {
  const { database } = await installation();
  const [clock, ahead] = [new SetClock(), new SetClock()];
  ahead.set(day);
  const other = new JobStore({ database, clock: ahead });
  await other.ensure({ kind: 'work', subject: 'all', dueAt: clock.now() });
  expect((await other.claim(['work'], 'another', 60 * second)).jobs).toHaveLength(1);
  const kinds = {
    work: recurring(() => Promise.resolve(clock.now())),
    once: doneOnce(() => Promise.resolve(undefined)),
  };
  const times = new DueTimes({ store: new JobStore({ database, clock }), kinds, clock, leaseMs: 60 * second });
  let statements = 0;
  afterwards(database.onStatement(() => (statements += 1)));
  const looks: number[] = [];
  for (let look = 0; look < 60; look += 1) {
    statements = 0;
    await times.keep();
    looks.push(statements);
    clock.advance(second);
  }
  expect(looks.filter((count) => count > 1)).toEqual([looks[0]]);
  expect(looks.filter((count) => count === 1)).toHaveLength(11);
});

test('work that is planned for a time, and due in a month, stays so', async () => {
  const { server, database, jobs } = await installation();
  const clock = new SetClock();
  const { runner, store } = await server(
    { work: doneWhenPlanned(() => Promise.reject(new Error('too early'))) },
    clock,
  );
  const dueAt = new Date(clock.now().getTime() + 30 * day);
  await database.transaction((tx) => store.schedule(tx, { kind: 'work', subject: 'a', dueAt }));
  runner.start();
  await runner.idle();
  clock.set(-hour);
  runner.wake();
  await runner.idle();
  expect(await jobs()).toMatchObject([{ dueAt, attempts: 0 }]);
});

test('a lease of a clock that was ahead is believed while it is extended, and not for longer', async () => {
  const { server, database, jobs } = await installation();
  const clock = new SetClock();
  const ahead = new SetClock();
  ahead.set(day);
  let runs = 0;
  const work = recurring(() => Promise.resolve(new Date(clock.now().getTime() + (runs++, hour))));
  const other = new JobStore({ database, clock: ahead });
  await other.ensure({ kind: 'work', subject: 'all', dueAt: clock.now() });
  const [held] = (await other.claim(['work'], 'another', 60 * second)).jobs;
  const { runner } = await server({ work }, clock);
  const look = async () => {
    runner.wake();
    await runner.idle();
  };
  for (let minute = 1; minute <= 3; minute += 1) {
    await look();
    for (const one of [clock, ahead]) one.advance(50 * second);
    expect(held && (await other.extend(held, 60 * second))).toBe(true);
  }
  await look();
  expect(runs).toBe(0);
  // Killed: nobody extends it any more.
  clock.advance(61 * second);
  await look();
  await expect.poll(() => runs).toBe(1);
  expect(await jobs()).toMatchObject([{ leasedBy: null }]);
});

test('a recurring job that asks for a time beyond its longest wait gets that', async () => {
  const { server, jobs } = await installation();
  const clock = new SetClock();
  const work = recurring(() => Promise.resolve(new Date(clock.now().getTime() + day)));
  const { runner, store } = await server({ work }, clock);
  await store.ensure({ kind: 'work', subject: 'all', dueAt: clock.now() });
  await runner.idle();
  expect((await jobs())[0]?.dueAt).toEqual(new Date(clock.now().getTime() + hour));
});

test('a job that always fails keeps no other waiting', async () => {
  const { server, database } = await installation();
  const clock = new SetClock();
  const done: string[] = [];
  const work = doneOnce(({ subject }) => {
    if (subject.startsWith('poison')) return Promise.reject(new Error('poison'));
    done.push(subject);
    return Promise.resolve(undefined);
  });
  const { runner, store } = await server({ work }, clock);
  const subjects = ['poison 1', 'poison 2', 'poison 3', 'a', 'b'];
  await database.transaction(async (tx) => {
    for (const subject of subjects) await store.schedule(tx, { kind: 'work', subject });
  });
  for (let round = 0; round < 5; round += 1) {
    await runner.idle();
    clock.advance(hour);
  }
  expect(done.sort()).toEqual(['a', 'b']);
});
