import { bigint, text } from '../../platform/database/columns.js';
import { condition, oneOf, tableBy } from '../../platform/database/conditions.js';
import type { Database } from '../../platform/database/database.js';
import { rowCount } from '../../platform/database/row-counts.js';
import { rowsAmong } from '../../platform/database/rows-among.js';
import type { TagCondition } from '../tags/tag-conditions.js';

/** A tag of an organization that a search names. */
export interface SoughtTag {
  readonly id: string;
  /** The projects that have it, whose workspaces inherit it; null if they are many. */
  readonly projects: readonly BoundProject[] | null;
}

interface BoundProject {
  readonly id: string;
  readonly value: string;
}

/** By key; those that the organization does not have are missing. */
export type SoughtTags = ReadonlyMap<string, SoughtTag>;

/** Of more, a page in the order of the list is found sooner without naming them. */
const mostFew = 1_000;
/** Projects with a tag that a condition names. */
const mostProjects = 100;

type Reads = Pick<Database, 'provider' | 'readSql'>;

const by = ({ provider }: Reads, table: string, index: string): string =>
  tableBy(table, provider === 'sqlite' ? index : undefined);

export async function soughtTags(
  database: Reads,
  organizationId: string,
  keys: readonly string[],
): Promise<SoughtTags> {
  const tags = await rowsAmong(database, 'key', keys, ({ sql, parameters }) =>
    condition(`SELECT "id", "key" FROM "Tag" WHERE "organizationId" = ? AND ${sql}`, organizationId, ...parameters),
  );
  const sought = tags.map(async (tag) => {
    const id = text(tag['id']);
    return [text(tag['key']), { id, projects: await projectsWith(database, id) }] as const;
  });
  return new Map(await Promise.all(sought));
}

async function projectsWith(database: Reads, tagId: string): Promise<readonly BoundProject[] | null> {
  const rows = await database.readSql(
    `SELECT "projectId" AS "id", "value" FROM ${by(database, 'TagBinding', 'TagBinding_tagged_project_idx')}
      WHERE "tagId" = ? AND "projectId" IS NOT NULL ORDER BY "value", "projectId" LIMIT ?`,
    [tagId, mostProjects + 1],
  );
  return rows.length > mostProjects ? null : rows.map((row) => ({ id: text(row['id']), value: text(row['value']) }));
}

/**
 * Ids that include all workspaces with one of these tags, their own or inherited, where one of the tags is rare; whether they have the others is still to be asked.
 * @returns null if all tags are common, or none is sought
 */
export async function fewTagged(
  database: Reads,
  tags: SoughtTags,
  asked: readonly TagCondition[],
): Promise<readonly string[] | null> {
  for (const { key, value } of asked) {
    const tag = tags.get(key);
    if (!tag) return [];
    if (tag.projects === null) continue;
    const projects = tag.projects.filter((project) => value === undefined || project.value === value);
    const ids = await workspacesWith(database, tag.id, value, projects);
    if (ids !== null) return ids;
  }
  return null;
}

async function workspacesWith(
  database: Reads,
  tagId: string,
  value: string | undefined,
  projects: readonly BoundProject[],
): Promise<readonly string[] | null> {
  const ofValue = value === undefined ? condition('1 = 1') : condition('"value" = ?', value);
  const own = `SELECT "workspaceId" AS "id" FROM ${by(database, 'TagBinding', 'TagBinding_tagged_workspace_idx')}
    WHERE "tagId" = ? AND "workspaceId" IS NOT NULL AND ${ofValue.sql} ORDER BY "value", "workspaceId" LIMIT ?`;
  const most = mostFew + 1;
  const inherited = oneOf(
    'projectId',
    projects.map(({ id }) => id),
  );
  const parts = [{ sql: own, parameters: [tagId, ...ofValue.parameters, most] }];
  if (projects.length > 0)
    parts.push({
      sql: `SELECT "id" FROM ${by(database, 'Workspace', 'Workspace_projectId_name_idx')} WHERE ${inherited.sql} LIMIT ?`,
      parameters: [...inherited.parameters, most],
    });
  const sql = parts.map((part, at) => `SELECT * FROM (${part.sql}) AS "p${at}"`).join(' UNION ALL ');
  const rows = await database.readSql(`${sql} LIMIT ?`, [...parts.flatMap(({ parameters }) => parameters), most]);
  return rows.length > mostFew ? null : [...new Set(rows.map((row) => text(row['id'])))];
}

/**
 * How many workspaces have a tag, their own or inherited, without going over those that have it themselves.
 * @returns null if too many projects have it
 */
export async function taggedCount(database: Reads, tags: SoughtTags, key: string): Promise<bigint | null> {
  const tag = tags.get(key);
  if (!tag) return 0n;
  if (tag.projects === null) return null;
  const own = await rowCount(database, `tagged-workspace/${tag.id}`);
  if (tag.projects.length === 0) return own;
  const inherited = oneOf(
    'projectId',
    tag.projects.map(({ id }) => id),
  );
  const [row] = await database.readSql(
    `SELECT COUNT(*) AS "count" FROM ${by(database, 'Workspace', 'Workspace_projectId_name_idx')} WHERE ${inherited.sql}
      AND NOT EXISTS (SELECT 1 FROM "TagBinding" b WHERE b."workspaceId" = "Workspace"."id" AND b."tagId" = ?)`,
    [...inherited.parameters, tag.id],
  );
  return own + bigint(row?.['count'] ?? 0n);
}
