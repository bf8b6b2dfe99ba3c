import type { Database } from '../../platform/database/database.js';
import { ids } from '../../platform/ids.js';
import { isObjectId } from '../../platform/objects/object-id.js';
import type { Objects } from '../../platform/objects/sealed-objects.js';
import type { OutputStore } from '../outputs/output.store.js';
import type { IndexDifference, ResourceIndex } from '../search/resource-index.js';
import type { LocatedVersion, StateVersionStore } from '../versions/version.store.js';
import type { Inventory, InventoryResource } from './inventory.js';
import { resourceDocument } from './inventory.js';
import type { InventoryReader } from './inventory-reader.js';

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
    },
  ) {}

  async run(subject: string): Promise<undefined> {
    const { store, objects, reader, index } = this.deps;
    const id = ids.stateVersion.parse(subject);
    const located = id && (await store.byId(id));
    const objectId = located?.version.contentObjectId;
    if (located?.version.status !== 'finalized' || !objectId || !isObjectId(objectId)) return;
    const { version, isCurrent } = located;
    const difference = isCurrent ? await index.difference(version.workspaceId) : null;
    if (version.resourcesProcessed && !difference) return;
    const collected = new Collected(difference);
    const { content } = await objects.read(objectId);
    const result = await reader.read(content, collected);
    if (!result.readable) {
      await this.#unreadable(located, result.problems.map(({ message }) => message).join('; '));
      collected.restart();
    } else if (!version.resourcesProcessed) {
      await this.#fill(located, result.inventory, collected);
    }
    if (difference) await index.apply(version.workspaceId, version.id, difference, collected.managedInstances);
  }

  async #fill({ version }: LocatedVersion, inventory: Inventory, collected: Collected): Promise<void> {
    await this.deps.database.transaction(
      async (tx) => {
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
      },
      { timeoutMs: 60_000 },
    );
  }

  async #unreadable({ version }: LocatedVersion, why: string): Promise<void> {
    await this.deps.database.client.stateVersion.updateMany({
      where: { id: version.id },
      data: { resourcesProcessed: true, processingProblem: why },
    });
  }
}
