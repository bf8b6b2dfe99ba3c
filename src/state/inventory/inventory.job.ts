import type { Clock } from '../../platform/clock.js';
import type { NewEvent } from '../../platform/events/event.js';
import { eventWrite, recordEvents } from '../../platform/events/outbox.js';
import { stateVersionEvent, stateWork } from '../events/state-events.js';
import { ChangesMissing } from '../../platform/database/database.js';
import type { Database, TransactionClient } from '../../platform/database/database.js';
import { longestTransactionMs } from '../../platform/database/transaction-bounds.js';
import type { StateVersionId } from '../../platform/ids.js';
import { ids } from '../../platform/ids.js';
import { counted } from '../../platform/jobs/job-progress.js';
import type { JobProgress, Report } from '../../platform/jobs/job-progress.js';
import type { Job, JobStore } from '../../platform/jobs/job.store.js';
import { isObjectId } from '../../platform/objects/object-id.js';
import type { ObjectId } from '../../platform/objects/object-id.js';
import type { Objects } from '../../platform/objects/sealed-objects.js';
import { indexJob } from '../search/index.job-kind.js';
import type { IndexSource, ResourceIndex } from '../search/resource-index.js';
import type { LocatedVersion, StateVersionStore } from '../versions/version.store.js';
import type { StateVersion } from '../versions/version.type.js';
import { contentProblem } from '../content/problem.js';
import { countResources } from './counted-resources.js';
import type { InventoryResult } from './inventory.js';
import { DocumentCollector } from './inventory-documents.js';
import type { StoredInventory } from './inventory-documents.js';
import type { InventoryStore } from './inventory.store.js';
import { versionBefore } from './inventory.job-kind.js';
import { InventoryReadFailed } from './inventory-thread.js';
import type { InventoryReader } from './inventory-reader.js';
import type { ReadAhead } from './read-ahead.js';

/** After this many reads without a result, the content counts as unreadable. */
const mostAttempts = 5;

/** Bytes of an index that are written at once. A longer one is stored, and a separate job writes it in pieces. */
const indexBytesAtOnce = 256 * 1024;

type CollectedInventory =
  | Extract<InventoryResult, { readable: false }>
  | { readonly readable: true; readonly stored: StoredInventory };

/** Lines for search, and how many instances they are of; `null` if the content could not be read. */
interface Indexed {
  readonly entries: string;
  readonly managedInstances: number | null;
  /** As of {@link IndexSource}. */
  readonly after: StateVersionId | null;
}

interface ReadOptions {
  readonly attempts: number;
  readonly signal: AbortSignal | undefined;
  readonly report: Report;
}

/**
 * Reads the content of a state version for its documents and, if it is the current one, for the resource index. If the upload has already read it, only the
 * index remains. Repeating it changes nothing, so a crash costs only time.
 */
export class InventoryJob {
  constructor(
    private readonly deps: {
      database: Database;
      store: StateVersionStore;
      inventories: InventoryStore;
      jobs: Pick<JobStore, 'schedule'>;
      index: ResourceIndex;
      objects: Objects;
      reader: InventoryReader;
      readAhead: ReadAhead;
      progress: JobProgress;
      clock: Clock;
    },
  ) {}

  /** @returns whether it left the index to its own job */
  async run(job: Pick<Job, 'subject' | 'attempts' | 'payload'>, signal?: AbortSignal): Promise<boolean> {
    const { store, inventories, database } = this.deps;
    const { attempts } = job;
    const id = ids.stateVersion.parse(job.subject);
    const located = id && (await store.byId(id));
    const objectId = located?.version.contentObjectId;
    if (located?.version.status !== 'finalized' || !objectId || !isObjectId(objectId)) return false;
    const { version, isCurrent } = located;
    if (version.resourcesProcessed && !isCurrent) return false;
    if (version.resourcesProcessed && (await inventories.index(version.id))) {
      await database.background.transaction((tx) => this.deps.jobs.schedule(tx, indexJob(version.id)));
      return true;
    }
    const result = await this.#contentOf(located, objectId, { attempts, signal });
    if (!result.readable) {
      await this.#unreadable(located, result.problems.map(({ message }) => message).join('; '));
      await this.#apply(located, { entries: '', managedInstances: null, after: null }, signal);
      return false;
    }
    const { documents, inventory } = result.stored;
    const indexed =
      typeof documents.index === 'string'
        ? { entries: documents.index, managedInstances: inventory.managedCount, after: versionBefore(job) }
        : null;
    // The row of a version has all of it since its content arrived, or since it was copied: only the index remains. What could not be read before is.
    const had = version.resourcesProcessed && version.processingProblem === null && indexed !== null;
    const done = had ? 'filled' : indexed && (await this.#fillTogether(located, result.stored, indexed));
    if (!done) await this.#fill(located, result.stored);
    if (indexed && done !== 'indexed') await this.#apply(located, indexed, signal);
    return indexed === null;
  }

  async #apply({ version, isCurrent }: LocatedVersion, indexed: Indexed, signal?: AbortSignal): Promise<void> {
    if (isCurrent) await this.deps.index.apply(sourceOf(version, indexed), signal);
  }

