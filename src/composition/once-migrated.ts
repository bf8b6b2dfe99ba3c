import type { Config } from '../settings/config.js';
import type { Check } from '../operator/doctor.js';
import { databaseStatus } from '../platform/database/database.js';

/** A check that reads rows: it runs when the database has the tables of this version, and warns until then. */
export function onceMigrated({ databaseUrl: url }: Config, { name, look }: Check): Check {
  return {
    name,
    async look() {
      const { pending } = await databaseStatus({ url });
      if (pending.length > 0) return { verdict: 'warning', detail: 'not checked before the database is migrated' };
      return look();
    },
  };
}
