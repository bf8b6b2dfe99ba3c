import { beforeEach, describe, expect, test, vi } from 'vitest';
import { nextDueSql, waitingSql } from '../../../src/platform/jobs/due-sql.js';
import { JobStore } from '../../../src/platform/jobs/job.store.js';
import type { Database } from '../../../src/platform/database/database.js';
import type { HandClock } from '../../identity/world.js';
import { jobStores, lease } from './store-world.js';

let database: Database;
let clock: HandClock;
let store: JobStore;
const { opened, schedule, claim, inMs } = jobStores();
beforeEach(() => {
  ({ database, clock, store } = opened());
});

async function planOf(sql: string, ...values: readonly unknown[]): Promise<string> {
  const explain = database.provider === 'postgresql' ? 'EXPLAIN' : 'EXPLAIN QUERY PLAN';
  let place = 0;
  const rows = await database.client.$queryRawUnsafe<Record<string, unknown>[]>(
    `${explain} ${database.provider === 'postgresql' ? sql.replaceAll('?', () => `$${(place += 1)}`) : sql}`,
    ...values,
  );
  return rows.map((row) => String(row['QUERY PLAN'] ?? row['detail'])).join('\n');
}

describe('claiming', () => {
  test('reads none of the many that wait for another runner', async () => {
    const now = clock.now();
    const data = Array.from({ length: 4_000 }, (_, n) => {
      const kind = n % 1_000 === 0 ? 'k' : n % 2 === 0 ? 'slow' : 'other';
      return { id: `job-${n}`, kind, subject: `s${n}`, dueAt: new Date(now.getTime() - n), createdAt: now };
    });
    for (let from = 0; from < data.length; from += 500)
      await database.client.job.createMany({ data: data.slice(from, from + 500) });
    if (database.provider === 'postgresql') await database.client.$executeRawUnsafe('ANALYZE "Job"');
    const kinds = ['k', 'slow'];
    for (const plan of [
      await planOf(waitingSql(kinds, 2), ...kinds.flatMap((kind) => [kind, now])),
      await planOf(nextDueSql(kinds), ...kinds.flatMap((kind) => [kind, kind, kind])),
    ]) {
      expect(plan.match(/Job_kind_dueAt_id_idx/g)).toHaveLength(2);
      expect(plan).not.toMatch(/Seq Scan|SCAN "?Job/);
    }
    expect(await planOf(nextDueSql(kinds), ...kinds.flatMap((kind) => [kind, kind, kind]))).toContain('Job_leased_idx');
    const { jobs, next } = await store.claim(['k', 'none'], 'w', lease, 3);
    expect(jobs.map(({ subject }) => subject)).toEqual(['s3000', 's2000', 's1000']);
    expect(next).toBeNull();
    expect(await store.nextDue(['k', 'none'])).toEqual(now);
  });

  test('says whether more may be due than it took', async () => {
    for (const subject of ['a', 'b', 'c']) await schedule(subject);
    expect([(await store.claim(['k'], 'w', lease, 2)).more, (await store.claim(['k'], 'w', lease, 2)).more]).toEqual([
      true,
      false,
    ]);
  });

  test('who asks at the same time when something is due shares a statement, and is told of its own kinds', async () => {
    await schedule('early', { dueAt: inMs(5) });
    await schedule('late', { kind: 'other', dueAt: inMs(9) });
    const statements: string[] = [];
    const stop = database.onStatement(({ sql }) => statements.push(sql));
    const stores = [store, new JobStore({ database, clock })] as const;
    const [own, both, none] = await Promise.all([
      stores[1].nextDue(['other']),
      stores[0].nextDue(['other', 'k']),
      stores[0].nextDue(['none']),
    ]);
    stop();
    expect([own, both, none]).toEqual([inMs(9), inMs(5), null]);
    expect(statements).toHaveLength(1);
  });

  test('a search that waits for others is answered at once where somebody has something to do', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const next = store.nextDue(['none'], 'together');
      store.hurry();
      expect(await next).toBeNull();
      // Nobody waits: nothing is to be hurried.
      store.hurry();
      const [one, other] = [store.nextDue(['none'], 'together'), store.nextDue(['none'])];
      expect(await Promise.all([one, other])).toEqual([null, null]);
    } finally {
      vi.useRealTimers();
    }
  });

  test('takes nothing that another took or put off since it was found, and says that more may be due', async () => {
    for (const subject of ['a', 'b', 'c']) await schedule(subject);
    const read = database.readSql.bind(database);
    const found = vi.spyOn(database, 'readSql').mockImplementationOnce(async (...asked) => {
      const rows = await read(...asked);
      await database.client.job.updateMany({
        where: { subject: 'a' },
        data: { leasedBy: 'other', leasedUntil: inMs(lease) },
      });
      await schedule('b', { dueAt: inMs(1) });
      return rows;
    });
    const { jobs, more } = await store.claim(['k'], 'w', lease, 5);
    found.mockRestore();
    expect(jobs.map(({ subject }) => subject)).toEqual(['c']);
    expect(more).toBe(true);
  });

  test('takes what has been due longest, of the kinds asked', async () => {
    await schedule('b');
    await schedule('a', { dueAt: inMs(-5), payload: '{"x":1}' });
    await schedule('later', { dueAt: inMs(1) });
    expect(await store.claim(['other'], 'w', lease)).toEqual({ jobs: [], next: null, more: false });
    expect(await claim()).toMatchObject({ kind: 'k', subject: 'a', payload: '{"x":1}', attempts: 1 });
    expect(await claim()).toMatchObject({ subject: 'b' });
    expect(await claim()).toBeNull();
    clock.advance(1);
    expect(await claim()).toMatchObject({ subject: 'later' });
  });

  test('gives one job to one worker, however many ask at once', async () => {
    for (let n = 0; n < 5; n += 1) await schedule(`s${n}`);
    const claimed = await Promise.all(Array.from({ length: 12 }, (_, n) => claim(`w${n}`)));
    const subjects = claimed.flatMap((job) => (job ? [job.subject] : []));
    expect(subjects.sort()).toEqual(['s0', 's1', 's2', 's3', 's4']);
  });

  test('takes many at once, in their order, and says when the next one is due', async () => {
    for (const [place, subject] of ['c', 'a', 'b'].entries()) await schedule(subject, { dueAt: inMs(place - 3) });
    await schedule('later', { dueAt: inMs(50) });
    const heard: string[] = [];
    const stop = database.onStatement(({ sql }) => heard.push(sql.slice(0, 6)));
    const { jobs, next } = await store.claim(['k'], 'w', lease, 10);
    expect(heard).toEqual(['SELECT', 'UPDATE']);
    expect([jobs.map(({ subject }) => subject), next]).toEqual([['c', 'a', 'b'], inMs(50)]);
    heard.length = 0;
    await Promise.all(jobs.map((job) => store.complete(job)));
    stop();
    // The first begins at once; the others share a statement.
    expect(heard).toEqual(['DELETE', 'DELETE']);
    expect((await database.client.job.findMany()).map(({ subject }) => subject)).toEqual(['later']);
  });

  test('ends no other claim of the same job along with those that it ends', async () => {
    for (const subject of ['a', 'b']) await schedule(subject);
    const { jobs: before } = await store.claim(['k'], 'w', lease, 2);
    const lost = before.find(({ subject }) => subject === 'a');
    if (lost) await store.postpone(lost, inMs(0), null);
    const { jobs: again } = await store.claim(['k'], 'w', lease, 2);
    expect(again.map(({ subject }) => subject)).toEqual(['a']);
    await Promise.all(before.map((job) => store.complete(job)));
    expect(await database.client.job.findMany()).toMatchObject([{ subject: 'a', leasedBy: again[0]?.lease }]);
  });

  test('takes again what its worker gave no sign of life for', async () => {
    await schedule('a');
    const first = await claim();
    clock.advance(lease);
    expect(await claim('other')).toBeNull();
    clock.advance(1);
    const second = await claim('other');
    expect(second).toMatchObject({ subject: 'a', attempts: 2 });
    if (!first || !second) throw new Error('not claimed');
    expect(await store.extend(first, lease)).toBe(false);
    await store.complete(first);
    await store.postpone(first, inMs(0), 'late');
    expect(await store.extend(second, lease)).toBe(true);
    await store.complete(second);
    expect(await database.client.job.count()).toBe(0);
  });

  test('takes again at once what was released, because its worker is known to be gone', async () => {
    await schedule('a');
    const lost = await claim();
    expect(await claim('other')).toBeNull();
    await store.release(null);
    expect(await claim('other')).toMatchObject({ id: lost?.id, attempts: 2 });
  });

  test('what another process has is not released along with what one has that ended', async () => {
    for (const subject of ['a', 'b']) await schedule(subject);
    await claim('12-x');
    const kept = await claim('123-y');
    await store.release(12);
    const rows = await database.client.job.findMany({ where: { leasedBy: { not: null } } });
    expect(rows.map(({ id }) => id)).toEqual([kept?.id]);
  });

  test('a lease that was extended since it was found too long is not taken away', async () => {
    await schedule('a');
    const job = await claim();
    const [found] = await store.leasedBeyond(['k'], clock.now());
    if (!job || !found) throw new Error('not claimed');
    await store.extend(job, 2 * lease);
    await store.endLease(found);
    expect(await database.client.job.findMany()).toMatchObject([{ leasedBy: job.lease }]);
    const [again] = await store.leasedBeyond(['k'], clock.now());
    if (again) await store.endLease(again);
    expect(await database.client.job.findMany()).toMatchObject([{ leasedBy: null, dueAt: clock.now() }]);
  });

  test('an end that cannot be written fails its job alone', async () => {
    for (const subject of ['a', 'b']) await schedule(subject);
    const [first, second] = (await store.claim(['k'], 'w', lease, 2)).jobs;
    if (!first || !second) throw new Error('not claimed');
    const { job } = database.background.client;
    const ends = vi.spyOn(job, 'deleteMany').mockRejectedValueOnce(new Error('the disk is full'));
    await expect(store.complete(first)).rejects.toThrow('the disk is full');
    await store.complete(second);
    ends.mockRestore();
    expect(await database.client.job.findMany()).toMatchObject([{ subject: first.subject, leasedBy: first.lease }]);
  });

  test('a sign of life keeps it', async () => {
    await schedule('a');
    const job = await claim();
    if (!job) throw new Error('not claimed');
    clock.advance(lease - 1);
    expect(await store.extend(job, lease)).toBe(true);
    clock.advance(lease - 1);
    expect(await claim('other')).toBeNull();
  });
});

