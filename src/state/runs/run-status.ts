/** Where a run stands, in the words of Terraform Enterprise. Nothing runs here: an orchestrator says how far it got. */
export const runStatuses = [
  'pending',
  'fetching',
  'fetching_completed',
  'pre_plan_running',
  'pre_plan_completed',
  'queuing',
  'plan_queued',
  'planning',
  'planned',
  'cost_estimating',
  'cost_estimated',
  'policy_checking',
  'policy_override',
  'policy_soft_failed',
  'policy_checked',
  'post_plan_running',
  'post_plan_completed',
  'planned_and_finished',
  'planned_and_saved',
  'confirmed',
  'pre_apply_running',
  'pre_apply_completed',
  'queuing_apply',
  'apply_queued',
  'applying',
  'applied',
  'discarded',
  'errored',
  'canceled',
  'force_canceled',
] as const;
export type RunStatus = (typeof runStatuses)[number];

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

export const configurationStatuses = ['pending', 'fetching', 'uploaded', 'archived', 'errored'] as const;
export type ConfigurationStatus = (typeof configurationStatuses)[number];
