import type { Clock } from '../../platform/clock.js';
import type { NewEvent } from '../../platform/events/event.js';
import { recordEvents } from '../../platform/events/outbox.js';
import { stateVersionEvent } from '../events/state-events.js';
import type { Database, TransactionClient } from '../../platform/database/database.js';
import type { StateVersionId } from '../../platform/ids.js';
import { ids } from '../../platform/ids.js';
import type { Job } from '../../platform/jobs/job.store.js';
import { isObjectId } from '../../platform/objects/object-id.js';
import type { ObjectId } from '../../platform/objects/object-id.js';
import type { Objects } from '../../platform/objects/sealed-objects.js';
import type { OutputStore } from '../outputs/output.store.js';
import type { IndexDifference, ResourceIndex } from '../search/resource-index.js';
import type { LocatedVersion, StateVersionStore } from '../versions/version.store.js';
import { contentProblem } from '../content/problem.js';
import type { Inventory, InventoryResource, InventoryResult } from './inventory.js';
import { resourceDocument } from './inventory.js';
import { InventoryReadFailed } from './inventory-thread.js';
import type { InventoryReader } from './inventory-reader.js';

/** How often a read may end without an answer before that is the answer. */
const mostAttempts = 5;

/** Instances a run of the job took note of, beside what the index needs. */
class Collected {
  documents: string[] = [];
  managedInstances = 0;

  constructor(private readonly difference: IndexDifference | null) {}

  resources(batch: readonly InventoryResource[]): void {
    for (const resource of batch) {
      this.documents.push(JSON.stringify(resourceDocument(resource)));
      if (resource.mode === 'managed') this.managedInstances += resource.count;
    }
    this.difference?.add(batch);
  }

  restart(): void {
    this.documents = [];
    this.managedInstances = 0;
    this.difference?.restart();
  }
}

/**
 * Reads the content of a state version into what documents show of it and, when it is the current one, into the resource index. Doing it again changes
 * nothing, so a crash costs only time.
 */
export class InventoryJob {
  constructor(
    private readonly deps: {
      database: Database;
      store: StateVersionStore;
      outputs: OutputStore;
      index: ResourceIndex;
      objects: Objects;
      reader: InventoryReader;
      clock: Clock;
    },
  ) {}

  async run({ subject, attempts }: Pick<Job, 'subject' | 'attempts'>, signal?: AbortSignal): Promise<undefined> {
    const { store, index } = this.deps;
    const id = ids.stateVersion.parse(subject);
    const located = id && (await store.byId(id));
    const objectId = located?.version.contentObjectId;
    if (located?.version.status !== 'finalized' || !objectId || !isObjectId(objectId)) return;
    const { version, isCurrent } = located;
    const difference = isCurrent ? await index.difference(version.workspaceId) : null;
    if (version.resourcesProcessed && !difference) return;
    const collected = new Collected(difference);
    const result = await this.#read(objectId, collected, { attempts, signal });
    if (!result.readable) {
      await this.#unreadable(located, result.problems.map(({ message }) => message).join('; '));
      collected.restart();
    } else if (!version.resourcesProcessed) {
      await this.#fill(located, result.inventory, collected);
    }
    if (difference) await index.apply(version.workspaceId, version.id, difference, collected.managedInstances);
  }

  /** What ends a thread again and again is the content: it is given up, so that nobody waits for it for ever. */
  async #read(
    objectId: ObjectId,
    collected: Collected,
    { attempts, signal }: { attempts: number; signal: AbortSignal | undefined },
  ): Promise<InventoryResult> {
    const { content } = await this.deps.objects.read(objectId);
    const stop = () => content.destroy(new Error('the service is being stopped'));
    signal?.addEventListener('abort', stop, { once: true });
    if (signal?.aborted) stop();
    try {
      return await this.deps.reader.read(content, collected);
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

  async #fill(located: LocatedVersion, inventory: Inventory, collected: Collected): Promise<void> {
    const { version } = located;
    await this.deps.database.transaction(
      async (tx) => {
        if (!(await stillThere(tx, version.id))) return;
        await this.deps.outputs.replace(tx, version.id, inventory.outputs);
        await tx.stateVersion.updateMany({
          where: { id: version.id },
          data: {
            resourcesProcessed: true,
            processingProblem: null,
            stateFormat: inventory.stateFormat,
            engineVersion: inventory.engineVersion,
            resourceCount: BigInt(inventory.instanceCount),
            billableRumCount: BigInt(inventory.billableRumCount),
            modules: JSON.stringify(inventory.modules),
            providers: JSON.stringify(inventory.providers),
            resources: `[${collected.documents.join(',')}]`,
          },
        });
        await recordEvents(tx, this.#processed(located));
      },
      { timeoutMs: 60_000 },
    );
  }

  /** Only while nothing else is known: what was read from the same content before is not taken back. */
  async #unreadable(located: LocatedVersion, why: string): Promise<void> {
    await this.deps.database.transaction(async (tx) => {
      const { count } = await tx.stateVersion.updateMany({
        where: { id: located.version.id, resourcesProcessed: false },
        data: { resourcesProcessed: true, processingProblem: why },
      });
      if (count === 1) await recordEvents(tx, this.#processed(located));
    });
  }
}

/** The version may be gone by now, or its content for good: nothing of it is to come back. */
async function stillThere(tx: TransactionClient, id: StateVersionId): Promise<boolean> {
  const row = await tx.stateVersion.findUnique({ where: { id }, select: { contentObjectId: true } });
  return row !== null && row.contentObjectId !== null;
}
