import type { StateVersionId } from '../../platform/ids.js';
import type { NewJob } from '../../platform/jobs/job.store.js';

/** Kinds of the jobs that read a state version's content into inventory and, when it is current, into the resource index. */
export const inventoryJobKind = 'state.inventory';
/** The same for large content, which is read apart: nobody's small state waits behind it. */
export const largeInventoryJobKind = 'state.large-inventory';

/** Content up to this many bytes is read in a fraction of a second. */
const largestSmall = 4 * 2 ** 20;

export function inventoryJob(stateVersionId: StateVersionId, bytes: number | bigint): NewJob {
  return { kind: bytes > largestSmall ? largeInventoryJobKind : inventoryJobKind, subject: stateVersionId };
}
