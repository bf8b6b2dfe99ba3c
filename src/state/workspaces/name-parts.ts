import { text } from '../../platform/database/columns.js';
import type { Database, Provider, SqlWrite } from '../../platform/database/database.js';
import { fewNamed, listedLength } from '../../platform/database/name-parts.js';
import type { TextPart } from '../../platform/database/text-search.js';

/** Says up to which id of a workspace names are listed, as long as some may be left that are older than the list. */
const listedFact = 'workspace-names.listed';

const listedSql = 'SELECT "value" FROM "InstallationFact" WHERE "key" = ?';

const table = { name: 'WorkspaceNamePart', list: 'organizationId', row: 'workspaceId' } as const;

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
    return fewNamed(this.deps.database, table, organizationId, parts);
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
