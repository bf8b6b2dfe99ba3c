import { ids } from '../../platform/ids.js';
import type { Job } from '../../platform/jobs/job.store.js';
import type { InventoryStore } from '../inventory/inventory.store.js';
import type { StateVersionStore } from '../versions/version.store.js';
import type { ResourceIndex } from './resource-index.js';

/**
 * Writes the index that was stored with a version's inventory. It takes its time, so it has a runner of its own: one after the other, and no other job
 * waits for it. Doing it again changes nothing.
 */
export class IndexJob {
  constructor(private readonly deps: { store: StateVersionStore; inventories: InventoryStore; index: ResourceIndex }) {}

  async run({ subject }: Pick<Job, 'subject'>, signal?: AbortSignal): Promise<undefined> {
    const { store, inventories, index } = this.deps;
    const id = ids.stateVersion.parse(subject);
    const located = id && (await store.byId(id));
    if (!located?.isCurrent) return;
    const { version } = located;
    const entries = await inventories.index(version.id);
    if (!entries) return;
    const { workspaceId, id: stateVersionId, managedCount: managedInstances } = version;
    await index.apply({ workspaceId, stateVersionId, entries, managedInstances }, signal);
  }
}
