import type { Caller } from '../../identity/caller.js';
import type { WorkspaceRow } from '../../platform/database/models.js';
import { holderOf, lockOf } from '../locks/lock-columns.js';
import { lockName, lockProblem, lockRefusal } from '../locks/lock-rules.js';
import type { LockHolder } from '../locks/lock-rules.js';

type Lock = Pick<WorkspaceRow, 'lockedAt' | 'lockHolderKind' | 'lockHolderId' | 'lockHolderName' | 'lockReason'>;

/** Names of the locks under which a caller may write state: those of the account, of the team of its token, and of its run. */
export function locksOf(caller: Pick<Caller, 'kind' | 'userId' | 'teamId'>, runId: string | null): readonly string[] {
  const holders = [
    { kind: 'User', id: caller.kind === 'user' ? caller.userId : null },
    { kind: 'Team', id: caller.teamId ?? null },
    { kind: 'Run', id: runId },
  ] as const;
  return holders.flatMap(({ kind, id }) => (id === null ? [] : [lockName({ kind, id })]));
}

/** The name of a workspace's lock; `null` if it is not locked. */
export function lockNameOf(lock: Lock): string | null {
  const holder = holderOf(lock);
  return holder && lockName(holder);
}

/**
 * State is only written under the writer's own lock (Terraform Enterprise API, State Versions: "Create", "Roll back"). Work that began under a lock must end
 * under a lock of the same holder.
 * @param under names of the locks that allow it
 * @throws LOCK_REQUIRED, LOCK_HELD_BY_OTHER
 */
export function requireStateLock(lock: Lock, under: readonly string[]): void {
  const holder = holderOf(lock) ?? somebody(lock);
  const refused = lockRefusal({ holder, latestPending: false }, { do: 'write', under });
  if (refused) throw lockProblem(refused, holder, lockOf(lock));
}

/** A lock whose holder is unknown is still a lock. */
function somebody({ lockedAt, lockHolderName }: Lock): LockHolder | null {
  return lockedAt && { kind: 'User', id: '', name: lockHolderName ?? '' };
}
