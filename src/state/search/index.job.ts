import { ids } from '../../platform/ids.js';
import { counted } from '../../platform/jobs/job-progress.js';
import type { JobProgress, Report } from '../../platform/jobs/job-progress.js';
import type { Job } from '../../platform/jobs/job.store.js';
import { stateWork } from '../events/state-events.js';
import type { InventoryStore } from '../inventory/inventory.store.js';
import type { StateVersionStore } from '../versions/version.store.js';
import type { ResourceIndex } from './resource-index.js';

/**
 * Writes the index that was stored with a version's inventory. It takes long, so it has a separate runner: one after the other, and no other job waits for it.
 * Repeating it changes nothing.
 */
export class IndexJob {
  constructor(
    private readonly deps: {
      store: StateVersionStore;
      inventories: InventoryStore;
      index: ResourceIndex;
      progress: JobProgress;
    },
  ) {}

  async run({ subject }: Pick<Job, 'subject'>, signal?: AbortSignal): Promise<undefined> {
    const { store, inventories, index, progress } = this.deps;
    const id = ids.stateVersion.parse(subject);
    const located = id && (await store.byId(id));
    if (!located?.isCurrent) return;
    const { version, home } = located;
    const kept = await inventories.index(version.id);
    if (!kept) return;
    const { workspaceId, id: stateVersionId, managedCount: managedInstances } = version;
    const apply = (report: Report) => {
      const entries = counted(kept.entries, kept.size, report);
      return index.apply({ workspaceId, stateVersionId, entries, managedInstances }, signal);
    };
    await progress.during(stateWork('state.index-resources', version, home.organizationId), apply, signal);
  }
}
