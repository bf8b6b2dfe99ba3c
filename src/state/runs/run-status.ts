/** Where a run stands, in the words of Terraform Enterprise, and what each means. Nothing runs here: an orchestrator says how far it got. */
export const runStatusMeanings = {
  pending: 'Waits to be begun.',
  fetching: 'Its configuration is being fetched.',
  fetching_completed: 'Its configuration was fetched.',
  pre_plan_running: 'Tasks before the plan are being done.',
  pre_plan_completed: 'Tasks before the plan are done.',
  queuing: 'Waits for its turn in the workspace.',
  plan_queued: 'Its plan waits to be begun.',
  planning: 'Its plan is being made.',
  planned: 'Its plan is there, and waits for what comes next.',
  cost_estimating: 'Costs are being estimated.',
  cost_estimated: 'Costs are estimated.',
  policy_checking: 'Policies are being checked.',
  policy_override: 'A policy failed, and somebody may override it.',
  policy_soft_failed: 'A policy failed; the run is over.',
  policy_checked: 'Policies passed, or were overridden.',
  post_plan_running: 'Tasks after the plan are being done.',
  post_plan_completed: 'Tasks after the plan are done.',
  planned_and_finished: 'Over with its plan: there was nothing to apply, or it was for planning only.',
  planned_and_saved: 'Its plan is kept, to be applied later.',
  confirmed: 'Somebody confirmed its plan.',
  pre_apply_running: 'Tasks before applying are being done.',
  pre_apply_completed: 'Tasks before applying are done.',
  queuing_apply: 'Waits for its turn to apply.',
  apply_queued: 'Applying waits to be begun.',
  applying: 'Its plan is being applied.',
  applied: 'Its plan was applied; the run is over.',
  discarded: 'Its plan was thrown away; the run is over.',
  errored: 'It failed; the run is over.',
  canceled: 'It was canceled; the run is over.',
  force_canceled: 'It was ended without waiting; the run is over.',
} as const;
export type RunStatus = keyof typeof runStatusMeanings;

/** In the order in which a run passes them. */
export const runStatuses: readonly RunStatus[] = Object.keys(runStatusMeanings).filter(isRunStatus);

function isRunStatus(word: string): word is RunStatus {
  return Object.hasOwn(runStatusMeanings, word);
}

/** A run that stands here stays here. */
const finished: ReadonlySet<RunStatus> = new Set([
  'applied',
  'planned_and_finished',
  'policy_soft_failed',
  'discarded',
  'errored',
  'canceled',
  'force_canceled',
]);

/** @returns whether an orchestrator may say that a run went from one status to another */
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
  archived: 'Its content was given up to save space.',
  errored: 'Its content could not be had.',
} as const;
export type ConfigurationStatus = keyof typeof configurationStatusMeanings;

export const configurationStatuses: readonly ConfigurationStatus[] = Object.keys(configurationStatusMeanings).filter(
  (word): word is ConfigurationStatus => Object.hasOwn(configurationStatusMeanings, word),
);
