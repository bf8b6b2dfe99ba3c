import type { Config } from '../config.js';
import type { Check } from '../operator/doctor.js';
import type { Database } from '../platform/database/database.js';
import { databaseStatus } from '../platform/database/database.js';
import { openObjectStore } from '../platform/objects/open-object-store.js';
import { lastSweep } from '../state/backing-data/sweep-report.js';
import { notOurs } from '../state/backing-data/sweeper.js';
import { storeOwner } from './store-owner.js';

/** Whether database and object store belong together, and what the last sweep said. */
export function sweepCheck(config: Config, database: () => Promise<Database>): Check {
  return {
    name: 'sweep',
    async look() {
      const { pending } = await databaseStatus({ url: config.databaseUrl });
      if (pending.length > 0) return { verdict: 'warning', detail: 'not looked at before the database is migrated' };
      const opened = await database();
      const store = await openObjectStore(config.objectStore);
      try {
        const relation = await storeOwner(config, opened, store).relation();
        if (relation !== 'ours') return { verdict: 'failed', detail: notOurs[relation] };
      } finally {
        store.close();
      }
      const report = await lastSweep(opened);
      if (!report) return { verdict: 'ok', detail: 'there was none yet' };
      const found = `${report.unnamed} of ${report.objects} objects are named by no row`;
      if (report.stopped !== null)
        return { verdict: 'failed', detail: `nothing was removed at ${report.at}: ${report.stopped}` };
      return { verdict: 'ok', detail: `${found}, ${report.removed} were removed so far` };
    },
  };
}
