import type { RecordedChanges } from '../../identity/audit/recorded-changes.js';
import type { Clock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/database.js';
import type { StateVersionId } from '../../platform/ids.js';
import { isObjectId } from '../../platform/objects/object-id.js';
import { problem, ProblemError } from '../../platform/problems.js';
import type { ProblemCode } from '../../platform/problems.js';
import type { InventoryStore } from '../inventory/inventory.store.js';
import type { OutputStore } from '../outputs/output.store.js';
import type { Storage } from '../quota/storage.js';
import { mismatches, requireAcceptable } from '../versions/acceptance.js';
import type { Admission, WorkspaceHistory } from '../versions/history.js';
import { requireStateLock } from '../versions/state-lock.js';
import { nextStatus } from '../versions/status.js';
import type { LocatedVersion, StateVersionStore } from '../versions/version.store.js';
import type { StateVersion } from '../versions/version.type.js';
import type { Seeing } from '../workspaces/planned-change.js';
import type { ContentUrls } from './content-url.js';
import type { ContentIntake, StoredState } from './intake.js';
import type { Actor } from '../../identity/audit/actor.js';

/** Content that is sent to an upload URL. */
export interface Upload {
  /** Last segment of the URL. */
  readonly segment: string;
  readonly content: AsyncIterable<Uint8Array>;
  /** The announced number of bytes. */
  readonly announcedBytes?: number;
  /** Who uploads, as far as known, for the record: the permission comes from the URL. */
  readonly actor: Actor;
  readonly signal?: AbortSignal;
}

/**
 * Uploads to signed URLs (Terraform Enterprise API, State Versions: "Upload state content"). Until the content is completely stored and matches what was
 * declared, nothing changes: the version stays pending and its URL stays usable. Raw content that exceeds a limit ends its version.
 */
export class Uploads {
  constructor(
    private readonly deps: {
      database: Database;
      store: StateVersionStore;
      history: WorkspaceHistory;
      intake: ContentIntake;
      storage: Storage;
      inventories: InventoryStore;
      urls: ContentUrls;
      changes: RecordedChanges;
      clock: Clock;
      outputs: OutputStore;
    },
  ) {}

  /** Checks without reading stored data that a URL was signed here for an upload. @throws SIGNATURE_INVALID, SIGNATURE_EXPIRED */
  requireSigned(segment: string): void {
    this.deps.urls.openUpload(segment);
  }

  /**
   * @throws SIGNATURE_INVALID, SIGNATURE_EXPIRED, ALREADY_UPLOADED, UPLOAD_CLOSED, CONTENT_NOT_STATE, TOO_MANY_OUTPUTS, CONTENT_MISMATCH,
   * CONTENT_TOO_LARGE, LOCK_REQUIRED, LOCK_HELD_BY_OTHER, LINEAGE_CONFLICT, SERIAL_STALE, MD5_CONFLICT, STORAGE_QUOTA_EXCEEDED
   */
  async receive(upload: Upload): Promise<void> {
    const grant = this.deps.urls.openUpload(upload.segment);
    const located = await this.deps.store.byId(grant.stateVersionId);
    if (!located) throw problem('SIGNATURE_INVALID');
    try {
      await (grant.kind === 'raw' ? this.#raw(located, upload) : this.#json(located, upload));
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      throw await this.#answer(located, upload.actor, grant.kind, error);
    }
  }

  /** The result of a refusal: the present status of the version counts. */
  async #answer(located: LocatedVersion, actor: Actor, kind: 'raw' | 'json', refusal: ProblemError): Promise<Error> {
    const { id } = located.version;
    if (tooMuch.has(refusal.code)) {
      // A version does not need the JSON form: the raw content decides about its status.
      if (kind === 'raw' && (await this.#giveUp(located, actor, refusal.code))) return refusal;
      // If the same content is sent twice at once, there may be no space for the second copy.
      return (await this.#isUploaded(id, kind)) ? problem('ALREADY_UPLOADED') : refusal;
    }
    // Clients send both forms at once, and report whichever response comes first.
    if (refusal.code === 'UPLOAD_CLOSED' && (await this.#isGivenUp(id))) {
      return problem(
        'CONTENT_TOO_LARGE',
        'The state was too large, had too many outputs or exceeded the quota of its organization, and was discarded',
      );
    }
    return refusal;
  }

  async #isUploaded(id: StateVersionId, kind: 'raw' | 'json'): Promise<boolean> {
    const uploaded = kind === 'raw' ? { contentUploadedAt: { not: null } } : { jsonUploadedAt: { not: null } };
    return (await this.deps.database.client.stateVersion.count({ where: { id, ...uploaded } })) > 0;
  }

  /** Discarded, although no newer version replaced it. */
  async #isGivenUp(id: StateVersionId): Promise<boolean> {
    const where = { id, status: 'discarded', latestOf: { isNot: null } };
    return (await this.deps.database.client.stateVersion.count({ where })) > 0;
  }

  /**
   * While a version waits for its content, its lock can only be broken. A version whose content exceeds a limit therefore stops waiting.
   * @returns whether it waited until now
   */
  async #giveUp({ version, home }: LocatedVersion, actor: Actor, reason: ProblemCode): Promise<boolean> {
    const { database, history, changes, intake } = this.deps;
    const discarded = await database.transaction(async (tx) => {
      const gone = await history.giveUp(tx, version);
      if (!gone) return null;
      const target = { type: 'state-version' as const, id: version.id, organizationId: home.organizationId };
      return changes.record(tx, actor, 'state-version.discard', {
        result: gone,
        target,
        details: { kind: 'raw', reason },
      });
    });
    const json = discarded?.jsonObjectId;
    if (json != null && isObjectId(json)) await intake.discard(json);
    return discarded !== null;
  }

  async #raw(located: LocatedVersion, upload: Upload): Promise<void> {
    const { history, intake, storage, outputs } = this.deps;
    const { version, home } = located;
    if (version.contentObjectId !== null) throw problem('ALREADY_UPLOADED');
    if (nextStatus(version.status, 'upload', located.isCurrent) === null) throw problem('UPLOAD_CLOSED');
    const room = await storage.room(home);
    const stored = await intake.stateWithInventory(upload.content, { ...upload, room });
    try {
      const [first, ...others] = mismatches(version, { ...stored.header, md5: stored.md5 });
      if (first) throw new ProblemError(first, ...others);
      // While a version waits for content, nobody else changes its outputs: whoever did would be noticed when the content is stored.
      const given = (tx: Seeing['tx']) => (stored.read ? outputs.idsByName(version, tx) : Promise.resolve(null));
      const plan = async (seeing: Seeing) => {
        const { events, writes, ...planned } = await history.finalize(
          seeing,
          { version, given },
          stored,
          admission(version, stored),
        );
        const record = recordOf(located, 'raw', stored.size);
        const recorded = this.deps.changes.recording(upload.actor, 'state-version.upload', { ...record, events });
        return { ...planned, writes: [...writes, ...recorded] };
      };
      await storage.keep(home, plan, this.deps.inventories.keeping(stored.inventory));
    } catch (error) {
      await intake.discardStateAfter(error, stored);
      throw error;
    }
  }

  async #json(located: LocatedVersion, upload: Upload): Promise<void> {
    const { history, intake, storage } = this.deps;
    const { version, home } = located;
    if (version.jsonUploadedAt !== null) throw problem('ALREADY_UPLOADED');
    if (!takesJson(version)) throw problem('UPLOAD_CLOSED');
    const room = await storage.room(home);
    const stored = await intake.jsonState(upload.content, { ...upload, room });
    try {
      await storage.store(home, async (storing) => {
        await history.attachJson(storing, version, stored);
        const record = recordOf(located, 'json', stored.size);
        await this.deps.changes.record(storing.tx, upload.actor, 'state-version.upload', { ...record, result: null });
      });
    } catch (error) {
      await intake.discardAfter(error, stored.objectId);
      throw error;
    }
  }
}

/** What the audit record says of an upload. */
const recordOf = ({ version, home }: LocatedVersion, kind: 'raw' | 'json', size: number) => ({
  target: { type: 'state-version' as const, id: version.id, organizationId: home.organizationId },
  details: { kind, size },
});

/** Refusals of content that will never be accepted, however often it is sent. */
const tooMuch: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'STORAGE_QUOTA_EXCEEDED',
  'CONTENT_TOO_LARGE',
  'TOO_MANY_OUTPUTS',
]);

/** The lock and the known state of the workspace may have changed since the version was created. */
function admission(version: StateVersion, stored: StoredState): Admission {
  const declared = { ...version, lineage: stored.header.lineage };
  return (workspace) => {
    requireStateLock(workspace, version.createdUnderLock === null ? [] : [version.createdUnderLock]);
    requireAcceptable(declared, workspace);
  };
}

/** A client sends the JSON form in addition to the raw one and often first; both orders are accepted. */
function takesJson(version: StateVersion): boolean {
  return version.status === 'pending' || version.status === 'finalized';
}
