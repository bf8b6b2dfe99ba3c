import { bigint } from '../../platform/database/columns.js';
import { all } from '../../platform/database/conditions.js';
import type { Database } from '../../platform/database/database.js';
import { mountTable } from '../../platform/database/generated/tables.js';
import { madeOfRows } from '../../platform/database/made-of-rows.js';
import type { MountRow } from '../../platform/database/models.js';
import { containsName } from '../../platform/database/text-search.js';
import type { Connection, PageAsked } from '../../platform/graphql/connection.js';
import { ascending, connectionOf, instant, keyset, pageBounds, text } from '../../platform/graphql/keyset.js';
import { keysetPage } from '../../platform/graphql/keyset-prisma.js';
import { keysetSql } from '../../platform/graphql/keyset-sql.js';

interface ByAge {
  readonly createdAt: Date;
  readonly id: string;
}

/** The path of a mount can change, so lists are in the order of creation. */
export const oldestFirst = keyset<ByAge>({ createdAt: ascending(instant), id: ascending(text) });

const mountsOf = madeOfRows(mountTable.read);
const select = `SELECT ${mountTable.selection('m')} FROM "Mount" m`;

/** Oldest first. @param search part of the path, in any case; empty for all mounts @throws INVALID_PARAMETER for a cursor of another list */
export async function listedMounts(database: Database, search: string, page: PageAsked): Promise<Connection<MountRow>> {
  const { mount } = database.client;
  if (search === '')
    return keysetPage(oldestFirst, page, { rows: (query) => mount.findMany(query), count: () => mount.count() });
  // Prisma escapes nothing in a pattern, and the paths of mounts are ASCII.
  const found = containsName(database.provider, 'path', search);
  const { place, orderBy, take } = keysetSql(pageBounds(oldestFirst, page));
  const { sql, parameters } = all(found, place);
  const rows = mountsOf(await database.readSql(`${select} WHERE ${sql} ORDER BY ${orderBy} LIMIT ${take}`, parameters));
  const fetched = rows.map((row) => ({ key: row, node: row }));
  return connectionOf<ByAge, MountRow>(oldestFirst, page, fetched, async () => {
    const counted = `SELECT COUNT(*) AS "total" FROM "Mount" WHERE ${found.sql}`;
    const [row] = await database.readSql(counted, found.parameters);
    return bigint(row?.['total']);
  });
}
