import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { system } from '../../../src/identity/audit/actor.js';
import { RefusalTally } from '../../../src/identity/audit/refusal-tally.js';
import { rowOf } from '../../../src/identity/audit/record-row.js';
import type { AuditRow } from '../../../src/identity/audit/record-row.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const refusal = (id: string): AuditRow =>
  rowOf({
    ...{ at: new Date(0), actor: system('test'), action: 'role.read', target: { type: 'role', id } },
    ...{ outcome: 'denied', problem: 'PERMISSION_DENIED' },
  });

/** Refusals that are written when somebody lets them. */
function gathered() {
  const written: string[] = [];
  const waiting: (() => void)[] = [];
  const refusals = new RefusalTally({
    write: async (rows) => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      written.push(...rows.map(({ targetId }) => targetId));
    },
    failed: (error) => {
      throw error;
    },
  });
  return { refusals, written, letWrite: () => waiting.shift()?.() };
}

test('a flush ends once what was begun before it is written too', async () => {
  const { refusals, written, letWrite } = gathered();
  refusals.note(refusal('first'));
  await vi.advanceTimersByTimeAsync(1_000);
  let flushed = false;
  const flush = refusals.flush().then(() => {
    flushed = true;
  });
  await vi.advanceTimersByTimeAsync(1_000);
  expect([flushed, written]).toEqual([false, []]);
  letWrite();
  await flush;
  expect(written).toEqual(['first']);
});

test('a flush writes what was noted since', async () => {
  const { refusals, written, letWrite } = gathered();
  refusals.note(refusal('first'));
  await vi.advanceTimersByTimeAsync(1_000);
  refusals.note(refusal('second'));
  const flush = refusals.flush();
  letWrite();
  letWrite();
  await flush;
  expect(written).toEqual(['first', 'second']);
});
