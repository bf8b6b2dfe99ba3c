import { bigint, boolean, text } from '../../platform/database/columns.js';
import { condition } from '../../platform/database/conditions.js';
import type { SqlCondition } from '../../platform/database/conditions.js';
import { madeOfRows } from '../../platform/database/made-of-rows.js';
import type { Provider, SqlRow } from '../../platform/database/database.js';
import { stateVersionTable, workspaceTable } from '../../platform/database/generated/tables.js';
import { rowReader } from '../../platform/database/row-reader.js';
import type { PageRows } from '../../platform/graphql/nested-pages.js';
import { ids } from '../../platform/ids.js';
import { fromRow } from './version.row.js';
import type { VersionHome } from './version-home.js';
import type { StateVersion } from './version.type.js';

/** The facts about a workspace, selected together with a version. */
const homeReader = rowReader<VersionHome>(
  {
    workspaceId: { sql: 'w."id"', read: ids.workspace.require },
    workspaceName: { sql: 'w."name"', read: text },
    organizationId: ids.organization.require,
    projectId: ids.project.require,
    globalRemoteState: boolean,
    connectedToVcs: { sql: 'w."vcsRepo" IS NOT NULL', read: boolean },
    plan: { sql: 'o."plan"', read: text },
    storageQuota: { sql: 'o."storageQuota"', read: bigint.orNull },
  },
  'home.',
);

const home = homeReader.selection('w');
const version = stateVersionTable.selection('v');

export const located = `SELECT ${version}, ${home}, w."currentStateVersionId" FROM "StateVersion" v
  JOIN "Workspace" w ON w."id" = v."workspaceId" JOIN "Organization" o ON o."id" = w."organizationId"`;

export const byIdSql = `${located} WHERE v."id" = ?`;

export const byIdsSql = ({ sql, parameters }: SqlCondition) => condition(`${located} WHERE v.${sql}`, ...parameters);

/** Versions that ever were the state of their workspace, as the index of a workspace's statuses has them. */
const neighbour = (of: '<' | '>') =>
  `(SELECT n."id" FROM "StateVersion" n WHERE n."workspaceId" = v."workspaceId" AND n."number" ${of} v."number"
    AND n."status" NOT IN ('pending', 'discarded') ORDER BY n."number" ${of === '<' ? 'DESC' : 'ASC'} LIMIT 1)`;

export const neighboursSql = ({ sql, parameters }: SqlCondition) =>
  condition(
    `SELECT v."id", ${neighbour('<')} AS "previous", ${neighbour('>')} AS "next" FROM "StateVersion" v WHERE v.${sql}`,
    ...parameters,
  );

export const currentSql = `SELECT ${version}, ${home} FROM "Workspace" w
  JOIN "Organization" o ON o."id" = w."organizationId"
  LEFT JOIN "StateVersion" v ON v."id" = w."currentStateVersionId" WHERE w."id" = ?`;

export const homeSql = `SELECT ${home} FROM "Workspace" w JOIN "Organization" o ON o."id" = w."organizationId" WHERE w."id" = ?`;

/** The newest version of a workspace that ever was its state. */
const newest = `(SELECT n."id" FROM "StateVersion" n WHERE n."workspaceId" = w."id"
    AND n."status" NOT IN ('pending', 'discarded') ORDER BY n."number" DESC LIMIT 1) AS "newest"`;

export const joinedSql = `SELECT ${workspaceTable.selection('w')}, ${home}, ${newest} FROM "Workspace" w
  JOIN "Organization" o ON o."id" = w."organizationId" WHERE w."id" = ?`;

/** Names of the columns of a version beside those of its workspace. */
const sourceColumn = (name: string) => `source.${name}`;

/** JSON: ids and sealed values, in hex, of the sensitive outputs of a version. */
const sealedOutputs: Readonly<Record<Provider, string>> = {
  sqlite: `json_group_array(json_array(s."id", hex(s."sealedValue")))`,
  postgresql: `coalesce(json_agg(json_build_array(s."id", encode(s."sealedValue", 'hex')))::text, '[]')`,
};

/** A workspace with an earlier version to return to. Of many outputs nothing is read: `mostOfIds` is how long the text of their ids may be. */
export const sourceSql = (provider: Provider, mostOfIds: number): string =>
  `SELECT ${workspaceTable.selection('w')}, ${home}, ${newest},
    ${stateVersionTable.names.map((name) => `v."${name}" AS "${sourceColumn(name)}"`).join(', ')},
    CASE WHEN length(v."outputIds") <= ${mostOfIds} THEN (SELECT ${sealedOutputs[provider]}
      FROM "StateVersionOutput" s WHERE s."stateVersionId" = v."id" AND s."sealedValue" IS NOT NULL) END AS "sealed"
    FROM "Workspace" w JOIN "Organization" o ON o."id" = w."organizationId"
    LEFT JOIN "StateVersion" v ON v."id" = ? AND v."workspaceId" = w."id" WHERE w."id" = ?`;

export const sourceOf = madeOfRows((row) => {
  const columns = Object.fromEntries(stateVersionTable.names.map((name) => [name, row[sourceColumn(name)]]));
  const source = columns['id'] === null ? null : Object.freeze(versionOf(columns, homeReader.read(row)));
  return { ...workspaceOf(row), source, sealed: text.orNull(row['sealed']) };
});

export const homeByNameSql = `SELECT ${home} FROM "Organization" o JOIN "Workspace" w ON w."organizationId" = o."id"
  WHERE o."name" = ? AND w."name" = ?`;

export const homesOf = madeOfRows(homeReader.read);

const workspaceOf = (row: SqlRow) => ({
  workspace: workspaceTable.read(row),
  home: homeReader.read(row),
  newest: ids.stateVersion.parse(row['newest']),
});

export const workspacesOf = madeOfRows(workspaceOf);

const versionOf = (row: SqlRow, home: VersionHome) => fromRow(stateVersionTable.read(row), home);

/** Most lists belong to one workspace, whose data is the same in all rows of a statement: it is read once. */
export const versionsOf = madeOfRows<StateVersion>((row, before) => {
  const same = before?.workspaceId === row['workspaceId'] ? before?.home : null;
  return versionOf(row, same ?? homeReader.read(row));
});

/** Versions of a page of a list. The page is small and comes first, and each row leads to the next table: CROSS JOIN tells SQLite to keep this order. */
export const versionsOfPage: PageRows<StateVersion> = {
  select: (page) => `SELECT p."parent", ${version}, ${home} FROM ${page} p CROSS JOIN "StateVersion" v
    CROSS JOIN "Workspace" w CROSS JOIN "Organization" o
    WHERE v."id" = p."id" AND w."id" = v."workspaceId" AND o."id" = w."organizationId"`,
  read: versionsOf,
};

export const locatedOf = madeOfRows((row) => {
  const home = homeReader.read(row);
  const version = Object.freeze(versionOf(row, home));
  return { version, home, isCurrent: row['currentStateVersionId'] === version.id };
});

export const currentOf = madeOfRows((row) => {
  const home = homeReader.read(row);
  return { home, version: row['id'] === null ? null : Object.freeze(versionOf(row, home)) };
});
