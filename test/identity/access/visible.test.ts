import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectParts, runLevels, stateLevels } from '../../../src/identity/access/levels.js';
import { projectGrants, workspaceGrants } from '../../../src/identity/access/actions.js';
import { grantedToTeams, mostIds, whereVisible } from '../../../src/identity/access/visible.js';
import { ids } from '../../../src/platform/ids.js';
import type { Caller } from '../../../src/identity/caller.js';
import { openWorld } from '../world.js';
import type { World } from '../world.js';

let world: World;
let organizationId: string;
let team: string;
let caller: Caller;
let shared: Awaited<ReturnType<World['project']>>;

beforeAll(async () => {
  world = await openWorld();
  organizationId = await world.organization(await world.user());
  team = await world.team(organizationId);
  const other = await world.team(organizationId);
  shared = await world.project(organizationId);
  for (const access of ['read', 'plan', 'write', 'admin']) {
    await world.onWorkspace(team, (await world.workspace(shared)).id, { access, stateVersions: 'none' });
  }
  for (const stateVersions of Object.keys(stateLevels)) {
    for (const runs of [...Object.keys(runLevels), 'none']) {
      for (const workspaceLocking of [true, false]) {
        const { id } = await world.workspace(shared);
        await world.onWorkspace(team, id, { access: 'custom', stateVersions, runs, workspaceLocking });
        await world.onWorkspace(other, id, { access: 'admin', stateVersions: 'write' });
      }
    }
  }
  for (const level of ['read', 'write', 'maintain', 'admin']) {
    const project = await world.project(organizationId);
    await world.workspace(project);
    await world.onProject(team, project.id, level);
  }
  for (const [column, values] of Object.entries(projectParts)) {
    for (const value of Array.isArray(values) ? [true, false] : Object.keys(values)) {
      const project = await world.project(organizationId);
      await world.workspace(project);
      await world.onProject(team, project.id, 'custom', { runs: 'none', [column]: value });
    }
  }
  caller = await world.caller({ teamId: team });
});
afterAll(() => world.close());

const found = async (where: ReturnType<typeof whereVisible>) =>
  (await world.client.workspace.findMany({ where, select: { id: true } })).map(({ id }) => id).sort();

test.each(workspaceGrants)(
  '%s: asked by ids, by teams and one by one, the same workspaces are visible',
  async (grant) => {
    const one: string[] = [];
    for (const workspace of await world.client.workspace.findMany({ where: { organizationId } })) {
      if ((await world.access.workspaceGrants(caller, workspace)).has(grant)) one.push(workspace.id);
    }
    const visible = await world.access.visibleWorkspaces(caller, organizationId, grant);
    expect(await found(whereVisible(visible))).toEqual(one.sort());
    expect(await found({ organizationId, ...grantedToTeams([team], grant) })).toEqual(one);
  },
);

test.each(projectGrants)('%s: asked by teams and one by one, the same projects are visible', async (grant) => {
  const one: string[] = [];
  for (const project of await world.client.project.findMany({ where: { organizationId } })) {
    if ((await world.access.projectGrants(caller, project)).has(grant)) one.push(project.id);
  }
  const where = world.access.whereGrantedProjects(caller, organizationId, grant) ?? {};
  const byTeams = await world.client.project.findMany({ where: { organizationId, ...where }, select: { id: true } });
  expect(byTeams.map(({ id }) => id).sort()).toEqual(one.sort());
  const { sql, parameters } = world.access.projectsCondition(caller, organizationId, 'id', grant);
  const bySql = await world.database.readSql(`SELECT "id" FROM "Project" WHERE ${sql}`, parameters);
  expect(bySql.map(({ id }) => String(id)).sort()).toEqual(one);
});

test.each(workspaceGrants)('%s: as a condition of our own, the same workspaces are visible', async (grant) => {
  const prisma = await found(whereVisible(await world.access.visibleWorkspaces(caller, organizationId, grant)));
  const { sql, parameters } = await world.access.visibleCondition(caller, organizationId, grant);
  const own = await world.database.readSql(`SELECT "id" FROM "Workspace" WHERE ${sql}`, parameters);
  expect(own.map(({ id }) => String(id)).sort()).toEqual(prisma);
});

test('thousands of workspaces given one by one do not become parameters', async () => {
  const many = await world.team(organizationId);
  const count = mostIds + 1;
  const now = world.clock.now();
  const stamps = { createdAt: now, updatedAt: now };
  const keys = Array.from({ length: count }, () => ids.workspace.make());
  await world.client.workspace.createMany({
    data: keys.map((id) => ({
      id,
      organizationId,
      projectId: shared.id,
      name: id,
      searchName: id,
      latestChangeAt: now,
      ...stamps,
    })),
  });
  await world.client.teamWorkspaceAccess.createMany({
    data: keys.map((workspaceId) => ({
      id: ids.teamAccess.make(),
      teamId: many,
      workspaceId,
      access: 'read',
      stateVersions: 'read',
      ...stamps,
    })),
  });
  const visible = await world.access.visibleWorkspaces(
    await world.caller({ teamId: many }),
    organizationId,
    'state:read',
  );
  expect(await found(whereVisible(visible))).toEqual(keys.sort());
  const [sql = ''] = await world.statements(() => found(whereVisible(visible)));
  expect(sql.split('?').length).toBeLessThan(30);
});
