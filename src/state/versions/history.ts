import type { Clock } from '../../platform/clock.js';
import type { Database, TransactionClient } from '../../platform/database/database.js';
import type { WorkspaceRow } from '../../platform/database/models.js';
import type { StateVersionId, StateVersionOutputId } from '../../platform/ids.js';
import { updateOf } from '../../platform/database/writes.js';
import type { NewEvent } from '../../platform/events/event.js';
import { recordEvents } from '../../platform/events/outbox.js';
import { ids } from '../../platform/ids.js';
import type { JobStore } from '../../platform/jobs/job.store.js';
import { problem } from '../../platform/problems.js';
import { changedWorkspace, clientOf, seenWorkspace } from '../workspaces/planned-change.js';
import type { Planned, Seeing } from '../workspaces/planned-change.js';
import { changeWorkspace } from '../workspaces/workspace.store.js';
import type { StoredJsonState, StoredState } from '../backing-data/intake.js';
import { stateVersionEvent } from '../events/state-events.js';
import { countedOf } from '../inventory/counted-resources.js';
import { inventoryJob } from '../inventory/inventory.job-kind.js';
import type { ContentWork } from '../inventory/inventory.job-kind.js';
import type { ArrivedInventory } from '../inventory/arrived-inventory.js';
import type { GivenIds, InventoryStore } from '../inventory/inventory.store.js';
import type { ReadAhead } from '../inventory/read-ahead.js';
import { idsByName } from '../outputs/output.store.js';
import type { OutputStore } from '../outputs/output.store.js';
import type { WithUnlock } from '../locks/locks.js';
import type { Storing } from '../quota/storage.js';
import { indexedAnew, shortList } from '../search/short-list.js';
import { storedBytesOf } from '../quota/stored-bytes.js';
import { known, versionOf, workspaceWith } from './arrival.js';
import type { Arrival } from './arrival.js';
import { addedVersion } from './new-version.js';
import { copiedFrom } from './version.store.js';
import type { PendingVersion, StateVersionStore } from './version.store.js';
import type { StateVersion } from './version.type.js';

/** The kind of deployment: `hosted` accepts snapshots as intermediate state versions, `enterprise` manages backing data. */
export type Deployment = 'enterprise' | 'hosted';

/** A version that waits for its content. */
export interface Waiting {
  readonly version: StateVersion;
  /** Reads the ids of its outputs by their names; `null` where the job has to find out. */
  readonly given: (tx: Seeing['tx']) => Promise<ReadonlyMap<string, StateVersionOutputId> | null>;
}

/** A change of a workspace's content, without its record. */
export interface PlannedContent<Result> extends Planned<Result> {
  /** The change of the bytes that the workspace stores. */
  readonly added: bigint;
  readonly events: readonly NewEvent[];
}

/** Checks with the present workspace whether the change is allowed; throws if it is not. */
export type Admission = (workspace: WorkspaceRow) => void;

/**
 * The history of a workspace: how its row, its counters and its older versions change when a version is added or its content arrives. Everything here runs in
 * the caller's transaction; storing content needs a transaction that checks the quota.
 */
export class WorkspaceHistory {
  constructor(
    private readonly deps: {
      database: Database;
      store: StateVersionStore;
      jobs: JobStore;
      inventories: Pick<InventoryStore, 'arrived'>;
      outputs: Pick<OutputStore, 'insertion'>;
      readAhead: Pick<ReadAhead, 'keep'>;
      clock: Clock;
      deployment: Deployment;
      work: ContentWork;
    },
  ) {}

  /** Adds a version at the end; versions that waited for content are discarded. */
  async append(seeing: Seeing, arrival: Arrival, admit: Admission): Promise<PlannedContent<StateVersion>> {
    const { store } = this.deps;
    const now = this.deps.clock.now();
    const { id, joined, content, json, outputs, copied = null } = arrival;
    const { workspaceId, organizationId } = joined.home;
    const seen = await seenWorkspace(seeing, workspaceId, joined.workspace);
    admit(seen);
    const isJoined = seen === joined.workspace;
    const waiting = isJoined ? joined.waiting : await store.pending(clientOf(seeing), seen);
    const version = versionOf(arrival, seen, now);
    const added = storedBytesOf(version) - storedBytesOf(...waiting);
    const given = outputs?.identified ?? [];
    const read = copied || outputs?.apart ? null : this.#read(id, content, { ids: idsByName(given), stored: false });
    const columns = read?.columns ?? null;
    const indexed = read && indexedWith(seen, id, read);
    const workspace = changedWorkspace(seen, {
      storedBytes: seen.storedBytes + added,
      ...workspaceWith(seen, version, arrival),
      ...(columns && countedOf(columns)),
      ...indexed,
    });
    const work = content && !indexed ? this.#work(id, content, seen.currentStateVersionId) : null;
    const writes = [
      store.insertion(version, seen, { copied, read: columns }),
      workspace.write,
      ...store.discarding(waiting, now),
      ...(content?.rows ?? []),
      ...(json?.rows ?? []),
      // What is read of the content is in the place of what was given.
      ...(read?.writes ?? (outputs?.apart ? [] : this.deps.outputs.insertion(id, given))),
      ...(work?.writes ?? []),
    ];
    const neighbours = isJoined ? { previous: joined.newest, next: null } : null;
    const result: StateVersion = { ...addedVersion(version, columns), ...(copied && copiedFrom(copied)), neighbours };
    const events = [
      ...waiting.map((each) => stateVersionEvent('state-version.discarded', each, organizationId, now)),
      ...kindsOfArrival(result, content).map((kind) => stateVersionEvent(kind, result, organizationId, now)),
    ];
    return { added, result, writes, events, committed: work?.committed ?? null };
  }

