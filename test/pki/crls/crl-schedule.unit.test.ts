import { expect, test } from 'vitest';
import { defaultCrlConfig } from '../../../src/pki/config/crl-config.js';
import { dueNext } from '../../../src/pki/crls/crl-schedule.js';
import type { CrlTimes, DueCrl } from '../../../src/pki/crls/crl-schedule.js';

const now = new Date('2026-03-01T12:00:00.000Z');
const at = (seconds: number): Date => new Date(now.getTime() + seconds * 1000);

/** Made so many seconds ago, for so many seconds. */
const made = (ago: number, life: number, suppressed = false): CrlTimes => ({
  thisUpdate: at(-ago),
  nextUpdate: at(life - ago),
  suppressed,
});

const hour = 3600;
const plain = { expiry: 72 * hour };
const auto = { autoRebuild: true, expiry: 60, autoRebuildGracePeriod: 20 };
const deltas = { ...auto, expiry: hour, autoRebuildGracePeriod: 600, enableDelta: true, deltaRebuildInterval: 300 };

test.each<[string, object, CrlTimes | null, CrlTimes | null, boolean, DueCrl['kind'], number]>([
  // what is published                     config                       complete              delta            unpublished  made     in seconds
  ['nothing yet', plain, null, null, false, 'complete', 0],
  ['grace before its end', plain, made(0, 72 * hour), null, false, 'complete', 60 * hour],
  ['grace of a short one', auto, made(0, 60), null, false, 'complete', 40],
  ['grace of a short one, later', auto, made(30, 60), null, false, 'complete', 10],
  ['due', auto, made(40, 60), null, false, 'complete', 0],
  ['overdue', auto, made(7200, 60), null, false, 'complete', -7160],
  ['a grace longer than its life', { ...plain, expiry: 60 }, made(0, 60), null, false, 'complete', 30],
  ['a grace as long as its life', { ...auto, autoRebuildGracePeriod: 60 }, made(0, 60), null, false, 'complete', 30],
  ['one of an hour, now of a minute', auto, made(0, hour), null, false, 'complete', 40],
  ['one of a minute, now of an hour', { ...auto, expiry: hour }, made(0, 60), null, false, 'complete', 40],
  ['a revocation that it lacks', plain, made(0, 72 * hour), null, true, 'complete', 0],
  ['a revocation that waits for its turn', auto, made(0, 60), null, true, 'complete', 40],
  ['disabled since', { ...plain, disable: true }, made(0, 72 * hour), null, true, 'complete', 0],
  ['disabled', { ...plain, disable: true }, made(0, 72 * hour, true), null, true, 'complete', 60 * hour],
  ['enabled since', plain, made(0, 72 * hour, true), null, false, 'complete', 0],
  ['disabled with deltas', { ...deltas, disable: true }, made(0, hour, true), null, true, 'complete', 3000],
  ['both due', deltas, made(3000, hour), made(400, 600), false, 'complete', 0],
  ['no delta yet', deltas, made(10, hour), null, false, 'delta', 0],
  ['a delta', deltas, made(10, hour), made(10, 600), false, 'delta', 290],
  ['a later delta', deltas, made(400, hour), made(100, 600), true, 'delta', 200],
  ['a delta that is due', deltas, made(400, hour), made(300, 600), false, 'delta', 0],
  ['a delta made for a shorter interval', deltas, made(100, hour), made(8, 20), false, 'delta', 2],
  ['the end before the next delta', deltas, made(2900, hour), made(50, 600), false, 'complete', 100],
  ['both at the same time', deltas, made(2700, hour), made(0, 600), false, 'complete', 300],
  ['both overdue', deltas, made(9000, hour), made(9100, 600), false, 'complete', -6000],
  ['a clock that was a little ahead', auto, made(-4, 60), null, false, 'complete', 44],
  ['a clock that was as far ahead as clocks may be', auto, made(-5, 60), null, false, 'complete', 45],
  ['a clock that was a day ahead', auto, made(-24 * hour, 60), null, false, 'complete', 0],
  ['a clock that was ahead for a delta', deltas, made(10, hour), made(-24 * hour, 600), false, 'delta', 0],
])('%s', (_what, config, complete, delta, unpublished, kind, seconds) => {
  const due = dueNext(now, { ...defaultCrlConfig, ...config }, { complete, delta, unpublished });
  expect(due).toEqual({ kind, at: at(seconds) });
});
