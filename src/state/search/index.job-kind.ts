import type { StateVersionId } from '../../platform/ids.js';
import type { NewJob } from '../../platform/jobs/job.store.js';

/** Kind of the jobs that write the long index of a state version; the subject is the state version. */
export const indexJobKind = 'state.index';

export function indexJob(stateVersionId: StateVersionId): NewJob {
  return { kind: indexJobKind, subject: stateVersionId };
}
