/** What decides whether deleting a workspace would lose track of resources. */
export interface DeletionState {
  readonly locked: boolean;
  /** There is current state whose resources are not counted yet. */
  readonly processing: boolean;
  /** There is current state that could not be read: it is unknown what it manages. */
  readonly unreadable: boolean;
  readonly resourceCount: bigint;
}

/** Why a workspace cannot be deleted safely. */
export type DeletionRefusal = 'WORKSPACE_LOCKED' | 'WORKSPACE_PROCESSING' | 'WORKSPACE_MANAGES_RESOURCES';

interface DeletionRule {
  readonly when: (state: DeletionState) => boolean;
  readonly refuse: DeletionRefusal;
}

/** Terraform Enterprise API, Workspaces: "Safe delete a workspace". The first matching rule decides. */
const rules: readonly DeletionRule[] = [
  { when: ({ locked }) => locked, refuse: 'WORKSPACE_LOCKED' },
  { when: ({ processing }) => processing, refuse: 'WORKSPACE_PROCESSING' },
  { when: ({ unreadable, resourceCount }) => unreadable || resourceCount > 0n, refuse: 'WORKSPACE_MANAGES_RESOURCES' },
];

/** @returns why a safe delete is refused, or `null` if nothing would be lost */
export function deletionRefusal(state: DeletionState): DeletionRefusal | null {
  return rules.find(({ when }) => when(state))?.refuse ?? null;
}
