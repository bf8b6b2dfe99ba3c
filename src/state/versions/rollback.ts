import type { Access } from '../../identity/access/access.js';
import type { RecordedChanges } from '../../identity/audit/recorded-changes.js';
import type { Caller } from '../../identity/caller.js';
import { ChangesMissing } from '../../platform/database/database.js';
import type { TransactionClient } from '../../platform/database/database.js';
import type { WorkspaceRow } from '../../platform/database/models.js';
import { recordEvents } from '../../platform/events/outbox.js';
import { ids } from '../../platform/ids.js';
import type { StateVersionId, WorkspaceId } from '../../platform/ids.js';
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
import { clientOf } from '../workspaces/planned-change.js';
import type { Seeing } from '../workspaces/planned-change.js';
import type { Arrival } from './arrival.js';
import type { WorkspaceHistory } from './history.js';
import { locksOf, requireStateLock } from './state-lock.js';
import type { Joined, StateVersionStore, WithSource } from './version.store.js';
import type { StateVersion } from './version.type.js';
import { largestSerial } from './version-input.js';
import { placeOf } from './versions.js';

/** Another version took the serial while the content was copied, or more became known of the source: copy again. */
class Outdated extends RollbackError {}

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
    let found = await store.withSource(workspaceId, sourceId);
    if (!found) throw problem('NOT_FOUND');
    await access.onWorkspace(caller, 'state-version.rollback', placeOf(found.home));
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const { source, sealed } = found;
      if (!source) throw problem('NOT_FOUND', 'The workspace has no such state version', ['stateVersionId']);
      requireStateLock(found.workspace, locksOf(caller, null));
      const joined = await store.joined(found);
      await storage.requireRoom(joined.home, storedBytesOf(source) - storedBytesOf(...joined.waiting));
      try {
        return { ...(await this.#copy(caller, joined, { source, sealed })), home: joined.home };
      } catch (error) {
        if (!(error instanceof Outdated) && !(error instanceof ChangesMissing)) throw error;
      }
      found = await store.withSource(workspaceId, sourceId);
      if (!found) throw problem('NOT_FOUND');
    }
    throw problem('CONFLICT');
  }

  async #copy(caller: Caller, joined: Joined, found: Pick<WithSource, 'sealed'> & { readonly source: StateVersion }) {
    const { history, intake, inventories, storage, changes } = this.deps;
    const { source } = found;
    const { home, workspace } = joined;
    const { workspaceId, organizationId } = home;
    const next = isWritable(source) ? nextSerial(workspace) : null;
    const { content, json } = await this.#copyContent(source, next);
    const { serial, lineage } = content.header;
    try {
      const id = ids.stateVersion.make();
      const copied = inventories.copying(found, id);
      const arrival: Arrival = {
        id,
        joined,
        copied,
        declared: { serial, md5: content.md5, lineage, force: true },
        createdById: caller.userId,
        runId: null,
        rollbackOfId: source.id,
        content,
        json,
        outputs: source.outputsGiven ? { identified: [], size: source.outputsSize, apart: true } : null,
      };
      const plan = async (seeing: Seeing) => {
        if (copied && seeing.attempt > 0) await requireSame(clientOf(seeing), source);
        const { events, writes, ...planned } = await history.append(seeing, arrival, (seen) => {
          requireStateLock(seen, locksOf(caller, null));
          if (next !== null && seen.highestSerial !== workspace.highestSerial) throw new Outdated();
        });
        const target = { type: 'state-version' as const, id, organizationId };
        const details = { workspace: workspaceId, from: source.id, serial: serial.toString() };
        const recorded = changes.recording(caller, 'state-version.rollback', { target, details, events });
        return { ...planned, writes: [...writes, ...(copied?.writes ?? []), ...recorded] };
      };
      const after = async (tx: TransactionClient, created: StateVersion) => {
        const version = await this.#copyInventory(tx, source.id, created);
        if (version.resourcesProcessed) {
          await recordEvents(
            tx,
            stateVersionEvent('state-version.processed', version, organizationId, version.createdAt),
          );
        }
        return version;
      };
      return await storage.keep(home, plan, copied ? {} : { after });
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

  /** The inventory of the source is valid for the copy, however large it is. If the source is still being read, the copy is read separately. */
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

/** @throws CONTENT_UNAVAILABLE if the content was deleted since; Outdated if what is known of it is not what is being copied */
async function requireSame(
  client: TransactionClient,
  { id, resourcesProcessed, outputIds }: StateVersion,
): Promise<void> {
  const select = { status: true, resourcesProcessed: true, outputIds: true } as const;
  const row = await client.stateVersion.findUnique({ where: { id }, select });
  if (row?.status !== 'finalized') throw unavailable();
  if (row.resourcesProcessed !== resourcesProcessed || row.outputIds !== JSON.stringify(outputIds))
    throw new Outdated();
}

/** Only an encrypted state has no number of its format. */
const isWritable = ({ stateFormat }: StateVersion): boolean => stateFormat !== null;

/** @throws CONFLICT */
function nextSerial({ highestSerial }: Pick<WorkspaceRow, 'highestSerial'>): bigint {
  if (highestSerial < largestSerial) return highestSerial + 1n;
  throw problem('CONFLICT', 'The serial of this workspace is already the largest possible one');
}

const unavailable = () => problem('CONTENT_UNAVAILABLE', undefined, ['stateVersionId']);
