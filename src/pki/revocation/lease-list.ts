import { text } from '../../platform/database/columns.js';
import type { Database } from '../../platform/database/database.js';
import type { LeaseRow } from '../../platform/database/models.js';
import type { ValuesAsked } from '../../platform/graphql/values.js';
import { trimmed } from '../../platform/trimmed.js';

type Reads = Pick<Database, 'client' | 'readSql' | 'provider'>;

/** Without slashes at its ends. */
export const leasePrefix = (asked: string): string => trimmed(asked, '/');

/** What comes after everything below a path: the character behind the slash. */
const beyond = (path: string): string => `${path}0`;

/**
 * The first path that is, with a slash at its end, not before a text and before another. One look at an index of the paths as bytes: a range of texts would
 * depend on how the database sorts them.
 */
async function firstPath(database: Reads, from: string, to: string | null): Promise<string | undefined> {
  const below = database.provider === 'postgresql' ? `("path" || '/') COLLATE "C"` : `"path" || '/'`;
  const end = to === null ? '' : ` AND ${below} < ?`;
  const [row] = await database.readSql(
    `SELECT "path" FROM "Lease" WHERE ${below} >= ?${end} ORDER BY ${below} LIMIT 1`,
    to === null ? [from] : [from, to],
  );
  return row === undefined ? undefined : text(row['path']);
}

/** The paths of all leases within a prefix, in the order of their bytes with a slash at the end: all of them for the empty one. */
export async function* leasePaths(database: Reads, prefix: string): AsyncGenerator<string> {
  const to = prefix === '' ? null : beyond(prefix);
  for (let from = prefix === '' ? '' : `${prefix}/`; ;) {
    const path = await firstPath(database, from, to);
    if (path === undefined) return;
    yield path;
    // The least text that is greater.
    from = `${path}/\u0001`;
  }
}

/** Which leases: those of a path and of those below it, that were issued by a time. */
export interface LeasesWithin {
  readonly prefix: string;
  readonly until: Date;
  /** Whether those that are known to be irrevocable are meant, too. */
  readonly irrevocable: boolean;
}

/** Leases by their paths, each once: what is ended meanwhile is passed by. There are none within the empty prefix. */
export async function* batches(
  database: Reads,
  { prefix, until, irrevocable }: LeasesWithin,
  size: number,
): AsyncGenerator<readonly LeaseRow[]> {
  if (prefix === '') return;
  for await (const path of leasePaths(database, prefix)) {
    for (let after = ''; ;) {
      const leases = await database.client.lease.findMany({
        where: { path, id: { gt: after }, issuedAt: { lte: until }, ...(!irrevocable && { revokeError: null }) },
        orderBy: { id: 'asc' },
        take: size,
      });
      if (leases.length > 0) yield leases;
      after = leases.at(-1)?.id ?? '';
      if (leases.length < size) break;
    }
  }
}

/** The next parts of paths below a prefix, after one of them: each is one look at the index, however many paths and leases it has. */
async function folders(database: Reads, prefix: string, begin: string, size: number): Promise<readonly string[]> {
  const above = prefix === '' ? '' : `${prefix}/`;
  const to = prefix === '' ? null : beyond(prefix);
  const found: string[] = [];
  let from = begin === '' ? `${above}\u0001` : `${above}${begin}\u0001`;
  // What begins with a part that was shown is not shown again.
  if (begin.endsWith('/')) from = `${above}${beyond(begin.slice(0, -1))}`;
  while (found.length < size) {
    const path = await firstPath(database, from, to);
    if (path === undefined) break;
    const [part = ''] = path.slice(above.length).split('/', 1);
    found.push(`${part}/`);
    from = `${above}${beyond(part)}`;
  }
  return found;
}

/** What is below a prefix: parts of paths with a slash at the end, then the names of leases of this path itself. */
export async function leaseKeys(
  database: Reads,
  prefix: string,
  { size, after }: ValuesAsked,
): Promise<readonly string[]> {
  const begin = after ?? '';
  const shown = begin === '' || begin.endsWith('/') ? await folders(database, prefix, begin, size) : [];
  if (shown.length === size || prefix === '') return shown;
  const depth = prefix.length + 1;
  const rows = await database.client.lease.findMany({
    where: { path: prefix, id: { gt: begin.endsWith('/') ? '' : `${prefix}/${begin}` } },
    orderBy: { id: 'asc' },
    take: size - shown.length,
    select: { id: true },
  });
  return [...shown, ...rows.map(({ id }) => id.slice(depth))];
}
