import type { RecordedChanges } from '../../identity/audit/recorded-changes.js';
import type { Caller } from '../../identity/caller.js';
import type { Clock } from '../../platform/clock.js';
import type { TransactionClient } from '../../platform/database/client.js';
import type { Database, SqlWrite } from '../../platform/database/database.js';
import type { WorkspaceRow } from '../../platform/database/models.js';
import { ids } from '../../platform/ids.js';
import { problem } from '../../platform/problems.js';
import { requireFitting } from '../text-rules.js';
import { carryOut, changedWorkspace, clientOf, seenWorkspace } from '../workspaces/planned-change.js';
import type { Seeing, WorkspaceValues } from '../workspaces/planned-change.js';
import { lockEvent } from '../events/state-events.js';
import type { LockEventKind } from '../events/state-events.js';
import { checkedClientLock, namesLock } from './client-lock.js';
import type { ClientLock } from './client-lock.js';
import { workspaceTarget } from '../workspaces/reach-workspace.js';
import type { ReachWorkspace, WorkspaceRef } from '../workspaces/reach-workspace.js';
import { holderOf, lockColumns, lockOf, unlockedColumns } from './lock-columns.js';
import { holderAfter, lockProblem, lockRefusal } from './lock-rules.js';
import type { LockChange, LockHolder } from './lock-rules.js';

/** What changes together with the release of a lock: of the workspace's own row, and beside it. */
export interface WithUnlock {
  readonly values: WorkspaceValues;
  readonly writes: readonly SqlWrite[];
}

/** The last intermediate version becomes the current one. It may be called again after a concurrent change. */
export type OnUnlock = (seeing: Seeing, workspace: WorkspaceRow) => Promise<WithUnlock>;

/** Who would hold the lock of a workspace. */
type HolderIn = (workspace: WorkspaceRow) => LockHolder;

const runSql = 'SELECT "workspaceId" FROM "Run" WHERE "id" = ?';

const nothing: WithUnlock = { values: {}, writes: [] };

export interface LockRequest {
  readonly reason?: string | null | undefined;
  /** A run of this workspace that is to hold the lock instead of the caller. */
  readonly runId?: string | null | undefined;
  /** What the client says about the lock. */
  readonly client?: ClientLock | null | undefined;
}

/** Which lock is released. */
export interface UnlockRequest extends Pick<LockRequest, 'runId'> {
  /** Only a lock with this id. */
  readonly lockId?: string | null | undefined;
}

const eventKinds = {
  lock: 'workspace.locked',
  unlock: 'workspace.unlocked',
  'force-unlock': 'workspace.force-unlocked',
} as const satisfies Record<LockChange['do'], LockEventKind>;

interface Particulars {
  readonly reason?: string | null;
  readonly client?: ClientLock | null;
  readonly lockId?: string | null | undefined;
}

/** The lock of a workspace: who may write its state. */
export class Locks {
  constructor(
    private readonly deps: {
      database: Database;
      reach: ReachWorkspace;
      changes: RecordedChanges;
      clock: Clock;
      onUnlock: OnUnlock;
      /** Called after the unlocking is committed. */
      afterUnlock?: () => void;
    },
  ) {}

  /** @throws NOT_FOUND, INVALID_INPUT, ALREADY_LOCKED */
  async lock(
    caller: Caller,
    workspace: WorkspaceRef,
    { reason, runId, client }: LockRequest = {},
  ): Promise<WorkspaceRow> {
    const [found, holderIn] = await Promise.all([
      this.deps.reach.reach(caller, 'workspace.lock', workspace),
      this.#holder(caller, runId),
    ]);
    requireFitting('lockReason', reason, 'reason');
    const by = holderIn(found);
    const told = client == null ? null : checkedClientLock(client);
    return this.#carryOut(caller, found, { do: 'lock', by }, { reason: reason?.trim() ? reason : null, client: told });
  }

