import type { Access } from '../../identity/access/access.js';
import type { Audit } from '../../identity/audit/audit.js';
import type { RecordedChanges } from '../../identity/audit/recorded-changes.js';
import type { Caller } from '../../identity/caller.js';
import type { Seeing } from '../workspaces/planned-change.js';
import { ids } from '../../platform/ids.js';
import type { WorkspaceId } from '../../platform/ids.js';
import { isObjectId } from '../../platform/objects/object-id.js';
import type { Objects, ReadObject } from '../../platform/objects/sealed-objects.js';
import { problem } from '../../platform/problems.js';
import type { InventoryStore } from '../inventory/inventory.store.js';
import type { Storage } from '../quota/storage.js';
import { requireAcceptable } from '../versions/acceptance.js';
import type { DeclaredState } from '../versions/acceptance.js';
import type { Admission, WorkspaceHistory } from '../versions/history.js';
import { locksOf, requireClientLock } from '../versions/state-lock.js';
import type { StateVersionStore } from '../versions/version.store.js';
import type { StateVersion } from '../versions/version.type.js';
import { placeOf } from '../versions/versions.js';
import type { ReachWorkspace, WorkspaceRef } from '../workspaces/reach-workspace.js';
import type { ContentIntake } from './intake.js';

/** The content of a workspace's current state version, before any byte is read. */
export interface CurrentContent {
  readonly version: StateVersion;
  readonly size: number;
  /** Opens the content, and records the read; small content is opened as a whole. */
  open(): Promise<ReadObject | Buffer>;
}

/** Where a state is written. */
export interface WritableContent {
  /** Each write is a new version. */
  write(sent: SentState): Promise<StateVersion>;
}

/** A state as a client sends it that declares nothing about it. */
export interface SentState {
  readonly content: AsyncIterable<Uint8Array>;
  /** The client's id of the lock under which it writes; `null` without a lock. */
  readonly lockId: string | null;
  /** MD5 of the content in hex, if the client says it. */
  readonly md5: string | null;
  /** The announced number of bytes. */
  readonly announcedBytes?: number;
}

/**
 * The state of a workspace as one document that is read and written, as clients know it that know of no versions. Each write is a new version, and what a
 * creator otherwise declares is what the content has.
 */
export class WorkspaceContent {
  constructor(
    private readonly deps: {
      store: StateVersionStore;
      reach: ReachWorkspace;
      history: WorkspaceHistory;
      intake: ContentIntake;
      storage: Storage;
      inventories: InventoryStore;
      objects: Objects;
      access: Access;
      audit: Audit;
      changes: RecordedChanges;
    },
  ) {}

  /** `null` before the first state. @throws NOT_FOUND, CONTENT_UNAVAILABLE */
  async current(caller: Caller, workspace: WorkspaceRef): Promise<CurrentContent | null> {
    const { reach, store, access, objects, audit } = this.deps;
    const { id } = await reach.reach(caller, 'state-version.read', workspace);
    const found = await store.current(ids.workspace.require(id));
    if (!found) throw problem('NOT_FOUND');
    await access.onWorkspace(caller, 'state-version.read', placeOf(found.home));
    const { version, home } = found;
    if (!version) return null;
    const { contentObjectId: objectId } = version;
    const stored = objectId !== null && isObjectId(objectId) ? await objects.find(objectId) : null;
    if (!stored) throw problem('CONTENT_UNAVAILABLE');
    const target = { type: 'state-version' as const, id: version.id, organizationId: home.organizationId };
    return {
      version,
      size: stored.size,
      async open() {
        await audit.read(caller, 'state-version.download', target, { kind: 'raw' });
        return stored.bytes() ?? stored.read();
      },
    };
  }

  /** Where a state is written, for callers who may write it. @throws NOT_FOUND, TOKEN_KIND_REFUSED */
  async writable(caller: Caller, workspace: WorkspaceRef): Promise<WritableContent> {
    const { id } = await this.deps.reach.reach(caller, 'state-version.create', workspace);
    return { write: (sent) => this.#write(caller, ids.workspace.require(id), sent) };
  }

  /**
   * Makes the content the workspace's current state. Nothing changes until it is completely stored, and lock, lineage and serial still admit it.
   * @throws NOT_FOUND, LOCK_REQUIRED, LOCK_HELD_BY_OTHER, LOCK_ID_MISMATCH, LINEAGE_CONFLICT, SERIAL_STALE, MD5_CONFLICT,
   * CONTENT_MISMATCH, CONTENT_NOT_STATE, CONTENT_TOO_LARGE, TOO_MANY_OUTPUTS, STORAGE_QUOTA_EXCEEDED
   */
  async #write(caller: Caller, workspaceId: WorkspaceId, sent: SentState): Promise<StateVersion> {
    const { store, history, intake, storage, inventories, changes } = this.deps;
    const found = await store.workspace(workspaceId);
    if (!found) throw problem('NOT_FOUND');
    const { home } = found;
    const locks = locksOf(caller, null);
    // Before the content is stored, so that a caller without the lock costs nothing; the transaction checks again, and that counts.
    requireClientLock(found.workspace, locks, sent.lockId);
    const room = await storage.room(home);
    const stored = await intake.stateWithInventory(sent.content, { ...sent, room });
    try {
      if (sent.md5 !== null && sent.md5 !== stored.md5) throw problem('CONTENT_MISMATCH', differs(stored.md5), ['md5']);
      const { serial, lineage } = stored.header;
      const declared: DeclaredState = { serial, md5: stored.md5, lineage, force: false };
      const joined = await store.joined(found);
      const id = ids.stateVersion.make();
      const creation = { id, joined, declared, createdById: caller.userId, runId: null, rollbackOfId: null };
      const arrival = { ...creation, content: stored, json: null, outputs: null };
      const plan = async (seeing: Seeing) => {
        const admit = admission(declared, locks, sent.lockId);
        const { events, writes, ...planned } = await history.append(seeing, arrival, admit);
        const target = { type: 'state-version' as const, id, organizationId: home.organizationId };
        const details = { workspace: home.workspaceId, serial: serial.toString(), status: planned.result.status };
        const recorded = changes.recording(caller, 'state-version.create', { target, details, events });
        return { ...planned, writes: [...writes, ...recorded] };
      };
      return await storage.keep(home, plan, inventories.keeping(stored.inventory));
    } catch (error) {
      await intake.discardStateAfter(error, stored);
      throw error;
    }
  }
}

const differs = (md5: string) => `Content-MD5 does not match the content, whose MD5 hash is ${md5}`;

function admission(declared: DeclaredState, locks: readonly string[], lockId: string | null): Admission {
  return (workspace) => {
    requireClientLock(workspace, locks, lockId);
    requireAcceptable(declared, workspace);
  };
}
