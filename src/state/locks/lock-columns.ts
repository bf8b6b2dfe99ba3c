import type { WorkspaceRow } from '../../platform/database/models.js';
import { lockHolderKinds } from './lock-rules.js';
import type { LockHolder, ShownLock } from './lock-rules.js';

type LockColumns = Pick<WorkspaceRow, 'lockedAt' | 'lockHolderKind' | 'lockHolderId' | 'lockHolderName' | 'lockReason'>;

/** The holder of a workspace's lock; `null` if it is not locked. */
export function holderOf(workspace: Omit<LockColumns, 'lockReason'>): LockHolder | null {
  const kind = lockHolderKinds.find((known) => known === workspace.lockHolderKind);
  if (workspace.lockedAt === null || !kind || workspace.lockHolderId === null) return null;
  return { kind, id: workspace.lockHolderId, name: workspace.lockHolderName ?? workspace.lockHolderId };
}

/** The lock of a workspace; `null` if it is not locked, or the holder is unknown. */
export function lockOf(workspace: LockColumns): ShownLock | null {
  const holder = holderOf(workspace);
  if (!holder || !workspace.lockedAt) return null;
  const { kind: holderKind, id: holderId, name: holderName } = holder;
  return { holderKind, holderId, holderName, reason: workspace.lockReason, lockedAt: workspace.lockedAt };
}

export function lockColumns(holder: LockHolder, at: Date, reason: string | null): LockColumns {
  return {
    lockedAt: at,
    lockHolderKind: holder.kind,
    lockHolderId: holder.id,
    lockHolderName: holder.name,
    lockReason: reason,
  };
}

export const unlockedColumns: LockColumns = {
  lockedAt: null,
  lockHolderKind: null,
  lockHolderId: null,
  lockHolderName: null,
  lockReason: null,
};
