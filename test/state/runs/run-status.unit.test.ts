import { expect, test } from 'vitest';
import {
  asRunStatus,
  configurationStatuses,
  configurationStatusMeanings,
  mayFollow,
  runStatuses,
  runStatusMeanings,
} from '../../../src/state/runs/run-status.js';
import type { RunStatus } from '../../../src/state/runs/run-status.js';

/** The statuses of Terraform Enterprise, in its order; `.` ends a run. */
const documented = `pending fetching fetching_completed pre_plan_running pre_plan_completed queuing plan_queued planning planned cost_estimating
  cost_estimated policy_checking policy_override policy_soft_failed. policy_checked post_plan_running post_plan_completed planned_and_finished.
  planned_and_saved confirmed pre_apply_running pre_apply_completed queuing_apply apply_queued applying applied. discarded. errored. canceled.
  force_canceled.`;
const words = documented.split(/\s+/);
const named = words.map((word) => word.replace('.', ''));

test('the statuses are those of Terraform Enterprise', () => {
  expect(runStatuses).toEqual(named);
  expect(named.map(asRunStatus)).toEqual(named);
  expect(['', 'Applied', 'toString'].map(asRunStatus)).toEqual([null, null, null]);
  expect(configurationStatuses).toEqual(['pending', 'fetching', 'uploaded', 'archived', 'errored']);
});

test('each is explained', () => {
  for (const text of [...Object.values(runStatusMeanings), ...Object.values(configurationStatusMeanings)])
    expect(text).toMatch(/^[A-Z].*\.$/);
});

test.each(words.map((word) => [word.replace('.', '') as RunStatus, word.endsWith('.')] as const))(
  '%s, over: %s',
  (from, over) => {
    for (const to of runStatuses) expect(mayFollow(from, to)).toBe(from === to || !over);
  },
);
