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

export function writerOf(caller: Caller, runId: string | null): StateWriter {
  return { userId: caller.kind === 'user' ? caller.userId : null, teamId: caller.teamId ?? null, runId };
}

type Lock = Pick<WorkspaceRow, 'lockedAt' | 'lockHolderKind' | 'lockHolderId' | 'lockHolderName'>;

/**
 * State is only written under the writer's own lock (state-versions.md, create and roll back).
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
  const who = `${kind ?? 'User'} ${lock.lockHolderName ?? ''}`.trim();
  return problem('LOCK_HELD_BY_OTHER', problems.LOCK_HELD_BY_OTHER.replace('<who>', who));
}

/** @throws LOCK_REQUIRED, LOCK_HELD_BY_OTHER */
export function requireStateLock(lock: Lock, writer: StateWriter): void {
  const refusal = lockRefusal(lock, writer);
  if (refusal) throw refusal;
}
