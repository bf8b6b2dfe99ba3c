import { z } from 'zod';
import type { Database } from '../../../src/platform/database/database.js';

/**
 * How many sessions of this database of PostgreSQL wait for a lock. It is read anew each time: what is remembered until the next commit would stay as it was
 * at the first look.
 * @param kind one kind of lock, as `pg_locks` names it
 */
export async function lockWaits(database: Database, kind?: 'advisory'): Promise<number> {
  const [row] =
    kind === undefined
      ? await database.readAnew(
          `SELECT count(*) AS "n" FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND ${ours}`,
        )
      : await database.readAnew(
          `SELECT count(*) AS "n" FROM pg_locks WHERE NOT granted AND locktype = ? AND ${theirs}`,
          [kind],
        );
  return Number(z.bigint().parse(row?.['n']));
}

const ours = 'datname = current_database()';
const theirs = 'database = (SELECT oid FROM pg_database WHERE datname = current_database())';
