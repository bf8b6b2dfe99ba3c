import { bigint, text } from '../../platform/database/columns.js';
import type { Database, Provider, SqlWrite } from '../../platform/database/database.js';
import { endMark, searchFormOf, startMark } from '../../platform/database/text-search.js';
import type { TextPart } from '../../platform/database/text-search.js';

/** Of more that have a part, a page in the order of the list is found sooner without naming them. */
const mostFew = 1_000;
/** Characters of a name that are listed from each one on. What is searched for may be longer: then its beginning narrows the list. */
const listedLength = 24;
/** Parts of one search that are asked about, the longest first. */
const mostParts = 4;

/** Says up to which id of a workspace names are listed, as long as some may be left that are older than the list. */
const listedFact = 'workspace-names.listed';

const listedSql = 'SELECT "value" FROM "InstallationFact" WHERE "key" = ?';

/** How many have the part, and if they are few, which. The order makes both databases read a stretch of the index. */
const foundSql = `WITH f AS (
    SELECT "workspaceId" FROM "WorkspaceNamePart" WHERE "organizationId" = ? AND "text" >= ? AND "text" < ? ORDER BY "text" LIMIT ${mostFew + 1}
  )
  SELECT c."count" AS "count", f."workspaceId" AS "workspaceId" FROM (SELECT COUNT(*) AS "count" FROM f) c LEFT JOIN f ON c."count" <= ${mostFew}`;

const nextSql = 'SELECT "id" FROM "Workspace" WHERE "id" > ? ORDER BY "id" LIMIT ?';

const places = JSON.stringify(Array.from({ length: 92 }, (_, at) => at + 1));
/** As the triggers of `0037_workspace_names` list a name. A name that another process changes meanwhile is listed by whoever comes second. */
const listSql: Readonly<Record<Provider, string>> = {
  sqlite: `INSERT OR IGNORE INTO "WorkspaceNamePart" ("organizationId", "text", "workspaceId")
    SELECT w."organizationId", substr(char(57347) || w."searchName" || char(57348), p."value", ${listedLength}), w."id"
    FROM "Workspace" w, json_each('${places}') p
    WHERE w."id" > ? AND w."id" <= ? AND p."value" <= length(w."searchName") + 1`,
  postgresql: `INSERT INTO "WorkspaceNamePart" ("organizationId", "text", "workspaceId")
    SELECT w."organizationId", p, w."id"
    FROM (SELECT * FROM "Workspace" WHERE "id" > ? AND "id" <= ? FOR SHARE) w, "workspace_name_parts"(w."searchName") p
    ON CONFLICT DO NOTHING`,
};
const progressSql = 'UPDATE "InstallationFact" SET "value" = ? WHERE "key" = ? AND "value" = ?';
const doneSql = 'DELETE FROM "InstallationFact" WHERE "key" = ? AND "value" = ?';

/**
 * Where workspaces are found by a part of their name. A name is listed from each of its characters on, so what begins with a text in the list contains it in a
 * name: one stretch of an index, however many names there are, and however common the pieces of the text.
 */
export class WorkspaceNameParts {
  #allListed = false;

  constructor(private readonly deps: { database: Database }) {}

  /**
   * Ids that include all workspaces of an organization whose names have these parts, if they are few; the names themselves are still to be compared.
   * @returns null if they are many, or if not all names are listed yet
   */
  async few(organizationId: string, parts: readonly TextPart[]): Promise<readonly string[] | null> {
    if (parts.length === 0 || !(await this.areAllListed())) return null;
    const wanted = parts.map(soughtIn).sort((one, other) => (other?.length ?? 0) - (one?.length ?? 0));
    for (const sought of wanted.slice(0, mostParts)) {
      if (sought === null) return [];
      const from = [...sought].slice(0, listedLength).join('');
      const rows = await this.deps.database.readSql(foundSql, [organizationId, from, `${from}\u{10ffff}`]);
      if (bigint(rows[0]?.['count'] ?? 0n) > BigInt(mostFew)) continue;
      return [...new Set(rows.flatMap((row) => text.orNull(row['workspaceId']) ?? []))];
    }
    return null;
  }

  /** Whether the workspaces that were there before the list are in it, too. */
  async areAllListed(): Promise<boolean> {
    return (this.#allListed ||= (await this.#listed()) === null);
  }

  /** Lists the next workspaces that were there before the list. @returns whether there may be more */
  async listSome(count: number): Promise<boolean> {
    const { database } = this.deps;
    const after = await this.#listed();
    if (after === null) return false;
    const rows = await database.readSql(nextSql, [after, count]);
    const last = text.orNull(rows.at(-1)?.['id'] ?? null);
    const batch: readonly SqlWrite[] =
      last === null
        ? [{ sql: doneSql, rows: [[listedFact, after]] }]
        : [
            { sql: listSql[database.provider], rows: [[after, last]] },
            { sql: progressSql, rows: [[last, listedFact, after]] },
          ];
    await database.background.writeSql(batch);
    return last !== null;
  }

  async #listed(): Promise<string | null> {
    const [row] = await this.deps.database.readSql(listedSql, [listedFact]);
    return text.orNull(row?.['value'] ?? null);
  }
}

/** What is in the list from some character on where a name has this part; null if no name can have it. */
function soughtIn(part: TextPart): string | null {
  if ('contains' in part) return searchFormOf(part.contains);
  if ('startsWith' in part) return marked(searchFormOf(part.startsWith), startMark, '');
  if ('endsWith' in part) return marked(searchFormOf(part.endsWith), '', endMark);
  return marked(searchFormOf(part.equals), startMark, endMark);
}

const marked = (form: string | null, before: string, after: string): string | null =>
  form === null ? null : `${before}${form}${after}`;
