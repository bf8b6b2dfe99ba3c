import type { Access } from '../../identity/access/access.js';
import type { RecordedChanges } from '../../identity/audit/recorded-changes.js';
import type { Caller } from '../../identity/caller.js';
import type { TransactionClient } from '../../platform/database/database.js';
import type { WorkspaceRow } from '../../platform/database/models.js';
import { eventWrite, recordEvents } from '../../platform/events/outbox.js';
import { ids } from '../../platform/ids.js';
import type { StateVersionId, WorkspaceId } from '../../platform/ids.js';
import type { JobRunner } from '../../platform/jobs/job-runner.js';
import type { Objects } from '../../platform/objects/sealed-objects.js';
import { ObjectMissing } from '../../platform/objects/object-errors.js';
import { isObjectId } from '../../platform/objects/object-id.js';
import { RollbackError } from '../../platform/outage.js';
import { problem } from '../../platform/problems.js';
import type { ContentIntake, StoredJsonState, StoredState } from '../backing-data/intake.js';
import { rewriteSerial } from '../content/serial.js';
import { stateVersionEvent } from '../events/state-events.js';
import type { InventoryStore } from '../inventory/inventory.store.js';
import type { Storage } from '../quota/storage.js';
import { storedBytesOf } from '../quota/stored-bytes.js';
import type { Seeing } from '../workspaces/planned-change.js';
import type { Arrival, WorkspaceHistory } from './history.js';
import { locksOf, requireStateLock } from './state-lock.js';
import type { Joined, StateVersionStore } from './version.store.js';
import type { StateVersion } from './version.type.js';
import { largestSerial } from './version-input.js';
import { placeOf } from './versions.js';

/** Another version took the serial while the content was copied: copy again. */
class SerialTaken extends RollbackError {}

const attempts = 5;

/** Makes an earlier state version the current one again (Terraform Enterprise API, State Versions: "Roll back to a previous state version"). */
export class Rollback {
  constructor(
    private readonly deps: {
      store: StateVersionStore;
      inventories: InventoryStore;
      history: WorkspaceHistory;
      intake: ContentIntake;
      storage: Storage;
      objects: Objects;
      access: Access;
      changes: RecordedChanges;
      jobs: Pick<JobRunner, 'wake'>;
    },
  ) {}

  /**
   * Copies an earlier version, with its inventory, as the workspace's current one. Its serial is higher than all known ones, also inside its content, so that
   * the engine continues from there. A state that OpenTofu encrypted is copied byte for byte, because it is valid with its own serial only: that one counts
   * from then on.
   * @throws NOT_FOUND, TOKEN_KIND_REFUSED, LOCK_REQUIRED, LOCK_HELD_BY_OTHER, CONTENT_UNAVAILABLE, STORAGE_QUOTA_EXCEEDED
   */
  async rollback(caller: Caller, workspaceId: WorkspaceId, sourceId: StateVersionId): Promise<StateVersion> {
    const { store, storage, access } = this.deps;
    let found = await store.workspace(workspaceId);
    if (!found) throw problem('NOT_FOUND');
    await access.onWorkspace(caller, 'state-version.rollback', placeOf(found.home));
    const source = await store.byId(sourceId);
    if (source?.version.workspaceId !== workspaceId) {
      throw problem('NOT_FOUND', 'The workspace has no such state version', ['stateVersionId']);
    }
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      requireStateLock(found.workspace, locksOf(caller, null));
      const joined = await store.joined(found);
      await storage.requireRoom(joined.home, storedBytesOf(source.version) - storedBytesOf(...joined.waiting));
      try {
        return { ...(await this.#copy(caller, joined, source.version)), home: joined.home };
      } catch (error) {
        if (!(error instanceof SerialTaken)) throw error;
      }
      found = await store.workspace(workspaceId);
      if (!found) throw problem('NOT_FOUND');
    }
    throw problem('CONFLICT');
  }

  async #copy(caller: Caller, joined: Joined, source: StateVersion) {
    const { history, intake, storage, changes, jobs } = this.deps;
    const { home, workspace } = joined;
    const { workspaceId, organizationId } = home;
    const next = isWritable(source) ? nextSerial(workspace) : null;
    const { content, json } = await this.#copyContent(source, next);
    const { serial, lineage } = content.header;
    try {
      const arrival: Arrival = {
        id: ids.stateVersion.make(),
        joined,
        declared: { serial, md5: content.md5, lineage, force: true },
        createdById: caller.userId,
        runId: null,
        rollbackOfId: source.id,
        content,
        json,
        outputs: source.outputsGiven ? { ids: [], size: source.outputsSize } : null,
      };
      const plan = async (seeing: Seeing) => {
        const { events, writes, ...planned } = await history.append(seeing, arrival, (seen) => {
          requireStateLock(seen, locksOf(caller, null));
          if (next !== null && seen.highestSerial !== workspace.highestSerial) throw new SerialTaken();
        });
        return { ...planned, writes: [...writes, eventWrite(...events)] };
      };
      const after = async (tx: TransactionClient, created: StateVersion) => {
        const copied = await this.#copyInventory(tx, source.id, created);
        if (copied.resourcesProcessed) {
          await recordEvents(
            tx,
            stateVersionEvent('state-version.processed', copied, organizationId, copied.createdAt),
          );
        }
        const target = { type: 'state-version' as const, id: created.id, organizationId };
        const details = { workspace: workspaceId, from: source.id, serial: serial.toString() };
        return changes.record(tx, caller, 'state-version.rollback', { result: copied, target, details });
      };
      const version = await storage.keep(home, plan, { after });
      jobs.wake();
      return version;
    } catch (error) {
      await intake.discardAfter(error, content.objectId, ...(json ? [json.objectId] : []));
      throw error;
    }
  }

