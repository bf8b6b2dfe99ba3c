import type { Config } from '../settings/config.js';
import type { Check, Finding } from '../operator/doctor.js';
import type { Clock } from '../platform/clock.js';
import type { Database } from '../platform/database/database.js';
import { openSeal } from '../platform/seal/master-key.js';
import { crlFault } from '../pki/crls/crl-age.js';
import type { CrlFault } from '../pki/crls/crl-age.js';
import { crlGroups } from '../pki/crls/crl-group.js';
import { CrlStore } from '../pki/crls/crl.store.js';
import { RevokedRows } from '../pki/crls/revoked-rows.js';
import { Authorities } from '../pki/issuers/authorities.js';
import { onceMigrated } from './once-migrated.js';
import { onlyThere, sealSettings } from './seal-settings.js';

/**
 * Checks the age of the CRLs of every issuer that has some.
 * @param clock the clock of the database's servers
 */
export function crlCheck(config: Config, database: () => Promise<Database>, clock: () => Promise<Clock>): Check {
  return onceMigrated(config, {
    name: 'CRLs',
    async look() {
      const seal = await openSeal(sealSettings(config), onlyThere);
      const opened = await database();
      const authorities = new Authorities({ database: opened, seal });
      return crlFinding(opened, authorities, (await clock()).now());
    },
  });
}

/** @returns the problems, by mount and issuer */
export async function crlFinding(
  database: Database,
  authorities: Pick<Authorities, 'paths' | 'byPath'>,
  now: Date,
): Promise<Finding> {
  const store = new CrlStore({ database });
  const rows = new RevokedRows({ database });
  let looked = 0;
  const faults: (CrlFault & { of: string })[] = [];
  for (const path of await authorities.paths()) {
    const authority = await authorities.byPath(path);
    for (const { leader, members, signer } of crlGroups(authority)) {
      if (!signer) continue;
      looked += 1;
      const issuerIds = members.map(({ id }) => id);
      const complete = await store.last(issuerIds, false);
      const fault = crlFault(now, authority.mount.crl, {
        complete,
        delta: await store.last(issuerIds, true),
        unpublished: await rows.anyAfter(issuerIds, complete?.through ?? 0n),
      });
      if (fault) faults.push({ ...fault, of: `mount ${path}, issuer ${leader.name ?? leader.uuid}` });
    }
  }
  if (faults.length === 0) return { verdict: 'ok', detail: `the CRLs of ${looked} issuers are renewed in time` };
  const lines = faults.map(({ of, text }) => `${of}: ${text}`);
  const told = `${faults.length} of ${looked} issuers have a fault: is a server running?`;
  return {
    verdict: faults.some(({ grave }) => grave) ? 'failed' : 'warning',
    detail: [told, ...lines].join('\n    '),
  };
}
