import type { Caller } from '../../identity/caller.js';
import type { WorkspaceRow } from '../../platform/database/models.js';
import type { ProblemError } from '../../platform/problems.js';
import { problem, problems } from '../../platform/problems.js';

/** Who writes state: the account, the team whose token it is, or the run it belongs to. Any of them may hold the lock. */
export interface StateWriter {
  readonly userId: string | null;
  readonly teamId: string | null;
  readonly runId: string | null;
}

export function writerOf(caller: Pick<Caller, 'kind' | 'userId' | 'teamId'>, runId: string | null): StateWriter {
  return { userId: caller.kind === 'user' ? caller.userId : null, teamId: caller.teamId ?? null, runId };
}

type Lock = Pick<WorkspaceRow, 'lockedAt' | 'lockHolderKind' | 'lockHolderId' | 'lockHolderName'>;

/**
 * State is only written under the writer's own lock (Terraform Enterprise API, State Versions: "Create", "Roll back").
 * @returns LOCK_REQUIRED, LOCK_HELD_BY_OTHER or `null`
 */
export function lockRefusal(lock: Lock, writer: StateWriter): ProblemError | null {
  if (lock.lockedAt === null) return problem('LOCK_REQUIRED');
  const mine = {
    User: writer.userId,
    Team: writer.teamId,
    Run: writer.runId,
  };
  const kind = lock.lockHolderKind;
  if (
    (kind === 'User' || kind === 'Team' || kind === 'Run') &&
    mine[kind] !== null &&
    mine[kind] === lock.lockHolderId
  ) {
    return null;
  }
  return heldByOther(lock);
}

/** Names a lock, so that it is known again; `null` when there is none. */
export function lockName(lock: Lock): string | null {
  if (lock.lockedAt === null || lock.lockHolderKind === null || lock.lockHolderId === null) return null;
  return `${lock.lockHolderKind} ${lock.lockHolderId}`;
}

/**
 * What was begun under a lock is ended under a lock of the same holder.
 * @throws LOCK_REQUIRED, LOCK_HELD_BY_OTHER
 */
export function requireSameLock(lock: Lock, name: string | null): void {
  if (lock.lockedAt === null) throw problem('LOCK_REQUIRED');
  if (name === null || lockName(lock) !== name) throw heldByOther(lock);
}

function heldByOther({ lockHolderKind, lockHolderName }: Lock): ProblemError {
  const who = `${lockHolderKind ?? 'User'} ${lockHolderName ?? ''}`.trim();
  return problem(
    'LOCK_HELD_BY_OTHER',
    problems.LOCK_HELD_BY_OTHER.replace('<who>', () => who),
  );
}

/** @throws LOCK_REQUIRED, LOCK_HELD_BY_OTHER */
export function requireStateLock(lock: Lock, writer: StateWriter): void {
  const refusal = lockRefusal(lock, writer);
  if (refusal) throw refusal;
}
