import type { WorkspaceRow } from '../../platform/database/models.js';
import { clientLockIn } from './client-lock.js';
import type { ClientLock } from './client-lock.js';
import { lockHolderKinds } from './lock-rules.js';
import type { LockHolder, ShownLock } from './lock-rules.js';

type HolderColumns = Pick<WorkspaceRow, 'lockedAt' | 'lockHolderKind' | 'lockHolderId' | 'lockHolderName'>;
export type LockColumns = HolderColumns & Pick<WorkspaceRow, 'lockReason' | 'lockClient'>;

/** The holder of a workspace's lock; `null` if it is not locked. */
export function holderOf(workspace: HolderColumns): LockHolder | null {
  const kind = lockHolderKinds.find((known) => known === workspace.lockHolderKind);
  if (workspace.lockedAt === null || !kind || workspace.lockHolderId === null) return null;
  return { kind, id: workspace.lockHolderId, name: workspace.lockHolderName ?? workspace.lockHolderId };
}

/** The lock of a workspace; `null` if it is not locked, or the holder is unknown. */
export function lockOf(workspace: LockColumns): ShownLock | null {
  const holder = holderOf(workspace);
  if (!holder || !workspace.lockedAt) return null;
  const { kind: holderKind, id: holderId, name: holderName } = holder;
  const { lockReason: reason, lockedAt, lockClient } = workspace;
  return { holderKind, holderId, holderName, reason, lockedAt, client: clientLockIn(lockClient) };
}

export function lockColumns(
  holder: LockHolder,
  at: Date,
  reason: string | null,
  client: ClientLock | null = null,
): LockColumns {
  return {
    lockedAt: at,
    lockHolderKind: holder.kind,
    lockHolderId: holder.id,
    lockHolderName: holder.name,
    lockReason: reason,
    lockClient: client && JSON.stringify(client),
  };
}

export const unlockedColumns: LockColumns = {
  lockedAt: null,
  lockHolderKind: null,
  lockHolderId: null,
  lockHolderName: null,
  lockReason: null,
  lockClient: null,
};
