import { commaList } from '../../found.js';

/** Words of a filter by the status of runs; a run has none of the others, so they find nothing. */
const statusWords =
  'pending fetching fetching_completed pre_plan_running pre_plan_completed queuing plan_queued planning planned cost_estimating cost_estimated policy_checking policy_override policy_soft_failed policy_checked post_plan_running post_plan_completed planned_and_finished planned_and_saved confirmed pre_apply_running pre_apply_completed queuing_apply apply_queued applying applied discarded errored canceled force_canceled';
const knownStatuses: ReadonlySet<string> = new Set(statusWords.split(' '));

/** A comma list of a query parameter as the enum has it; `undefined` when it is absent or names nothing. */
export function runStatusesOf(text: string | undefined): string[] | undefined {
  return commaList(text)
    ?.filter((word) => knownStatuses.has(word))
    .map((word) => word.toUpperCase());
}
