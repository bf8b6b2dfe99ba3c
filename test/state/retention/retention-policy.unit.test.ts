import { expect, test } from 'vitest';
import { daysFault, policyColumns, policyOf } from '../../../src/state/retention/retention-policy.js';

const least = 'Delete older than n days must be at least 1';
const most = 'Delete older than n days must be at most 36500';

test.each([
  [1, null],
  [36_500, null],
  [0, least],
  [-1, least],
  [1.5, least],
  [Number.NaN, least],
  [36_501, most],
])('%d days: %s', (days, fault) => {
  expect(daysFault(days)).toBe(fault);
});

const none = policyColumns(null);
const week = policyColumns({ kind: 'delete-older', days: 7 });
const keep = policyColumns({ kind: 'dont-delete' });
test.each([
  // columns                                                policy
  [{ retentionKind: null, retentionDays: null }, null],
  [{ retentionKind: null, retentionDays: 7 }, null],
  [{ retentionKind: 'delete-older', retentionDays: null }, null],
  [{ retentionKind: 'delete-sometimes', retentionDays: 7 }, null],
])('%j is no policy', (columns, policy) => {
  expect(policyOf(columns)).toBe(policy);
});

test('a policy is columns', () => {
  expect(none).toEqual({ retentionKind: null, retentionDays: null });
  expect(week).toEqual({ retentionKind: 'delete-older', retentionDays: 7 });
  expect(keep).toEqual({ retentionKind: 'dont-delete', retentionDays: null });
});
