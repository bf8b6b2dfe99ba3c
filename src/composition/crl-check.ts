import type { Config } from '../settings/config.js';
import type { Check, Finding } from '../operator/doctor.js';
import type { Clock } from '../platform/clock.js';
import type { Database } from '../platform/database/database.js';
import { openSeal } from '../platform/seal/master-key.js';
import { crlFault, shardFault, whileWaiting } from '../pki/crls/crl-age.js';
import type { CrlFault } from '../pki/crls/crl-age.js';
import { crlJobKind } from '../pki/crls/crl.job-kind.js';
import { crlGroups } from '../pki/crls/crl-group.js';
import type { CrlGroup } from '../pki/crls/crl-group.js';
import { CrlStore } from '../pki/crls/crl.store.js';
import { RevokedRows } from '../pki/crls/revoked-rows.js';
import { isOfMounts, partsOf, unifiedOf } from '../pki/crls/scoped/scopes.js';
import { ScopedCrlStore, unifiedScope } from '../pki/crls/scoped/scoped-crl.store.js';
import { TakingPart } from '../pki/crls/scoped/taking-part.js';
import { Authorities } from '../pki/issuers/authorities.js';
import type { Authority, AuthorityReader } from '../pki/issuers/authority.js';
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

/** Whose CRLs are looked at, and when. */
interface Looked {
  readonly authority: Authority;
  readonly group: CrlGroup;
  readonly now: Date;
}
type NamedFault = CrlFault & { readonly of: string };

/** @returns the problems, by mount and issuer */
export async function crlFinding(database: Database, authorities: AuthorityReader, now: Date): Promise<Finding> {
  const looks = [ownLook(database), shardsLook(database), unifiedLook(database, authorities)];
  let looked = 0;
  const faulty = new Set<string>();
  const faults: NamedFault[] = [];
  for (const path of await authorities.paths()) {
    const authority = await authorities.byPath(path);
    for (const group of crlGroups(authority)) {
      if (!group.signer) continue;
      looked += 1;
      for (const look of looks)
        for (const { of, ...fault } of await look({ authority, group, now })) {
          faulty.add(group.leader.id);
          const waits = fault.isMissing === true && (await waitsForJob(database, authority.mount.id, now));
          faults.push({
            ...(waits ? whileWaiting(fault) : fault),
            of: `mount ${path}, issuer ${group.leader.name ?? group.leader.uuid}${of}`,
          });
        }
    }
  }
  if (faults.length === 0) return { verdict: 'ok', detail: `the CRLs of ${looked} issuers are renewed in time` };
  const lines = faults.map(({ of, text }) => `${of}: ${text}`);
  const told = `${faulty.size} of ${looked} issuers have a fault: is a server running?`;
  return {
    verdict: faults.some(({ grave }) => grave) ? 'failed' : 'warning',
    detail: [told, ...lines].join('\n    '),
  };
}

/** Whether the job of a mount's CRLs is due and has not run. One that failed is due again later, and may be when nobody runs it. */
async function waitsForJob({ client }: Database, mountId: string, now: Date): Promise<boolean> {
  const untried = { OR: [{ attempts: 0 }, { lastError: null }] };
  const where = { kind: crlJobKind, subject: mountId, dueAt: { lte: now }, ...untried };
  return (await client.job.count({ where })) > 0;
}

type Look = (looked: Looked) => Promise<readonly NamedFault[]>;

const named = (fault: CrlFault | null, of: string): readonly NamedFault[] => (fault ? [{ ...fault, of }] : []);
const idsOf = ({ members }: CrlGroup): readonly string[] => members.map(({ id }) => id);

/** The CRL of all certificates in the mount. */
function ownLook(database: Database): Look {
  const store = new CrlStore({ database });
  const rows = new RevokedRows({ database });
  return async ({ authority, group, now }) => {
    const complete = await store.last(idsOf(group), 'complete');
    const delta = await store.last(idsOf(group), 'delta');
    const unpublished = await rows.anyAfter(idsOf(group), complete?.through ?? 0n);
    return named(crlFault(now, authority.mount.crl, { complete, delta, unpublished }), '');
  };
}

/** Shards: the gravest fault, with the first that has it and how many there are. */
function shardsLook(database: Database): Look {
  const store = new ScopedCrlStore({ database });
  return async ({ authority, group, now }) => {
    const { crl } = authority.mount;
    if (crl.shardsEver === 0) return [];
    const published = await store.shards(idsOf(group));
    const behind = await store.behind(idsOf(group));
    const faults = Array.from({ length: crl.shardsEver }, (_, shard) =>
      named(shardFault(now, crl, published.get(shard) ?? null, behind.has(shard)), `, shard ${shard}`),
    ).flat();
    const worst = faults.find(({ grave }) => grave) ?? faults[0];
    if (!worst) return [];
    const others = faults.length - 1;
    return [{ ...worst, of: others === 0 ? worst.of : `${worst.of} and ${others} others` }];
  };
}

/** The unified CRL, in the first mount that takes part. */
function unifiedLook(database: Database, authorities: AuthorityReader): Look {
  const store = new ScopedCrlStore({ database });
  const taking = new TakingPart({ database, authorities });
  return async ({ authority, group, now }) => {
    const scope = unifiedOf(authority, group, await taking.of(authority, group.leader.id));
    if (scope?.mountId !== authority.mount.id) return [];
    const ids = scope.members.map(({ id }) => id);
    const complete = await store.last(ids, unifiedScope, 'complete');
    const delta = await store.last(ids, unifiedScope, 'delta');
    const fault = crlFault(now, scope.config, { complete, delta, unpublished: false });
    const joined: CrlFault = { grave: false, text: 'a mount has joined or left since the CRL was built' };
    const isOld = complete !== null && !isOfMounts(partsOf(complete), scope);
    return named(fault ?? (isOld ? joined : null), ', unified');
  };
}
