import type { Provider } from '../../platform/database/database.js';
import { randomLetters } from '../../platform/ids.js';
import { indexEntry } from '../inventory/resource-texts.js';

const texts = ['address', 'module', 'mode', 'type', 'name', 'provider'] as const;
const compared = ['module', 'mode', 'type', 'name', 'provider', 'instanceCount'] as const;

/**
 * The rows of a list that is passed as one JSON text (Prisma's createMany takes several times as long as the database itself), and the position of each in it,
 * in three digits: a line has 500 rows.
 */
const words = {
  sqlite: { list: 'json_each(?) AS e', place: `printf('%03x', e."key")`, held: '' },
  postgresql: {
    list: 'json_array_elements(?::json) WITH ORDINALITY AS e("value", "place")',
    place: `lpad(to_hex(e."place"), 3, '0')`,
    // Until the statement is committed no other version becomes current: its own job finds what this statement wrote.
    held: 'FOR SHARE',
  },
} as const;

/**
 * The common prefix of the ids of one list; their positions follow. With random ids, each row would write a page of its own; like this, the rows of a list are
 * next to each other.
 */
export const idsOfList = (): string => `rsc-${randomLetters(13)}`;

const ids = {
  sqlite: 'SELECT "value" FROM json_each(?)',
  postgresql: 'SELECT json_array_elements_text(?::json)',
} as const;

const named = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ');
const of = (name: (typeof indexEntry)[number]) => `e."value" ->> ${indexEntry.indexOf(name)}`;

/**
 * The statements of the index. Each write only takes effect while the state version is the workspace's current one.
 * @param most rows that are counted
 */
export function indexSql(provider: Provider, most: number) {
  const { list, place, held } = words[provider];
  const differs = compared.map((name) => `"IndexedResource"."${name}" <> excluded."${name}"`).join(' OR ');
  return {
    /** Parameters: {@link idsOfList}, list of entries, workspace, state version. Rows that are equal already are not written. */
    upsert: `INSERT INTO "IndexedResource" ("id", "organizationId", "workspaceId", ${named(texts)}, "instanceCount")
      SELECT CAST(? AS TEXT) || ${place}, w."organizationId", w."id", ${texts.map(of).join(', ')}, CAST(${of('instanceCount')} AS BIGINT)
      FROM "Workspace" w CROSS JOIN ${list} WHERE w."id" = ? AND w."currentStateVersionId" = ? ${held && `${held} OF w`}
      ON CONFLICT ("workspaceId", "address") DO UPDATE SET ${compared.map((name) => `"${name}" = excluded."${name}"`).join(', ')}
      WHERE ${differs}`,
    /** Parameters: list of ids, workspace, state version. */
    remove: `DELETE FROM "IndexedResource" WHERE "id" IN (${ids[provider]})
      AND "workspaceId" = (SELECT "id" FROM "Workspace" WHERE "id" = ? AND "currentStateVersionId" = ? ${held})`,
    /** Parameters: workspace, state version, list of entries. The rows of all others go. */
    removeOthers: `DELETE FROM "IndexedResource"
      WHERE "workspaceId" = (SELECT "id" FROM "Workspace" WHERE "id" = ? AND "currentStateVersionId" = ? ${held})
      AND "address" NOT IN (SELECT ${of('address')} FROM ${list})`,
    /** Parameters: `indexedAs` and its version, workspace. -1 if the rows are those of that list; otherwise how many there are. */
    present: `SELECT CASE WHEN w."indexedAs" = ? AND w."indexedStateVersionId" = ? THEN -1
        ELSE (SELECT COUNT(*) FROM (SELECT 1 FROM "IndexedResource" r WHERE r."workspaceId" = w."id" LIMIT ${most}) AS "some") END AS "count"
      FROM "Workspace" w WHERE w."id" = ?`,
    /** Parameters: workspace, state version. */
    changing: `UPDATE "Workspace" SET "indexedAs" = NULL WHERE "id" = ? AND "currentStateVersionId" = ? AND "indexedAs" IS NOT NULL`,
    /** Parameters: state version, `indexedAs` of it, managed instances, workspace, state version. */
    done: `UPDATE "Workspace" SET "indexedStateVersionId" = ?, "indexedAs" = ?, "resourceCount" = ? WHERE "id" = ? AND "currentStateVersionId" = ?`,
    current: `SELECT "currentStateVersionId" FROM "Workspace" WHERE "id" = ?`,
  };
}

/** The addresses in a list of entries. */
export function addressesOf(line: string): string[] {
  const entries: unknown = JSON.parse(line);
  if (!Array.isArray(entries)) throw new Error('a line of the index is not a list');
  return entries.map((entry: unknown) => {
    const address: unknown = Array.isArray(entry) ? entry[indexEntry.indexOf('address')] : undefined;
    if (typeof address !== 'string') throw new Error('an entry of the index has no address');
    return address;
  });
}
