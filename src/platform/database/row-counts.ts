import { bigint } from './columns.js';
import type { Database } from './database.js';

/** Lists whose rows triggers count (`0062_row_counts`): of the installation, of an organization, of a workspace. */
export type CountedList = 'organization' | 'user' | `${'tag' | 'run' | 'configuration-version'}/${string}`;

export const countOfList = 'SELECT "count" FROM "RowCount" WHERE "list" = ?';

/** How many rows a list has, without counting them. */
export async function rowCount(database: Pick<Database, 'readSql'>, list: CountedList): Promise<bigint> {
  const [row] = await database.readSql(countOfList, [list]);
  return bigint(row?.['count'] ?? 0n);
}
