import type { Config } from '../settings/config.js';
import { examineChain } from '../identity/audit/chain-check.js';
import type { Check } from '../operator/doctor.js';
import type { Database } from '../platform/database/database.js';
import { openSeal } from '../platform/seal/master-key.js';
import { lackingIn } from '../platform/seal/seal-record.js';
import { neededKeys } from './master-key-check.js';
import { onceMigrated } from './once-migrated.js';
import { onlyThere, sealSettings } from './seal-settings.js';

/** Whether the ends of the chain are as a server left them, and every audit record is unchanged. */
export function auditCheck(config: Config, database: () => Promise<Database>): Check {
  return onceMigrated(config, {
    name: 'audit',
    async look() {
      const seal = await openSeal(sealSettings(config), onlyThere);
      const lacking = lackingIn(seal, await neededKeys(await database()));
      if (lacking.length > 0)
        return { verdict: 'failed', detail: `not checked without the master key ${lacking.join(' and ')}` };
      const { ends, fault, sealedFrom, sound, unchained } = await examineChain(await database(), seal);
      if (fault !== null) return { verdict: 'failed', detail: `${fault}; ${sound} records before it are intact` };
      const more = [
        ...(ends.removed > 0n ? [`those up to ${ends.removed} were removed`] : []),
        ...(sealedFrom === 0n ? [] : [sealedWords(sealedFrom)]),
        ...(unchained > 0n ? [`${unchained} not chained yet`] : []),
      ];
      const verdict = sealedFrom === 0n ? 'ok' : 'warning';
      return { verdict, detail: [`${sound} records are intact`, ...more].join(', ') };
    },
  });
}

const sealedWords = (from: bigint | null): string =>
  from === null
    ? 'the ends of the chain are not sealed yet: the next start of a server seals them'
    : `sealed from ${from} on, which is normal after the upgrade to the first version that seals`;
