/** The status of a run with the names of Terraform Enterprise, and the meaning of each. This service executes no runs: an orchestrator updates the status. */
export const runStatusMeanings = {
  pending: 'It waits to start.',
  fetching: 'Its configuration is being fetched.',
  fetching_completed: 'Its configuration was fetched.',
  pre_plan_running: 'Tasks before the plan are running.',
  pre_plan_completed: 'Tasks before the plan are complete.',
  queuing: 'It waits for its turn in the workspace.',
  plan_queued: 'The plan waits to start.',
  planning: 'Its plan is being created.',
  planned: 'Its plan is complete, and the run waits for the next step.',
  cost_estimating: 'Costs are being estimated.',
  cost_estimated: 'Costs are estimated.',
  policy_checking: 'Policies are being checked.',
  policy_override: 'A policy failed, and somebody may override it.',
  policy_soft_failed: 'A policy failed. The run has ended.',
  policy_checked: 'Policies passed, or were overridden.',
  post_plan_running: 'Tasks after the plan are running.',
  post_plan_completed: 'Tasks after the plan are complete.',
  planned_and_finished:
    'It ended after the plan, because there was nothing to apply or because it was only for planning.',
  planned_and_saved: 'Its plan is saved, to be applied later.',
  confirmed: 'Somebody confirmed its plan.',
  pre_apply_running: 'Tasks before the apply are running.',
  pre_apply_completed: 'Tasks before the apply are complete.',
  queuing_apply: 'It waits for its turn to apply.',
  apply_queued: 'The apply waits to start.',
  applying: 'Its plan is being applied.',
  applied: 'Its plan was applied. The run has ended.',
  discarded: 'Its plan was discarded. The run has ended.',
  errored: 'It failed. The run has ended.',
  canceled: 'It was canceled. The run has ended.',
  force_canceled: 'It was canceled by force. The run has ended.',
} as const;
export type RunStatus = keyof typeof runStatusMeanings;

/** In the order in which a run has them. */
export const runStatuses: readonly RunStatus[] = Object.keys(runStatusMeanings).filter(isRunStatus);

function isRunStatus(word: string): word is RunStatus {
  return Object.hasOwn(runStatusMeanings, word);
}

/** Final statuses. */
const finished: ReadonlySet<RunStatus> = new Set([
  'applied',
  'planned_and_finished',
  'policy_soft_failed',
  'discarded',
  'errored',
  'canceled',
  'force_canceled',
]);

/** @returns whether an orchestrator may change a run from one status to another */
export function mayFollow(from: RunStatus, to: RunStatus): boolean {
  return from === to || !finished.has(from);
}

export function asRunStatus(text: string): RunStatus | null {
  return runStatuses.find((status) => status === text) ?? null;
}

export const configurationStatusMeanings = {
  pending: 'Its content has not arrived yet.',
  fetching: 'Its content is being fetched.',
  uploaded: 'Its content is there, and runs can use it.',
  archived: 'Its content was deleted to save space.',
  errored: 'Its content could not be fetched.',
} as const;
export type ConfigurationStatus = keyof typeof configurationStatusMeanings;

export const configurationStatuses: readonly ConfigurationStatus[] = Object.keys(configurationStatusMeanings).filter(
  (word): word is ConfigurationStatus => Object.hasOwn(configurationStatusMeanings, word),
);