  /** What was read of small content while it arrived, as the batch of its version writes it. */
  #read(id: StateVersionId, content: StoredState | null, given: GivenIds): ArrivedInventory | null {
    return content?.read ? this.deps.inventories.arrived(id, content.read, given) : null;
  }

  /** The job of content: reads what nobody has, and brings the index up to date. */
  #work(id: StateVersionId, { objectId, size, read }: StoredState, after: string | null) {
    const { readAhead, jobs, work } = this.deps;
    if (read) readAhead.keep(objectId, read);
    return { writes: [jobs.scheduling(inventoryJob(id, size, after))], committed: () => work.wake(size) };
  }

  /**
   * The raw content of a pending version has arrived. In an enterprise deployment the version becomes current immediately; in a hosted one it is a snapshot
   * until the workspace is unlocked.
   * @throws ALREADY_UPLOADED, UPLOAD_CLOSED
   */
  async finalize(
    seeing: Seeing,
    { version, given }: Waiting,
    content: StoredState,
    admit: Admission,
  ): Promise<PlannedContent<Pick<StateVersion, 'id'>>> {
    const { store } = this.deps;
    const now = this.deps.clock.now();
    const added = BigInt(content.size);
    const intermediate = this.deps.deployment === 'hosted';
    // The workspace first: within a transaction it is held from then on.
    const [seen, there] = await Promise.all([seenWorkspace(seeing, version.workspaceId, null), given(seeing.tx)]);
    admit(seen);
    if (seeing.attempt > 0) await this.#requireWaiting(seeing, version.id);
    const read = there && this.#read(version.id, content, { ids: there, stored: true });
    const indexed = read && (intermediate ? {} : indexedWith(seen, version.id, read));
    // The workspace always comes first: two transactions that lock the same rows in the same order never wait for each other.
    const workspace = changedWorkspace(seen, {
      ...known(seen, version, content),
      pendingCount: seen.pendingCount - 1n,
      finalizedCount: seen.finalizedCount + 1n,
      storedBytes: seen.storedBytes + added,
      updatedAt: now,
      latestChangeAt: now,
      ...(!intermediate && { currentStateVersionId: version.id, ...(read && countedOf(read.columns)), ...indexed }),
    });
    const { version: stateFormat, engineVersion, lineage } = content.header;
    const { objectId: contentObjectId } = content;
    const taken = { intermediate, contentObjectId, size: added, stateFormat, engineVersion, lineage };
    const columns = read?.columns ?? null;
    const writes = [
      workspace.write,
      store.taking(version, { ...taken, finalizedAt: now, contentUploadedAt: now }, columns),
      ...content.rows,
      ...(read?.writes ?? []),
    ];
    const work = indexed ? null : this.#work(version.id, content, seen.currentStateVersionId);
    const isRead = read !== null || content.inventory !== null;
    const kinds = ['state-version.finalized', ...(isRead ? (['state-version.processed'] as const) : [])] as const;
    const events = kinds.map((kind) => stateVersionEvent(kind, version, seen.organizationId, now));
    const result = { id: version.id };
    return { added, result, writes: [...writes, ...(work?.writes ?? [])], events, committed: work?.committed ?? null };
  }

  async #requireWaiting(seeing: Seeing, id: StateVersionId): Promise<void> {
    const row = await clientOf(seeing).stateVersion.findUnique({ where: { id }, select: { status: true } });
    if (row?.status !== 'pending') throw problem(row?.status === 'finalized' ? 'ALREADY_UPLOADED' : 'UPLOAD_CLOSED');
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
    await this.deps.database.writeWithin(tx, json.rows);
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
    await this.deps.database.writeWithin(tx, this.deps.store.discarding([waiting], now));
    await recordEvents(tx, stateVersionEvent('state-version.discarded', waiting, organizationId, now));
    return waiting;
  }

  /** The workspace is being unlocked: the last snapshot becomes its current state version. */
  async promoteSnapshot(seeing: Seeing, workspace: WorkspaceRow): Promise<WithUnlock> {
    const nothing = { values: {}, writes: [] };
    if (workspace.latestStateVersionId === workspace.currentStateVersionId) return nothing;
    const newest = await this.deps.store.newestWithContent(clientOf(seeing), ids.workspace.require(workspace.id));
    if (!newest?.intermediate || newest.status !== 'finalized') return nothing;
    return {
      values: { currentStateVersionId: newest.id, ...countedOf(newest) },
      writes: [
        updateOf('StateVersion', { intermediate: false }, { id: newest.id }),
        this.deps.jobs.scheduling(inventoryJob(newest.id, newest.size, workspace.currentStateVersionId)),
      ],
    };
  }
}

/** What a workspace says of its index, where that has the resources of the content already; `null` where it has others. */
function indexedWith(seen: WorkspaceRow, id: StateVersionId, { index }: ArrivedInventory) {
  const list = shortList(index);
  return list && indexedAnew(seen, list, id);
}

/** The events of a version that is added. */
const kindsOfArrival = ({ resourcesProcessed }: StateVersion, content: StoredState | null) =>
  [
    'state-version.created',
    ...(content ? (['state-version.finalized'] as const) : []),
    ...(resourcesProcessed || content?.inventory ? (['state-version.processed'] as const) : []),
  ] as const;
