import type { Logger } from 'pino';
import { bigint, text } from '../../platform/database/columns.js';
import type { Database } from '../../platform/database/database.js';
import { eachById } from '../../platform/database/each-by-id.js';
import { rowReader } from '../../platform/database/row-reader.js';
import type { RowOf } from '../../platform/database/row-reader.js';

/** Organizations in one query. */
const organizationsTogether = 1_000;

/** For the organization `o`. */
const sumOf = (column: string, table: string): string =>
  `COALESCE((SELECT CAST(SUM("${column}") AS BIGINT) FROM "${table}" WHERE "organizationId" = o."id"), 0)`;
const keptSql = sumOf('bytes', 'StoredBytes');
const countedSql = sumOf('storedBytes', 'Workspace');

const sums = rowReader({
  kept: { sql: keptSql, read: bigint },
  counted: { sql: countedSql, read: bigint },
});
/** Both at one moment, with an index each. */
const sumsSql = `SELECT ${sums.selection('o')} FROM "Organization" o WHERE o."id" = ?`;

const miscountReader = rowReader({ organizationId: { sql: 'o."id"', read: text }, kept: bigint, counted: bigint });
/** An organization whose total differs from the sum of its workspaces. */
export type OrganizationMiscount = RowOf<typeof miscountReader>;
const miscountsSql = `SELECT * FROM (SELECT o."id" AS "organizationId", ${sums.selection('o')} FROM "Organization" o) c
  WHERE c."kept" <> c."counted" ORDER BY c."organizationId" LIMIT ?`;

/** If two repairs run at once, the second sees the result of the first. Nobody else waits, because storing content does not change this row. */
const holdSql = 'UPDATE "Organization" SET "storageQuota" = "storageQuota" WHERE "id" = ?';

/** Adds the difference, as the triggers do. What others commit in the meantime is in both sums or in neither, and is added as well. */
const mendSql = `INSERT INTO "StoredBytes" ("organizationId", "part", "bytes")
  SELECT o."id", 0, ${countedSql} - ${keptSql} FROM "Organization" o WHERE o."id" = ?
  ON CONFLICT ("organizationId", "part") DO UPDATE SET "bytes" = "StoredBytes"."bytes" + excluded."bytes"`;

/** The first ones by id, all at one moment. */
export async function organizationMiscounts(
  database: Database,
  most: number,
): Promise<readonly OrganizationMiscount[]> {
  const rows = await database.readSql(miscountsSql, [most]);
  return rows.map(miscountReader.read);
}

/** Sets every organization's total to the sum of its workspaces, and logs differences. */
export async function recountOrganizations(
  { database, log }: { readonly database: Database; readonly log: Logger },
  signal?: AbortSignal,
): Promise<void> {
  const organizations = eachById(organizationsTogether, (id) =>
    database.client.organization.findMany({
      where: { id },
      orderBy: { id: 'asc' },
      take: organizationsTogether,
      select: { id: true },
    }),
  );
  for await (const { id } of organizations) {
    signal?.throwIfAborted();
    const [row] = await database.readSql(sumsSql, [id]);
    if (!row) continue;
    const { kept, counted } = sums.read(row);
    if (kept === counted) continue;
    await database.writeSql([
      { sql: holdSql, rows: [[id]] },
      { sql: mendSql, rows: [[id]] },
    ]);
    const message = 'the stored bytes of an organization were summed up wrongly, and are summed up again';
    log.warn({ organization: id, from: String(kept), to: String(counted) }, message);
  }
}
