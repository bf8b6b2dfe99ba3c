import type { Clock } from '../../platform/clock.js';
import type { TransactionClient } from '../../platform/database/database.js';
import type { WorkspaceRow } from '../../platform/database/models.js';
import type { RunId, StateVersionId, StateVersionOutputId, UserId } from '../../platform/ids.js';
import { recordEvents } from '../../platform/events/outbox.js';
import { ids } from '../../platform/ids.js';
import type { JobStore } from '../../platform/jobs/job.store.js';
import { problem } from '../../platform/problems.js';
import { changeWorkspace } from '../workspaces/workspace.store.js';
import type { WorkspaceChanges } from '../workspaces/workspace.store.js';
import type { StoredJsonState, StoredState } from '../backing-data/intake.js';
import { stateVersionEvent } from '../events/state-events.js';
import { countedOf } from '../inventory/counted-resources.js';
import { inventoryJob } from '../inventory/inventory.job-kind.js';
import type { Storing } from '../quota/storage.js';
import { storedBytesOf } from '../quota/stored-bytes.js';
import type { DeclaredState } from './acceptance.js';
import { lockNameOf } from './state-lock.js';
import { initialStatus } from './status.js';
import type { Joined, PendingVersion, StateVersionStore } from './version.store.js';
import type { StateVersion } from './version.type.js';

/** The kind of deployment: `hosted` accepts snapshots as intermediate state versions, `enterprise` manages backing data. */
export type Deployment = 'enterprise' | 'hosted';

/** A state version that is to be added to its workspace. */
export interface Arrival {
  readonly id: StateVersionId;
  /** The workspace and related data, as read at the beginning. */
  readonly joined: Joined;
  /** With the lineage of the supplied content, if it has one. */
  readonly declared: DeclaredState;
  readonly createdById: UserId;
  readonly runId: RunId | null;
  readonly rollbackOfId: StateVersionId | null;
  /** Supplied content; `null` if it is uploaded later. */
  readonly content: StoredState | null;
  readonly json: StoredJsonState | null;
  /** The supplied outputs in order of their names, and their bytes; `null` for none. */
  readonly outputs: { readonly ids: readonly StateVersionOutputId[]; readonly size: bigint } | null;
}

/** Checks with the present workspace whether the change is allowed; throws if it is not. */
export type Admission = (workspace: WorkspaceRow) => void;

/**
 * The history of a workspace: how its row, its counters and its older versions change when a version is added or its content arrives. Everything here runs in
 * the caller's transaction; storing content needs a transaction that checks the quota.
 */
export class WorkspaceHistory {
  constructor(
    private readonly deps: { store: StateVersionStore; jobs: JobStore; clock: Clock; deployment: Deployment },
  ) {}

  /** Adds a version at the end; versions that waited for content are discarded. */
  async append(storing: Storing, arrival: Arrival, admit: Admission): Promise<StateVersion> {
    const { tx } = storing;
    const now = this.deps.clock.now();
    const { id, joined, declared, content, json, outputs } = arrival;
    const { workspaceId, organizationId } = joined.home;
    const status = initialStatus(content ? 'supplied' : 'omitted');
    const stored = {
      ...{ contentObjectId: content?.objectId ?? null, size: BigInt(content?.size ?? 0) },
      ...{ jsonObjectId: json?.objectId ?? null, jsonSize: json ? BigInt(json.size) : null },
      outputsSize: outputs?.size ?? 0n,
    };
    let { waiting } = joined;
    let bytes = 0n;
    const change = async (seen: WorkspaceRow) => {
      admit(seen);
      if (seen !== joined.workspace) waiting = await this.deps.store.pending(tx, seen);
      bytes = storedBytesOf(stored) - storedBytesOf(...waiting);
      return {
        storedBytes: seen.storedBytes + bytes,
        ...(content && known(seen, declared, content)),
        lastNumber: seen.lastNumber + 1n,
        pendingCount: status === 'pending' ? 1n : 0n,
        discardedCount: seen.discardedCount + seen.pendingCount,
        finalizedCount: seen.finalizedCount + (status === 'finalized' ? 1n : 0n),
        updatedAt: now,
        latestChangeAt: now,
      };
    };
    const workspace = await changeWorkspace(tx, workspaceId, change, joined.workspace);
    storing.counted(bytes);
    if (waiting.length > 0) await this.deps.store.discard(tx, waiting, now);
    const version = await this.deps.store.insert(tx, {
      id,
      workspaceId,
      number: workspace.lastNumber,
      status,
      serial: declared.serial,
      md5: declared.md5,
      lineage: declared.lineage,
      force: declared.force,
      ...stored,
      stateFormat: content?.header.version ?? null,
      engineVersion: content?.header.engineVersion ?? null,
      createdAt: now,
      createdById: arrival.createdById,
      runId: arrival.runId,
      rollbackOfId: arrival.rollbackOfId,
      createdUnderLock: lockNameOf(workspace),
      outputsGiven: outputs !== null,
      outputIds: JSON.stringify(outputs?.ids ?? []),
    });
    await tx.workspace.update({
      where: { id: workspaceId },
      data: { latestStateVersionId: version.id, ...(content && { currentStateVersionId: version.id }) },
    });
    if (content) await this.deps.jobs.schedule(tx, inventoryJob(version.id, content.size));
    const kinds = ['state-version.created', ...(content ? (['state-version.finalized'] as const) : [])] as const;
    await recordEvents(
      tx,
      ...waiting.map((each) => stateVersionEvent('state-version.discarded', each, organizationId, now)),
      ...kinds.map((kind) => stateVersionEvent(kind, version, organizationId, now)),
    );
    return version;
  }

