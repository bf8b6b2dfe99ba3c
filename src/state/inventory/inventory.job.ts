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
import type { ResourceIndex } from '../search/resource-index.js';
import type { LocatedVersion, StateVersionStore } from '../versions/version.store.js';
import { contentProblem } from '../content/problem.js';
import { countResources } from './counted-resources.js';
import type { InventoryResult } from './inventory.js';
import { DocumentCollector } from './inventory-documents.js';
import type { StoredInventory } from './inventory-documents.js';
import type { InventoryStore } from './inventory.store.js';
import { InventoryReadFailed } from './inventory-thread.js';
import type { InventoryReader } from './inventory-reader.js';

/** After this many reads without a result, the content counts as unreadable. */
const mostAttempts = 5;

/** Bytes of an index that are written at once. A longer one is stored, and a separate job writes it in pieces. */
const indexBytesAtOnce = 256 * 1024;

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
      progress: JobProgress;
      clock: Clock;
    },
  ) {}

  async run({ subject, attempts }: Pick<Job, 'subject' | 'attempts'>, signal?: AbortSignal): Promise<undefined> {
    const { store, inventories, database } = this.deps;
    const id = ids.stateVersion.parse(subject);
    const located = id && (await store.byId(id));
    const objectId = located?.version.contentObjectId;
    if (located?.version.status !== 'finalized' || !objectId || !isObjectId(objectId)) return;
    const { version, isCurrent } = located;
    if (version.resourcesProcessed && !isCurrent) return;
    if (version.resourcesProcessed && (await inventories.index(version.id))) {
      await database.background.transaction((tx) => this.deps.jobs.schedule(tx, indexJob(version.id)));
      return;
    }
    const collector = new DocumentCollector(this.deps.objects, indexBytesAtOnce);
    const work = stateWork('state.read-content', version, located.home.organizationId);
    const read = (report: Report) => this.#collected(collector, objectId, { attempts, signal, report });
    const result = await this.deps.progress.during(work, read, signal);
    if (!result.readable) {
      await this.#unreadable(located, result.problems.map(({ message }) => message).join('; '));
      await this.#apply(located, { entries: '', managedInstances: null }, signal);
      return;
    }
    const { documents, inventory } = result.stored;
    await this.#fill(located, result.stored);
    const { managedCount: managedInstances } = inventory;
    if (typeof documents.index === 'string') {
      await this.#apply(located, { entries: documents.index, managedInstances }, signal);
    }
  }

  async #apply(
    { version, isCurrent }: LocatedVersion,
    { entries, managedInstances }: { entries: string; managedInstances: number | null },
    signal: AbortSignal | undefined,
  ): Promise<void> {
    if (!isCurrent) return;
    const source = {
      workspaceId: version.workspaceId,
      stateVersionId: version.id,
      entries: [Buffer.from(entries)],
      managedInstances: managedInstances === null ? null : BigInt(managedInstances),
    };
    await this.deps.index.apply(source, signal);
  }

  async #collected(
    collector: DocumentCollector,
    objectId: ObjectId,
    options: ReadOptions,
  ): Promise<Extract<InventoryResult, { readable: false }> | { readable: true; stored: StoredInventory }> {
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
    const { background } = this.deps.database;
    const filling = this.deps.inventories.filling(located.version, stored);
    try {
      if (filling) {
        await background.writeSql([...filling, eventWrite(this.#processed(located))]);
        return;
      }
    } catch (error) {
      if (!(error instanceof ChangesMissing)) throw error;
    }
    await background.transaction(
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

/** The version or its content may have been deleted permanently: nothing of it may come back. */
async function stillThere(tx: TransactionClient, id: StateVersionId): Promise<boolean> {
  const row = await tx.stateVersion.findUnique({ where: { id }, select: { contentObjectId: true } });
  return row !== null && row.contentObjectId !== null;
}