  /** @param serial that the copy gets; `null` leaves every byte as it is */
  async #copyContent(
    source: StateVersion,
    serial: bigint | null,
  ): Promise<{ content: StoredState; json: StoredJsonState | null }> {
    const { intake } = this.deps;
    const raw = await this.#open(source.status === 'finalized' ? source.contentObjectId : null);
    if (!raw) throw unavailable();
    const content = await intake.state(serial === null ? raw : rewriteSerial(raw, serial));
    try {
      const json = await this.#open(source.jsonObjectId);
      return { content, json: json && (await intake.jsonState(json)) };
    } catch (error) {
      await intake.discard(content.objectId);
      throw error;
    }
  }

  async #open(objectId: string | null): Promise<AsyncIterable<Uint8Array> | null> {
    if (objectId === null || !isObjectId(objectId)) return null;
    try {
      return (await this.deps.objects.read(objectId)).content;
    } catch (error) {
      throw error instanceof ObjectMissing ? unavailable() : error;
    }
  }

  /** The inventory of the source is valid for the copy. If the source is still being read, the copy is read separately. */
  async #copyInventory(tx: TransactionClient, sourceId: StateVersionId, created: StateVersion): Promise<StateVersion> {
    const source = await tx.stateVersion.findUnique({
      where: { id: sourceId },
      select: { status: true, resourcesProcessed: true, outputsGiven: true },
    });
    // It was deleted during the copy: the same as if it had been deleted before.
    if (source?.status !== 'finalized') throw unavailable();
    if (!source.resourcesProcessed && !source.outputsGiven) return created;
    await this.deps.inventories.copy(tx, sourceId, created.id);
    return (await this.deps.store.inTransaction(tx, created.id)) ?? created;
  }
}

/** Only an encrypted state has no number of its format. */
const isWritable = ({ stateFormat }: StateVersion): boolean => stateFormat !== null;

/** @throws CONFLICT */
function nextSerial({ highestSerial }: Pick<WorkspaceRow, 'highestSerial'>): bigint {
  if (highestSerial < largestSerial) return highestSerial + 1n;
  throw problem('CONFLICT', 'The serial of this workspace is already the largest possible one');
}

const unavailable = () => problem('CONTENT_UNAVAILABLE', undefined, ['stateVersionId']);
