import type { Filler, Value } from './filler.js';

/** Copied rows whose search finds few, however many there are. */
export const rareOnes = 10;

export const text =
  (value: string): Value =>
  () =>
    `'${value}'`;
export const padded =
  (before: string, after = ''): Value =>
  (row) =>
    `'${before}' || ${row.padded} || '${after}'`;
export const sql =
  (expression: string): Value =>
  () =>
    expression;
/** Ids of the rows of a kind. */
export const idOf = (prefix: string): Value => padded(`${prefix}-Grown000`);
export const first = (prefix: string): Value => text(`${prefix}-Grown00000000001`);
/** Each at a moment of its own, as what callers do. */
export const at: Value = ({ time }) => time;

export const organization = sql(`(SELECT "id" FROM "Organization" WHERE "name" = 'default')`);
export const rootUser = sql(`(SELECT "id" FROM "User" WHERE "username" = 'root')`);

/** What a name is searched by: ten have a part that the others have not. */
const searchedAt =
  (rows: number, after = ''): Value =>
  ({ number, padded: digits }) =>
    `CASE WHEN ${number} % ${Math.ceil(rows / rareOnes)} = 0 THEN 'grown-rarely-' ELSE 'grown-' END || ${digits} || '${after}'`;

const stamps = { createdAt: at, updatedAt: at };

/** Rows of what people are, and of what belongs to an organization: as many of each. */
export async function fillPeople(filler: Filler, rows: number): Promise<void> {
  const named = { name: padded('grown-'), searchName: searchedAt(rows) };
  const put = (table: string, given: Readonly<Record<string, Value>>) => filler.put({ table, count: rows, given });
  await put('User', {
    ...{ id: idOf('user'), username: padded('grown-'), searchName: searchedAt(rows), ...stamps },
    ...{ email: padded('grown-', '@a.io'), searchEmail: searchedAt(rows, '@a.io') },
  });
  await put('OrganizationMembership', {
    ...{ id: idOf('ou'), organizationId: organization, userId: idOf('user'), createdAt: at },
  });
  await put('Team', {
    ...{ id: idOf('team'), organizationId: organization, ...named, ...stamps },
    visibility: text('organization'),
  });
  await put('TeamMembership', {
    ...{ teamId: first('team'), userId: idOf('user'), createdAt: at },
  });
  await put('Token', {
    ...{ id: padded('at-GrownU00'), secretHash: padded('grown-user-'), kind: text('user'), userId: rootUser },
    ...{ description: text('grown'), createdAt: at },
  });
  await put('Token', {
    ...{ id: padded('at-GrownT00'), secretHash: padded('grown-team-'), kind: text('team') },
    ...{ teamId: idOf('team'), description: text('grown'), createdAt: at },
  });
  await put('Organization', {
    ...{ id: idOf('org'), ...named, ...stamps },
    ...{ email: padded('grown-', '@b.io'), searchEmail: searchedAt(rows, '@b.io') },
  });
  await put('Project', { ...{ id: idOf('prj'), organizationId: organization, ...named, ...stamps } });
  await put('Tag', {
    ...{ id: idOf('tag'), organizationId: organization, key: padded('grown-') },
    ...{ searchName: searchedAt(rows), createdAt: at },
  });
  await put('TagBinding', {
    ...{ id: idOf('tb'), tagId: first('tag'), workspaceId: idOf('ws') },
    createdAt: at,
  });
  // An organization has at most a thousand, each for at most a thousand workspaces and projects.
  const few = Math.min(rows, 1_000);
  const sets = (table: string, given: Readonly<Record<string, Value>>) => filler.put({ table, count: few, given });
  await sets('VariableSet', { ...{ id: idOf('varset'), organizationId: organization, ...named, ...stamps } });
  await sets('VariableSetWorkspace', {
    ...{ variableSetId: first('varset'), workspaceId: idOf('ws') },
  });
  await sets('VariableSetProject', {
    ...{ variableSetId: first('varset'), projectId: idOf('prj') },
  });
  const access = { access: text('read'), stateVersions: text('none'), ...stamps };
  await put('TeamWorkspaceAccess', {
    ...{ id: idOf('tws'), teamId: idOf('team'), workspaceId: first('ws'), ...access },
  });
  const projectAccess = await filler.like('TeamProjectAccess');
  await filler.copy({
    ...{ table: 'TeamProjectAccess', like: projectAccess, count: rows },
    given: { id: idOf('tprj'), teamId: idOf('team'), projectId: first('prj') },
  });
  await put('RemoteStateConsumer', {
    ...{ workspaceId: first('ws'), consumerId: idOf('ws') },
  });
  await filler.run(`UPDATE "Team" SET "memberCount" = ${rows} WHERE "id" = 'team-Grown00000000001'`);
  await filler.run(
    `UPDATE "Organization" SET "teamCount" = "teamCount" + ${rows}, "projectCount" = "projectCount" + ${rows}, "memberCount" = "memberCount" + ${rows} WHERE "name" = 'default'`,
  );
  await fillRuns(filler, rows);
}

async function fillRuns(filler: Filler, rows: number): Promise<void> {
  const workspaceId = sql(`(SELECT "id" FROM "Workspace" WHERE "name" = 'history')`);
  await filler.put({
    ...{ table: 'ConfigurationVersion', count: rows },
    given: { id: idOf('cv'), workspaceId, createdAt: at },
  });
  await filler.put({
    ...{ table: 'Run', count: rows },
    given: {
      ...{ id: idOf('run'), workspaceId, createdById: rootUser, ...stamps },
      ...{ configurationVersionId: first('cv'), status: text('applied') },
    },
  });
}
