import type { Config } from '../settings/config.js';
import type { Check } from '../operator/doctor.js';
import { systemClock } from '../platform/clock.js';
import type { Database } from '../platform/database/database.js';
import { openSeal } from '../platform/seal/master-key.js';
import { lackingIn, SealRecord } from '../platform/seal/seal-record.js';
import { onceMigrated } from './once-migrated.js';
import { onlyThere, sealSettings } from './seal-settings.js';

/** Ids of the master keys that the database is sealed under. */
export const neededKeys = (database: Database): Promise<readonly string[]> =>
  new SealRecord({ database, clock: systemClock }).needed();

/** Whether the configured master keys are those of the database. */
export function masterKeyCheck(config: Config, database: () => Promise<Database>): Check {
  return onceMigrated(config, {
    name: 'master keys',
    async look() {
      const needed = await neededKeys(await database());
      const lacking = needed.length > 0 ? lackingIn(await openSeal(sealSettings(config), onlyThere), needed) : [];
      if (lacking.length === 0) return { verdict: 'ok', detail: 'those that the database is sealed under' };
      return {
        verdict: 'failed',
        detail: `the database is sealed under ${lacking.join(' and ')}, which the settings do not have: put its own seal key back`,
      };
    },
  });
}
