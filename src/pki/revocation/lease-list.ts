import { text } from '../../platform/database/columns.js';
import type { Database } from '../../platform/database/database.js';
import type { LeaseRow } from '../../platform/database/models.js';
import type { ValuesAsked } from '../../platform/graphql/values.js';
import { trimmed } from '../../platform/trimmed.js';

type Reads = Pick<Database, 'client' | 'readSql'>;

/** Without slashes at its ends. */
export const leasePrefix = (asked: string): string => trimmed(asked, '/');

/** Whether a path is this one or below it; every path is below the empty one. */
const isWithin = (path: string, prefix: string): boolean =>
  prefix === '' || path === prefix || path.startsWith(`${prefix}/`);

/**
 * The paths of all leases within a prefix: as many as roles that leases were issued under. Each is one look at the index, however many leases it has; a range
 * of texts would depend on how the database sorts them.
 */
export async function leasePaths(database: Reads, prefix: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (let last = ''; ;) {
    const [row] = await database.readSql('SELECT MIN("path") AS "path" FROM "Lease" WHERE "path" > ?', [last]);
    const least = row?.['path'] ?? null;
    if (least === null) return found;
    const path = text(least);
    if (isWithin(path, prefix)) found.push(path);
    last = path;
  }
}

/** Which leases: those of a path and of those below it, that were issued by a time. */
export interface LeasesWithin {
  readonly prefix: string;
  readonly until: Date;
}

/** Leases by their paths, each once: what is ended meanwhile is passed by. There are none within the empty prefix. */
export async function* batches(
  database: Reads,
  { prefix, until }: LeasesWithin,
  size: number,
): AsyncGenerator<readonly LeaseRow[]> {
  for (const path of prefix === '' ? [] : await leasePaths(database, prefix)) {
    for (let after = ''; ;) {
      const leases = await database.client.lease.findMany({
        where: { path, id: { gt: after }, issuedAt: { lte: until } },
        orderBy: { id: 'asc' },
        take: size,
      });
      if (leases.length > 0) yield leases;
      after = leases.at(-1)?.id ?? '';
      if (leases.length < size) break;
    }
  }
}

/** What is below a prefix: parts of paths with a slash at the end, then the names of leases of this path itself. */
export async function leaseKeys(
  database: Reads,
  prefix: string,
  { size, after }: ValuesAsked,
): Promise<readonly string[]> {
  const begin = after ?? '';
  const paths = begin === '' || begin.endsWith('/') ? await leasePaths(database, prefix) : [];
  const depth = prefix === '' ? 0 : prefix.length + 1;
  const below = paths.filter((path) => path !== prefix).map((path) => `${path.slice(depth).split('/', 1)[0] ?? ''}/`);
  const folders = [...new Set(below)].sort().filter((folder) => folder > begin);
  const shown = folders.slice(0, size);
  if (shown.length === size || prefix === '') return shown;
  const rows = await database.client.lease.findMany({
    where: { path: prefix, id: { gt: begin.endsWith('/') ? '' : `${prefix}/${begin}` } },
    orderBy: { id: 'asc' },
    take: size - shown.length,
    select: { id: true },
  });
  return [...shown, ...rows.map(({ id }) => id.slice(depth))];
}
