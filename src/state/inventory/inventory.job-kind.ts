import type { StateVersionId } from '../../platform/ids.js';
import type { NewJob } from '../../platform/jobs/job.store.js';

/** Kind of the jobs that read a state version's content into inventory and, when it is current, into the resource index. */
export const inventoryJobKind = 'state.inventory';

export function inventoryJob(stateVersionId: StateVersionId): NewJob {
  return { kind: inventoryJobKind, subject: stateVersionId };
}
