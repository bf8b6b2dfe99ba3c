import { z } from 'zod';
import { ids } from '../../platform/ids.js';
import type { StateVersionId } from '../../platform/ids.js';
import type { Job, NewJob } from '../../platform/jobs/job.store.js';

/** Kinds of the jobs that read a state version's content into inventory and, when it is current, into the resource index. */
export const inventoryJobKind = 'state.inventory';
/** The same for large content, which is read apart: nobody's small state waits behind it. */
export const largeInventoryJobKind = 'state.large-inventory';

/** Content up to this many bytes is read in a fraction of a second. */
const largestSmall = 4 * 2 ** 20;

/** Whether content of so many bytes is read by the jobs of small content. */
export const isSmall = (bytes: number | bigint): boolean => bytes <= largestSmall;

/** @param after the version that is current until then: see {@link versionBefore} */
export function inventoryJob(stateVersionId: StateVersionId, bytes: number | bigint, after: string | null): NewJob {
  const kind = isSmall(bytes) ? inventoryJobKind : largeInventoryJobKind;
  return { kind, subject: stateVersionId, payload: JSON.stringify({ after }) };
}

const payloadForm = z.object({ after: z.string().nullish() });

/** The version that was current before the one of a job. Jobs of earlier versions of the server do not say. */
export const versionBefore = ({ payload }: Pick<Job, 'payload'>): StateVersionId | null =>
  ids.stateVersion.parse(payloadForm.parse(JSON.parse(payload)).after);

/** Who does those jobs. */
export interface ContentWork {
  /** Looks for work now: that of content of so many bytes became due. */
  wake(bytes: number | bigint): void;
}