test('a failure is kept and counted, a success starts the count anew', async () => {
  await schedule('a');
  const failed = await claim();
  if (!failed) throw new Error('not claimed');
  await store.postpone(failed, inMs(10), 'why');
  expect(await database.client.job.findMany()).toMatchObject([{ lastError: 'why', attempts: 1, leasedBy: null }]);
  expect(await claim()).toBeNull();
  clock.advance(10);
  const again = await claim();
  expect(again?.attempts).toBe(2);
  if (again) expect(await store.postpone(again, inMs(10), null)).toBe(true);
  expect(await database.client.job.findMany()).toMatchObject([{ lastError: null, attempts: 0 }]);
});

test('what waits though it should not is due, wherever it stands among those that failed, of which few are passed over at once', async () => {
  const now = clock.now();
  const row = (n: number, more: object = {}) => ({
    ...{ id: `job-${n}`, kind: 'k', subject: `s${n}`, dueAt: inMs(10_000 + Math.floor(n / 3)), createdAt: now },
    ...{ attempts: 1, lastError: 'why', ...more },
  });
  const waits = { attempts: 0, lastError: null };
  await database.client.job.createMany({
    data: [
      ...Array.from({ length: 50 }, (_, n) => row(n, [0, 1, 6, 17, 33, 49].includes(n) ? waits : {})),
      row(50, { ...waits, leasedBy: 'w', leasedUntil: inMs(60_000) }),
      row(51, { attempts: 0 }),
      row(52, { ...waits, kind: 'other' }),
      row(53, { ...waits, dueAt: inMs(500) }),
    ],
  });
  const passed = vi.spyOn(database.background, 'readSql');
  await store.begin(['k', 'none'], inMs(1_000), 7);
  // What there is, and the end and what is in it of each seven.
  expect(passed.mock.calls.length).toBe(1 + 2 * Math.ceil(52 / 7));
  passed.mockRestore();
  const due = await database.client.job.findMany({ where: { dueAt: { lte: now } }, select: { id: true } });
  const ids = [0, 1, 6, 17, 33, 49, 51].map((n) => `job-${n}`);
  expect(due.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
});

test('what failed and waits too long is due, and nothing else that waits', async () => {
  const later = inMs(7_200_000);
  for (const subject of ['failed', 'in hand']) {
    await schedule(subject);
    const job = await claim();
    if (!job) throw new Error(`nobody could claim ${subject}`);
    await store.postpone(job, later, 'the disk was full');
  }
  await schedule('planned', { dueAt: later });
  await schedule('failed, then planned');
  const failed = await claim();
  if (failed) await store.postpone(failed, later, 'the disk was full');
  await schedule('failed, then planned', { dueAt: later });
  await schedule('of another kind', { kind: 'other', dueAt: later });
  await database.client.job.updateMany({ where: { subject: 'in hand' }, data: { leasedBy: 'w', leasedUntil: later } });
  await store.retrySoon(['k', 'other'], later);
  expect(await claim()).toBeNull();
  await store.retrySoon(['k', 'other'], inMs(3_600_000));
  const due = await database.client.job.findMany({ where: { dueAt: { lte: clock.now() } }, select: { subject: true } });
  expect(due).toEqual([{ subject: 'failed' }]);
});

test('what waits too long is due, and what somebody does meanwhile stays as it is', async () => {
  for (const subject of ['waits', 'in hand']) await schedule(subject, { dueAt: inMs(7_200_000) });
  const inHand = { leasedBy: 'w', leasedUntil: inMs(lease) };
  await database.client.job.updateMany({ where: { subject: 'in hand' }, data: inHand });
  await store.bringForward([{ kind: 'k', latest: inMs(3_600_000) }]);
  const due = await database.client.job.findMany({ where: { dueAt: { lte: clock.now() } }, select: { subject: true } });
  expect(due).toEqual([{ subject: 'waits' }]);
});

describe('the next one', () => {
  test('is what can be claimed first: leased work only when its lease runs out', async () => {
    expect(await store.nextDue(['k'])).toBeNull();
    await schedule('a', { dueAt: inMs(-100) });
    await claim();
    expect(await store.nextDue(['k'])).toEqual(inMs(lease));
    await schedule('b', { dueAt: inMs(500) });
    expect(await store.nextDue(['k'])).toEqual(inMs(500));
    expect(await store.nextDue(['other'])).toBeNull();
  });
});
