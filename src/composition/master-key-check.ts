import type { Config } from '../settings/config.js';
import type { Check } from '../operator/doctor.js';
import { systemClock } from '../platform/clock.js';
import type { Database } from '../platform/database/database.js';
import { openSeal } from '../platform/seal/master-key.js';
import { SealRecord } from '../platform/seal/seal-record.js';
import { onceMigrated } from './once-migrated.js';
import { onlyThere, sealSettings } from './seal-settings.js';

/** Ids of the master keys that the database is sealed under and the settings lack, such as those of another installation do. */
export async function lackingKeys(config: Config, database: Database): Promise<readonly string[]> {
  const needed = await new SealRecord({ database, clock: systemClock }).needed();
  if (needed.length === 0) return [];
  const { keyIds } = await openSeal(sealSettings(config), onlyThere);
  return needed.filter((id) => !keyIds.includes(id));
}

/** Whether the configured master keys are those of the database. */
export function masterKeyCheck(config: Config, database: () => Promise<Database>): Check {
  return onceMigrated(config, {
    name: 'master keys',
    async look() {
      const lacking = await lackingKeys(config, await database());
      if (lacking.length === 0) return { verdict: 'ok', detail: 'those that the database is sealed under' };
      return {
        verdict: 'failed',
        detail: `the database is sealed under ${lacking.join(' and ')}, which the settings do not have: put its own seal key back`,
      };
    },
  });
}