  /**
   * The raw content of a pending version has arrived. In an enterprise deployment the version becomes current immediately; in a hosted one it is a snapshot
   * until the workspace is unlocked.
   * @throws ALREADY_UPLOADED, UPLOAD_CLOSED
   */
  async finalize(
    storing: Storing,
    version: StateVersion,
    content: StoredState,
    admit: Admission,
  ): Promise<StateVersion> {
    const { tx } = storing;
    const now = this.deps.clock.now();
    const bytes = BigInt(content.size);
    const intermediate = this.deps.deployment === 'hosted';
    // The workspace always comes first: two transactions that lock the same rows in the same order never wait for each other.
    const { organizationId } = await changeWorkspace(tx, version.workspaceId, (seen) => {
      admit(seen);
      return {
        ...known(seen, version, content),
        pendingCount: seen.pendingCount - 1n,
        finalizedCount: seen.finalizedCount + 1n,
        storedBytes: seen.storedBytes + bytes,
        updatedAt: now,
        latestChangeAt: now,
        ...(!intermediate && { currentStateVersionId: version.id }),
      };
    });
    const { count } = await tx.stateVersion.updateMany({
      where: { id: version.id, status: 'pending', contentObjectId: null },
      data: {
        status: 'finalized',
        intermediate,
        finalizedAt: now,
        contentUploadedAt: now,
        contentObjectId: content.objectId,
        size: bytes,
        stateFormat: content.header.version,
        engineVersion: content.header.engineVersion,
        lineage: content.header.lineage,
      },
    });
    const changed = await this.deps.store.inTransaction(tx, version.id);
    if (count === 0 || !changed) throw problem(changed?.status === 'finalized' ? 'ALREADY_UPLOADED' : 'UPLOAD_CLOSED');
    storing.counted(bytes);
    await this.deps.jobs.schedule(tx, inventoryJob(version.id, bytes));
    await recordEvents(tx, stateVersionEvent('state-version.finalized', changed, organizationId, now));
    return changed;
  }

  /** The JSON form of a version has arrived. @throws ALREADY_UPLOADED, UPLOAD_CLOSED */
  async attachJson(storing: Storing, { id, workspaceId }: StateVersion, json: StoredJsonState): Promise<void> {
    const { tx } = storing;
    const bytes = BigInt(json.size);
    await changeWorkspace(tx, workspaceId, (seen) => ({ storedBytes: seen.storedBytes + bytes }));
    const taken = await this.deps.store.attachJson(tx, id, json, this.deps.clock.now());
    if (!taken) {
      const has = (await this.deps.store.inTransaction(tx, id))?.jsonObjectId != null;
      throw problem(has ? 'ALREADY_UPLOADED' : 'UPLOAD_CLOSED');
    }
    storing.counted(bytes);
  }

  /**
   * The content of a waiting version will not be accepted. The version stops waiting, so that the lock holder can release the lock.
   * @returns what was discarded; `null` if the version does not wait any more
   */
  async giveUp(tx: TransactionClient, { id, workspaceId }: StateVersion): Promise<PendingVersion | null> {
    const now = this.deps.clock.now();
    let waiting: PendingVersion | undefined;
    const { organizationId } = await changeWorkspace(tx, workspaceId, async (seen) => {
      waiting = (await this.deps.store.pending(tx, seen)).find((pending) => pending.id === id);
      if (!waiting) return {};
      return {
        pendingCount: seen.pendingCount - 1n,
        discardedCount: seen.discardedCount + 1n,
        storedBytes: seen.storedBytes - storedBytesOf(waiting),
        updatedAt: now,
      };
    });
    if (!waiting) return null;
    await this.deps.store.discard(tx, [waiting], now);
    await recordEvents(tx, stateVersionEvent('state-version.discarded', waiting, organizationId, now));
    return waiting;
  }

  /**
   * The workspace is being unlocked: the last snapshot becomes its current state version.
   * @returns further changes of the workspace's row
   */
  async promoteSnapshot(
    tx: TransactionClient,
    workspace: WorkspaceRow,
  ): Promise<Pick<WorkspaceChanges, 'currentStateVersionId' | 'resourceCount'>> {
    if (workspace.latestStateVersionId === workspace.currentStateVersionId) return {};
    const newest = await this.deps.store.newestWithContent(tx, ids.workspace.require(workspace.id));
    if (!newest?.intermediate || newest.status !== 'finalized') return {};
    await tx.stateVersion.update({ where: { id: newest.id }, data: { intermediate: false } });
    await this.deps.jobs.schedule(tx, inventoryJob(newest.id, newest.size));
    return { currentStateVersionId: newest.id, ...countedOf(newest) };
  }
}

/** What the workspace knows after this content is its newest. */
function known(seen: WorkspaceRow, { serial, md5 }: Pick<DeclaredState, 'serial' | 'md5'>, content: StoredState) {
  return {
    knownSerial: serial,
    knownMd5: md5,
    lineage: content.header.lineage ?? seen.lineage,
    highestSerial: serial > seen.highestSerial ? serial : seen.highestSerial,
  };
}
