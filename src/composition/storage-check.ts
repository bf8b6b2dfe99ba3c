import type { Config } from '../settings/config.js';
import type { Check } from '../operator/doctor.js';
import type { Database } from '../platform/database/database.js';
import { miscounts } from '../state/quota/recount.js';
import { organizationMiscounts } from '../state/quota/recount-together.js';
import { onceMigrated } from './once-migrated.js';

/** How many workspaces and organizations are named. */
const most = 10;

/**
 * Whether the counters of workspaces equal the sums of their state versions, and the totals of organizations, which quotas use, equal the sums of their
 * workspaces.
 */
export function storageCheck(config: Config, database: () => Promise<Database>): Check {
  return onceMigrated(config, {
    name: 'stored bytes',
    async look() {
      const open = await database();
      const workspaces = await miscounts(open, most);
      const organizations = await organizationMiscounts(open, most);
      if (workspaces.length === 0 && organizations.length === 0)
        return { verdict: 'ok', detail: 'every workspace and organization stores what its counter says' };
      const lines = [
        ...workspaces.map(
          ({ workspaceId, kept, counted }) => `${workspaceId} is counted with ${kept} bytes and stores ${counted}`,
        ),
        ...organizations.map(
          ({ organizationId, kept, counted }) =>
            `${organizationId} is counted with ${kept} bytes and its workspaces store ${counted}`,
        ),
      ];
      const many = `${manyOf(workspaces, 'workspaces')} and ${manyOf(organizations, 'organizations')}`;
      const mend = 'a running server counts them again within a day; until then quotas use the wrong count';
      return {
        verdict: 'warning',
        detail: [`${many} are counted wrongly: ${mend}`, ...lines].join('\n    '),
      };
    },
  });
}

const manyOf = ({ length }: readonly unknown[], what: string): string =>
  `${length === most ? 'at least ' : ''}${length} ${what}`;