  /**
   * What there is little of is one batch, with its rows for search.
   * @returns what is written by now; `null` for nothing: there is much of it, or something else is known meanwhile
   */
  async #fillTogether(
    located: LocatedVersion,
    stored: StoredInventory,
    indexed: Indexed,
  ): Promise<'filled' | 'indexed' | null> {
    const { version, isCurrent } = located;
    const filling = this.deps.inventories.filling(version, stored);
    if (!filling) return null;
    const indexing = isCurrent ? await this.deps.index.writes(sourceOf(version, indexed)) : [];
    const batch = [...filling, eventWrite(this.#processed(located)), ...(indexing ?? [])];
    try {
      await this.deps.database.background.writeSql(batch);
      return indexing ? 'indexed' : 'filled';
    } catch (error) {
      if (error instanceof ChangesMissing) return null;
      throw error;
    }
  }

  async #contentOf(
    { version, home }: LocatedVersion,
    objectId: ObjectId,
    options: Omit<ReadOptions, 'report'>,
  ): Promise<CollectedInventory> {
    const stored = this.deps.readAhead.take(objectId);
    if (stored) return { readable: true, stored };
    const collector = new DocumentCollector(this.deps.objects, indexBytesAtOnce);
    const work = stateWork('state.read-content', version, home.organizationId);
    const read = (report: Report) => this.#collected(collector, objectId, { ...options, report });
    return this.deps.progress.during(work, read, options.signal);
  }

  async #collected(
    collector: DocumentCollector,
    objectId: ObjectId,
    options: ReadOptions,
  ): Promise<CollectedInventory> {
    try {
      const result = await this.#read(objectId, collector, options);
      if (result.readable) return { readable: true, stored: await collector.end(result.inventory) };
      await collector.discard();
      return result;
    } catch (error) {
      await collector.discard();
      throw error;
    }
  }

  /** If a thread ends again and again, the reason is the content: it is given up, so that nobody waits forever. */
  async #read(
    objectId: ObjectId,
    collector: DocumentCollector,
    { attempts, signal, report }: ReadOptions,
  ): Promise<InventoryResult> {
    const { content, size } = await this.deps.objects.read(objectId);
    const stop = () => content.destroy(new Error('the service is being stopped'));
    signal?.addEventListener('abort', stop, { once: true });
    if (signal?.aborted) stop();
    try {
      return await this.deps.reader.read(counted(content, size, report), collector);
    } catch (error) {
      if (!(error instanceof InventoryReadFailed) || attempts < mostAttempts || signal?.aborted) throw error;
      return { readable: false, problems: [contentProblem('MALFORMED', error.message)] };
    } finally {
      signal?.removeEventListener('abort', stop);
    }
  }

  #processed({ version, home }: LocatedVersion): NewEvent {
    return stateVersionEvent('state-version.processed', version, home.organizationId, this.deps.clock.now());
  }

  async #fill(located: LocatedVersion, stored: StoredInventory): Promise<void> {
    const { id } = located.version;
    await this.deps.database.background.transaction(
      async (tx) => {
        if (!(await stillThere(tx, id))) return;
        await this.deps.inventories.keep(tx, id, stored);
        if (typeof stored.documents.index !== 'string') await this.deps.jobs.schedule(tx, indexJob(id));
        await recordEvents(tx, this.#processed(located));
      },
      { timeoutMs: longestTransactionMs },
    );
  }

  /** Only if nothing else is known: an earlier result for the same content is kept. */
  async #unreadable(located: LocatedVersion, why: string): Promise<void> {
    await this.deps.database.background.transaction(async (tx) => {
      await countResources(tx, located.version.id, null);
      const { count } = await tx.stateVersion.updateMany({
        where: { id: located.version.id, resourcesProcessed: false },
        data: { resourcesProcessed: true, processingProblem: why },
      });
      if (count === 1) await recordEvents(tx, this.#processed(located));
    });
  }
}

const sourceOf = ({ workspaceId, id }: StateVersion, { entries, managedInstances, after }: Indexed): IndexSource => ({
  ...{ workspaceId, stateVersionId: id, entries: [Buffer.from(entries)], after },
  managedInstances: managedInstances === null ? null : BigInt(managedInstances),
});

/** The version or its content may have been deleted permanently: nothing of it may come back. */
async function stillThere(tx: TransactionClient, id: StateVersionId): Promise<boolean> {
  const row = await tx.stateVersion.findUnique({ where: { id }, select: { contentObjectId: true } });
  return row !== null && row.contentObjectId !== null;
}
