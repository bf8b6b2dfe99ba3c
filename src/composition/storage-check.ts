import type { Config } from '../settings/config.js';
import type { Check } from '../operator/doctor.js';
import type { Database } from '../platform/database/database.js';
import { miscounts } from '../state/quota/recount.js';
import { onceMigrated } from './once-migrated.js';

/** Workspaces that are named. */
const most = 10;

/** Whether what workspaces are said to store, which quotas go by, is what their state versions store. */
export function storageCheck(config: Config, database: () => Promise<Database>): Check {
  return onceMigrated(config, {
    name: 'stored bytes',
    async look() {
      const wrong = await miscounts(await database(), most);
      if (wrong.length === 0) return { verdict: 'ok', detail: 'every workspace stores what it is said to' };
      const lines = wrong.map(
        ({ workspaceId, kept, counted }) => `${workspaceId} is said to store ${kept} bytes and stores ${counted}`,
      );
      const many = `${wrong.length === most ? 'at least ' : ''}${wrong.length}`;
      const mend = 'a server that runs counts them again within a day; quotas go by what is said until then';
      return {
        verdict: 'warning',
        detail: [`${many} workspaces are counted wrongly: ${mend}`, ...lines].join('\n    '),
      };
    },
  });
}
