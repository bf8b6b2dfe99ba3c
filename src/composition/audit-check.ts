import type { Config } from '../config.js';
import { examineChain } from '../identity/audit/chain-check.js';
import type { Check } from '../operator/doctor.js';
import type { Database } from '../platform/database/database.js';
import { databaseStatus } from '../platform/database/database.js';

/** Whether every audit record is as it was chained. */
export function auditCheck(config: Config, database: () => Promise<Database>): Check {
  return {
    name: 'audit',
    async look() {
      const { pending } = await databaseStatus({ url: config.databaseUrl });
      if (pending.length > 0) return { verdict: 'warning', detail: 'not looked at before the database is migrated' };
      const { ends, fault, sound, unchained } = await examineChain(await database());
      if (fault !== null) return { verdict: 'failed', detail: `${fault}; ${sound} records before it are as they were` };
      const more = [
        ...(ends.removed > 0n ? [`those up to ${ends.removed} were removed`] : []),
        ...(unchained > 0n ? [`${unchained} not chained yet`] : []),
      ];
      return { verdict: 'ok', detail: [`${sound} records are as they were chained`, ...more].join(', ') };
    },
  };
}
