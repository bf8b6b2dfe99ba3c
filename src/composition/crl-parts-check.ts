import type { Config } from '../settings/config.js';
import type { Check, Finding } from '../operator/doctor.js';
import { CrlParts } from '../pki/crls/parts/crl-parts.js';
import { readCrlConfig } from '../pki/config/stored.js';
import { isAbove } from '../pki/crls/parts/damaged.js';
import type { PartFaults } from '../pki/crls/parts/crl-parts.js';
import { unifiedScope } from '../pki/crls/scoped/scoped-crl.store.js';
import type { Database } from '../platform/database/database.js';
import { onceMigrated } from './once-migrated.js';

/**
 * Whether the parts of large CRLs are there.
 * @param looked whether they are only looked up, or read too
 */
export function crlPartsCheck(config: Config, database: () => Promise<Database>, looked: 'stored' | 'read'): Check {
  return onceMigrated(config, {
    name: 'CRL parts',
    async look() {
      return crlPartsFinding(await database(), looked);
    },
  });
}

/** @returns what is wrong with each CRL, by mount and issuer */
export async function crlPartsFinding(database: Database, looked: 'stored' | 'read'): Promise<Finding> {
  const { client } = database;
  const inParts = {
    where: { NOT: { entryParts: '' } },
    select: {
      id: true,
      delta: true,
      entryCount: true,
      issuer: { select: { name: true, uuid: true, mount: { select: { path: true } } } },
      mount: { select: { crlConfig: true } },
    },
    orderBy: { id: 'asc' },
  } as const;
  const own = await client.crl.findMany(inParts);
  const scoped = await client.scopedCrl.findMany({ ...inParts, select: { ...inParts.select, shard: true } });
  const of = { own: new CrlParts({ database, table: 'Crl' }), scoped: new CrlParts({ database, table: 'ScopedCrl' }) };
  const lines: string[] = [];
  const look = async (parts: CrlParts, { id, delta, issuer, ...crl }: (typeof own)[number], scope: string) => {
    const fault = faultOf(await parts.faults(id, looked));
    if (fault === null) return;
    const kind = `${delta ? 'delta' : 'complete'} CRL`;
    lines.push(
      `mount ${issuer.mount.path}, issuer ${issuer.name ?? issuer.uuid}${scope}: ${kind}, ${fault}${unmade(crl)}`,
    );
  };
  for (const crl of own) await look(of.own, crl, '');
  for (const crl of scoped)
    await look(of.scoped, crl, crl.shard === unifiedScope ? ', unified' : `, shard ${crl.shard}`);
  const count = own.length + scoped.length;
  if (lines.length === 0) return { verdict: 'ok', detail: `${count} CRLs are stored in parts, all present` };
  const told = `${lines.length} of ${count} CRLs in parts have a fault: a running server makes them anew where an issuer can sign, and what is damaged when it is next read`;
  return { verdict: 'failed', detail: [told, ...lines].join('\n    ') };
}

/** Whether it is too large to be made anew as it is. */
function unmade({
  entryCount,
  mount,
}: {
  readonly entryCount: bigint;
  readonly mount: { readonly crlConfig: string };
}) {
  const config = readCrlConfig(mount.crlConfig);
  if (!isAbove(entryCount, config)) return '';
  return `; it has ${entryCount} entries, and its mount allows a CRL ${config.maxCrlEntries}: it is not made anew before more are allowed, or enough of them have expired`;
}

function faultOf({ parts, missing, damaged }: PartFaults): string | null {
  const counts = [
    [missing, 'missing'],
    [damaged, 'damaged'],
  ] as const;
  const told = counts.flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}`]));
  return told.length === 0 ? null : `of ${parts} parts: ${told.join(', ')}`;
}
