import type { Database } from '../../../src/platform/database/database.js';
import type { JobStore } from '../../../src/platform/jobs/job.store.js';

/** Makes work of the kind `work` due, all in one transaction. */
export const schedule = (database: Database, store: JobStore, ...subjects: string[]) =>
  database.transaction(async (tx) => {
    for (const subject of subjects) await store.schedule(tx, { kind: 'work', subject });
  });
