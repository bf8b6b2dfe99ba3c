import { bigint } from '../../../platform/database/columns.js';
import type { SqlWrite } from '../../../platform/database/database.js';
import type { CrlDatabase } from './place.js';

const numberSql = 'SELECT "crlNumber" FROM "Issuer" WHERE "id" = ?';
const guardSql =
  'UPDATE "Issuer" SET "crlNumber" = "crlNumber" WHERE "id" = ? AND "crlNumber" <= ? AND "crlNumber" = ?';

/** Number of the last CRL of an issuer; 0 for one that is not there. */
export async function lastNumberOf(database: Pick<CrlDatabase, 'readSql'>, issuerId: string): Promise<bigint> {
  const [row] = await database.readSql(numberSql, [issuerId]);
  return row ? bigint(row['crlNumber']) : 0n;
}

/**
 * Fails what is written with it once another CRL of the issuer is published, or was since `seen` was the last number. To be made before it is decided which parts
 * are there: whoever removes any publishes with the number of this issuer first.
 */
export async function unlessOvertaken(database: CrlDatabase, issuerId: string, seen: bigint): Promise<SqlWrite> {
  const own = await lastNumberOf(database, issuerId);
  return { sql: guardSql, rows: [[issuerId, seen, own]], changes: 1 };
}
