import type { Config } from '../settings/config.js';
import type { Check } from '../operator/doctor.js';
import type { Database } from '../platform/database/database.js';
import { openReachable } from '../platform/objects/open-object-store.js';
import { lastSweep } from '../state/backing-data/sweep-report.js';
import { notOurs } from '../state/backing-data/sweeper.js';
import { onceMigrated } from './once-migrated.js';
import { storeOwner } from './store-owner.js';

/** Whether database and object store belong together, and the result of the last sweep. */
export function sweepCheck(config: Config, database: () => Promise<Database>): Check {
  return onceMigrated(config, {
    name: 'sweep',
    async look() {
      const opened = await database();
      const store = await openReachable(config.objectStore);
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
  });
}
