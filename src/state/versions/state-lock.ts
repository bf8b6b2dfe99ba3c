import type { Caller } from '../../identity/caller.js';
import { namesLock } from '../locks/client-lock.js';
import { holderOf, lockOf } from '../locks/lock-columns.js';
import type { LockColumns } from '../locks/lock-columns.js';
import { lockName, lockProblem, lockRefusal } from '../locks/lock-rules.js';
import type { LockHolder } from '../locks/lock-rules.js';

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
export function lockNameOf(lock: LockColumns): string | null {
  const holder = holderOf(lock);
  return holder && lockName(holder);
}

/**
 * State is only written under the writer's own lock (Terraform Enterprise API, State Versions: "Create", "Roll back"). Work that began under a lock must end
 * under a lock of the same holder.
 * @param under names of the locks that allow it
 * @throws LOCK_REQUIRED, LOCK_HELD_BY_OTHER
 */
export function requireStateLock(lock: LockColumns, under: readonly string[]): void {
  const holder = holderOf(lock) ?? somebody(lock);
  const refused = lockRefusal({ holder, latestPending: false }, { do: 'write', under });
  if (refused) throw lockProblem(refused, holder, lockOf(lock));
}

/**
 * The same for clients that may work without locks: nobody's lock is in the way. A client that took a lock says which, so that it notices when that was broken.
 * @param lockId the client's id of its lock; `null` if it has none
 * @throws LOCK_REQUIRED, LOCK_HELD_BY_OTHER, LOCK_ID_MISMATCH
 */
export function requireClientLock(lock: LockColumns, under: readonly string[], lockId: string | null): void {
  if (lock.lockedAt === null && lockId === null) return;
  requireStateLock(lock, under);
  const shown = lockOf(lock);
  if (shown && (lockId !== null || shown.client) && !namesLock(lockId, shown)) {
    throw lockProblem('LOCK_ID_MISMATCH', holderOf(lock), shown);
  }
}

/** A lock whose holder is unknown is still a lock. */
function somebody({ lockedAt, lockHolderName }: LockColumns): LockHolder | null {
  return lockedAt && { kind: 'User', id: '', name: lockHolderName ?? '' };
}
