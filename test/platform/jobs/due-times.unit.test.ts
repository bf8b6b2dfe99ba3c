import { expect, test } from 'vitest';
import { DueTimes } from '../../../src/platform/jobs/due-times.js';
import { doneOnce, doneWhenPlanned } from '../../../src/platform/jobs/job-kind.js';
import type { JobKind } from '../../../src/platform/jobs/job-kind.js';
import type { LeasedJob, LongestWait } from '../../../src/platform/jobs/job.store.js';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const leaseMs = minute;

const nothing = () => Promise.resolve(undefined);
const recurring = (atStart: 'due' | 'as planned'): JobKind => ({
  run: nothing,
  deadlineMs: hour,
  recurs: { atMostMs: 2 * hour, atStart },
});
const kinds = {
  restored: recurring('due'),
  daily: recurring('as planned'),
  once: doneOnce(nothing),
  later: doneWhenPlanned(nothing),
};
const all = Object.keys(kinds);

/** What is asked of the store, in milliseconds from now. */
class Asked {
  time = Date.UTC(2026, 0, 1);
  #elapsed = 0;
  leases: readonly LeasedJob[] = [];
  readonly ended: string[] = [];
  /** Whether nothing can be written. */
  isFull = false;
  #asked: Record<string, unknown> = {};
  readonly times = new DueTimes({ store: this, kinds, leaseMs, clock: this });

  now(): Date {
    return new Date(this.time);
  }
  elapsed(): number {
    return this.#elapsed;
  }
  pass(ms: number): void {
    this.time += ms;
    this.#elapsed += ms;
  }

  /** What one look asks. */
  async look(): Promise<Record<string, unknown>> {
    this.#asked = {};
    await this.times.keep();
    return this.#asked;
  }

  bringForward(waits: readonly LongestWait[]): Promise<void> {
    if (this.isFull) return Promise.reject(new Error('the disk is full'));
    this.#asked['waits'] = Object.fromEntries(waits.map(({ kind, latest }) => [kind, this.#in(latest)]));
    return Promise.resolve();
  }
  begin(begun: readonly string[], latest: Date): Promise<void> {
    this.#asked['begin'] = [begun, this.#in(latest)];
    return Promise.resolve();
  }
  retrySoon(retried: readonly string[], latest: Date): Promise<void> {
    this.#asked['retry'] = [retried, this.#in(latest)];
    return Promise.resolve();
  }
  leasedBeyond(leased: readonly string[], time: Date): Promise<readonly LeasedJob[]> {
    this.#asked['leases'] = [leased, this.#in(time)];
    return Promise.resolve(this.leases);
  }
  endLease({ id }: LeasedJob): Promise<void> {
    this.ended.push(id);
    return Promise.resolve();
  }
  #in(time: Date): number {
    return time.getTime() - this.time;
  }
}

const leases = [all, leaseMs + second];
const atStart = {
  waits: { restored: 0, daily: 2 * hour },
  begin: [['once'], second],
  retry: [all, hour],
  leases,
};
const lateLook = { ...atStart, waits: { restored: 2 * hour, daily: 2 * hour } };
const setBack = { waits: { restored: 0, daily: 0 }, begin: [['once'], second], retry: [all, 0], leases };

test('due times are looked at first, and every ten minutes', async () => {
  const asked = new Asked();
  expect(await asked.look()).toEqual(atStart);
  asked.pass(10 * minute - 1);
  expect(await asked.look()).toEqual({});
  asked.pass(1);
  expect(await asked.look()).toEqual(lateLook);
  asked.pass(10 * minute);
  expect(await asked.look()).toEqual(lateLook);
});

test('after the clock was set back nothing waits, once', async () => {
  const asked = new Asked();
  await asked.look();
  // As much as clocks differ that nobody has set.
  asked.time -= second;
  expect(await asked.look()).toEqual({});
  asked.time -= second + 1;
  expect(await asked.look()).toEqual(setBack);
  expect(await asked.look()).toEqual({});
  asked.time += hour;
  expect(await asked.look()).toEqual({});
});

test('that the clock was set back is not forgotten where it could not be written', async () => {
  const asked = new Asked();
  await asked.look();
  asked.time -= hour;
  asked.isFull = true;
  await expect(asked.look()).rejects.toThrow('the disk is full');
  asked.pass(second);
  asked.isFull = false;
  expect(await asked.look()).toEqual(setBack);
});

const leaseUntil = (leasedBy: string, time: number): LeasedJob => ({
  id: 'job',
  leasedBy,
  leasedUntil: new Date(time),
});

test('a lease that is doubted is looked at every five seconds, and ends if it stays the same for longer than any lasts', async () => {
  const asked = new Asked();
  asked.leases = [leaseUntil('another', asked.time + 24 * hour)];
  await asked.look();
  asked.pass(5 * second - 1);
  expect(await asked.look()).toEqual({});
  asked.pass(1);
  expect(await asked.look()).toEqual({ leases });
  asked.pass(leaseMs - 5 * second);
  await asked.look();
  expect(asked.ended).toEqual([]);
  asked.pass(5 * second);
  await asked.look();
  expect(asked.ended).toEqual(['job']);
  // With no other in doubt, there is time again.
  asked.leases = [];
  await asked.look();
  asked.pass(minute);
  expect(await asked.look()).toEqual({});
});

test.each([
  { meanwhile: 'was extended', next: ['another', 1] },
  { meanwhile: 'is of another claim', next: ['a third', 0] },
] as const)('one that $meanwhile is doubted anew', async ({ next: [leasedBy, later] }) => {
  const asked = new Asked();
  const until = asked.time + 24 * hour;
  asked.leases = [leaseUntil('another', until)];
  await asked.look();
  asked.pass(leaseMs);
  asked.leases = [leaseUntil(leasedBy, until + later)];
  await asked.look();
  asked.pass(5 * second);
  await asked.look();
  expect(asked.ended).toEqual([]);
  asked.pass(leaseMs);
  await asked.look();
  expect(asked.ended).toEqual(['job']);
});

test('so is every lease once the clock was set back', async () => {
  const asked = new Asked();
  asked.leases = [leaseUntil('another', asked.time + 24 * hour)];
  await asked.look();
  asked.pass(leaseMs);
  asked.time -= hour;
  await asked.look();
  asked.pass(5 * second);
  await asked.look();
  expect(asked.ended).toEqual([]);
});
