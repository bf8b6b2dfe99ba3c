import type { StateVersionId } from '../../platform/ids.js';
import type { NewJob } from '../../platform/jobs/job.store.js';

/** Kinds of the jobs that read a state version's content into inventory and, when it is current, into the resource index. */
export const inventoryJobKind = 'state.inventory';
/** The same for large content, which is read apart: nobody's small state waits behind it. */
export const largeInventoryJobKind = 'state.large-inventory';

/** Content up to this many bytes is read in a fraction of a second. */
const largestSmall = 4 * 2 ** 20;

/** Whether content of so many bytes is read by the jobs of small content. */
export const isSmall = (bytes: number | bigint): boolean => bytes <= largestSmall;

export function inventoryJob(stateVersionId: StateVersionId, bytes: number | bigint): NewJob {
  return { kind: isSmall(bytes) ? inventoryJobKind : largeInventoryJobKind, subject: stateVersionId };
}

/** Who does those jobs. */
export interface ContentWork {
  /** Looks for work now: that of content of so many bytes became due. */
  wake(bytes: number | bigint): void;
}