  /** @throws NOT_FOUND, NOT_LOCKED, UNLOCK_HELD_BY_OTHER, LOCK_ID_MISMATCH, LATEST_VERSION_PENDING */
  async unlock(caller: Caller, workspace: WorkspaceRef, { runId, lockId }: UnlockRequest = {}): Promise<WorkspaceRow> {
    const [found, holderIn] = await Promise.all([
      this.deps.reach.reach(caller, 'workspace.unlock', workspace),
      this.#holder(caller, runId),
    ]);
    return this.#carryOut(caller, found, { do: 'unlock', by: holderIn(found) }, { lockId });
  }

  /** Releases a lock of any holder, even while the newest state version waits for its content. @throws NOT_FOUND, NOT_LOCKED, LOCK_ID_MISMATCH */
  async forceUnlock(
    caller: Caller,
    workspace: WorkspaceRef,
    { lockId }: Pick<UnlockRequest, 'lockId'> = {},
  ): Promise<WorkspaceRow> {
    const found = await this.deps.reach.reach(caller, 'workspace.force-unlock', workspace);
    return this.#carryOut(caller, found, { do: 'force-unlock' }, { lockId });
  }

  /**
   * The holder for locks of a caller: the team for a team's token, the account for every other token, and the run if one is named.
   * @returns what says it for a workspace; that throws NOT_FOUND if the run does not belong to it
   */
  async #holder(caller: Caller, runId?: string | null): Promise<HolderIn> {
    if (runId != null) {
      const id = ids.run.parse(runId);
      const [run] = id === null ? [] : await this.deps.database.readBeside(runSql, [id]);
      return (workspace) => {
        if (run?.['workspaceId'] !== workspace.id) throw problem('NOT_FOUND', undefined, ['runId']);
        return { kind: 'Run', id: runId, name: runId };
      };
    }
    if (caller.kind === 'team' && caller.teamId !== undefined) {
      const { teamId: id, teamName: name = id } = caller;
      return () => ({ kind: 'Team', id, name });
    }
    return () => ({ kind: 'User', id: caller.userId, name: caller.username });
  }

  async #carryOut(
    caller: Caller,
    reached: WorkspaceRow,
    command: LockChange,
    { reason = null, client = null, lockId = null }: Particulars = {},
  ): Promise<WorkspaceRow> {
    const { database, changes, clock, onUnlock } = this.deps;
    return carryOut(database, async (seeing) => {
      const seen = await seenWorkspace(seeing, reached.id, reached);
      const holder = holderOf(seen);
      const latestPending = command.do === 'unlock' && (await isLatestPending(clientOf(seeing), seen));
      const refused = lockRefusal({ holder, latestPending }, command);
      const lock = lockOf(seen);
      if (refused) throw lockProblem(refused, holder, lock);
      if (lock && lockId !== null && !namesLock(lockId, lock)) throw lockProblem('LOCK_ID_MISMATCH', holder, lock);
      const next = holderAfter(command);
      const now = clock.now();
      const also = next ? nothing : await onUnlock(seeing, seen);
      const workspace = changedWorkspace(seen, {
        ...(next ? lockColumns(next, now, reason, client) : unlockedColumns),
        ...(command.do === 'force-unlock' && { abandonedStateVersionId: seen.latestStateVersionId }),
        ...also.values,
      });
      const recorded = changes.recording(caller, `workspace.${command.do}`, {
        target: workspaceTarget(workspace.row),
        details: { ...(reason !== null && { reason }), ...(client && { lockId: client.lockId }) },
        events: [lockEvent(eventKinds[command.do], workspace.row, next ?? holder, now)],
      });
      const committed = command.do === 'lock' ? null : (this.deps.afterUnlock ?? null);
      return { writes: [workspace.write, ...also.writes, ...recorded], result: workspace.row, committed };
    });
  }
}

/** Versions that waited when a lock was broken do not affect later locks: the client that could send their content has lost the lock, and may never send it. */
async function isLatestPending(
  client: Pick<TransactionClient, 'stateVersion'>,
  { latestStateVersionId: id, abandonedStateVersionId, pendingCount }: WorkspaceRow,
): Promise<boolean> {
  if (id === null || id === abandonedStateVersionId || pendingCount === 0n) return false;
  const latest = await client.stateVersion.findUnique({ where: { id }, select: { status: true } });
  return latest?.status === 'pending';
}
