import { commaList } from '../../found.js';
import type { RunStatus } from '../generated/operations.js';

/** Values of a filter by the status of runs. */
const statuses: Readonly<Record<Lowercase<RunStatus>, RunStatus>> = {
  pending: 'PENDING',
  fetching: 'FETCHING',
  fetching_completed: 'FETCHING_COMPLETED',
  pre_plan_running: 'PRE_PLAN_RUNNING',
  pre_plan_completed: 'PRE_PLAN_COMPLETED',
  queuing: 'QUEUING',
  plan_queued: 'PLAN_QUEUED',
  planning: 'PLANNING',
  planned: 'PLANNED',
  cost_estimating: 'COST_ESTIMATING',
  cost_estimated: 'COST_ESTIMATED',
  policy_checking: 'POLICY_CHECKING',
  policy_override: 'POLICY_OVERRIDE',
  policy_soft_failed: 'POLICY_SOFT_FAILED',
  policy_checked: 'POLICY_CHECKED',
  post_plan_running: 'POST_PLAN_RUNNING',
  post_plan_completed: 'POST_PLAN_COMPLETED',
  planned_and_finished: 'PLANNED_AND_FINISHED',
  planned_and_saved: 'PLANNED_AND_SAVED',
  confirmed: 'CONFIRMED',
  pre_apply_running: 'PRE_APPLY_RUNNING',
  pre_apply_completed: 'PRE_APPLY_COMPLETED',
  queuing_apply: 'QUEUING_APPLY',
  apply_queued: 'APPLY_QUEUED',
  applying: 'APPLYING',
  applied: 'APPLIED',
  discarded: 'DISCARDED',
  errored: 'ERRORED',
  canceled: 'CANCELED',
  force_canceled: 'FORCE_CANCELED',
};
const byWord = new Map<string, RunStatus>(Object.entries(statuses));

/** A comma-separated query parameter as enum values, without unknown words; `undefined` if it is absent or empty. */
export function runStatusesOf(text: string | undefined): RunStatus[] | undefined {
  return commaList(text)?.flatMap((word) => byWord.get(word) ?? []);
}

const final: readonly RunStatus[] = [
  ...(['APPLIED', 'PLANNED_AND_FINISHED', 'PLANNED_AND_SAVED', 'POLICY_SOFT_FAILED'] as const),
  ...(['DISCARDED', 'ERRORED', 'CANCELED', 'FORCE_CANCELED'] as const),
];

/** Terraform Enterprise API, "Runs": groups of statuses, by their names. */
const groups: Readonly<Record<string, readonly RunStatus[]>> = {
  final,
  non_final: Object.values(statuses).filter((status) => !final.includes(status)),
  discardable: ['PENDING', 'PLANNED', 'POLICY_CHECKED', 'POLICY_OVERRIDE', 'COST_ESTIMATED', 'POST_PLAN_COMPLETED'],
};

/** The statuses of these groups; `undefined` if none is named. */
export function runStatusesOfGroups(text: string | undefined): RunStatus[] | undefined {
  return commaList(text)?.flatMap((word) => (Object.hasOwn(groups, word) ? (groups[word] ?? []) : []));
}
