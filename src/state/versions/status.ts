/** Statuses of a state version (Terraform Enterprise API, State Versions: `status`). */
export const stateVersionStatuses = [
  'pending',
  'finalized',
  'discarded',
  'backing_data_soft_deleted',
  'backing_data_permanently_deleted',
] as const;
export type StateVersionStatus = (typeof stateVersionStatuses)[number];

/** The triggers that change the status of a state version. */
export type StatusTrigger = 'upload' | 'superseded' | 'softDelete' | 'restore' | 'permanentlyDelete' | 'daysPassed';

export interface Transition {
  readonly from: StateVersionStatus;
  readonly on: StatusTrigger;
  readonly to: StateVersionStatus;
  /** Never applied to the state version that the workspace uses. */
  readonly unless?: 'isCurrent';
}

/** The states and transitions of docs/http-surface.md, row by row; {@link initialStatus} has the creation. */
export const transitions: readonly Transition[] = [
  { from: 'pending', on: 'upload', to: 'finalized' },
  { from: 'pending', on: 'superseded', to: 'discarded' },
  { from: 'finalized', on: 'softDelete', to: 'backing_data_soft_deleted', unless: 'isCurrent' },
  { from: 'backing_data_soft_deleted', on: 'restore', to: 'finalized' },
  {
    from: 'backing_data_soft_deleted',
    on: 'permanentlyDelete',
    to: 'backing_data_permanently_deleted',
    unless: 'isCurrent',
  },
  { from: 'backing_data_soft_deleted', on: 'daysPassed', to: 'backing_data_permanently_deleted' },
];

/** The first status of a state version: with content, or waiting for its upload. */
export function initialStatus(content: 'supplied' | 'omitted'): StateVersionStatus {
  return content === 'supplied' ? 'finalized' : 'pending';
}

/** The status after the trigger, or `null` if the table has no such row. */
export function nextStatus(
  from: StateVersionStatus,
  trigger: StatusTrigger,
  isCurrent: boolean,
): StateVersionStatus | null {
  const row = transitions.find((transition) => transition.from === from && transition.on === trigger);
  if (!row || (row.unless === 'isCurrent' && isCurrent)) return null;
  return row.to;
}

/** Which counter of a workspace counts versions with a status. */
export const counterOf = {
  pending: 'pendingCount',
  finalized: 'finalizedCount',
  discarded: 'discardedCount',
  backing_data_soft_deleted: 'softDeletedCount',
  backing_data_permanently_deleted: 'permanentlyDeletedCount',
} as const satisfies Record<StateVersionStatus, string>;

export function isStateVersionStatus(word: string): word is StateVersionStatus {
  return (stateVersionStatuses as readonly string[]).includes(word);
}
