import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { organizationContents, removeWorkspacesOf } from '../../../src/state/workspaces/organization-contents.js';
import { ids } from '../../../src/platform/ids.js';
import { openStateWorld, refusal } from '../world.js';
import { manyRows } from './many-rows.js';
import type { StateWorld } from '../world.js';

let world: StateWorld;
beforeAll(async () => {
  world = await openStateWorld();
  world.organizations.removeContentsBy(organizationContents(world.database));
});
afterAll(() => world.close());

let organizations = 0;

/** An organization with workspaces, each with a state version that names an object. */
async function filled(count: number) {
  const userId = await world.user();
  const founder = await world.caller({ userId });
  const made = { name: `closing-${(organizations += 1)}`, email: 'ops@example.com' };
  const { id: organizationId, name } = await world.organizations.create(founder, made);
  const owner = await world.caller({ userId });
  const objects: string[] = [];
  for (let each = 0; each < count; each += 1) {
    const workspace = await world.workspaces.create(owner, name, { name: `workspace-${each}` });
    const contentObjectId = `object-${workspace.id}`;
    objects.push(contentObjectId);
    await world.client.stateVersion.create({
      data: {
        ...{ id: ids.stateVersion.make(), workspaceId: workspace.id, serial: 1n, md5: '0'.repeat(32), number: 1n },
        ...{ createdAt: world.clock.now(), status: 'finalized', contentObjectId },
      },
    });
  }
  return { organizationId, name, owner, objects: objects.sort() };
}

const workspacesOf = (organizationId: string) => world.client.workspace.count({ where: { organizationId } });

test('takes along its workspaces and their state, marks the objects, and records how many', async () => {
  const other = await filled(1);
  const { organizationId, owner, objects } = await filled(3);
  const [first] = await world.client.workspace.findMany({ where: { organizationId }, take: 1 });
  await world.locks.lock(owner, first?.id ?? '');
  await world.organizations.delete(owner, organizationId, true);
  expect(await workspacesOf(organizationId)).toBe(0);
  expect(await world.client.stateVersion.count({ where: { workspace: { organizationId } } })).toBe(0);
  expect(await world.client.organization.findUnique({ where: { id: organizationId } })).toBeNull();
  const marked = await world.client.unnamedObject.findMany({ where: { released: true }, orderBy: { id: 'asc' } });
  expect(marked.map(({ id }) => id)).toEqual(objects);
  const record = await world.client.auditRecord.findFirstOrThrow({
    where: { action: 'organization.delete', targetId: organizationId },
  });
  expect(JSON.parse(record.details ?? '')).toEqual({ workspaces: 3 });
  expect(await workspacesOf(other.organizationId)).toBe(1);
});

test('only if it is said, and only by an owner', async () => {
  const { organizationId, owner } = await filled(1);
  expect(await refusal(world.organizations.delete(owner, organizationId))).toMatchObject({ code: 'IN_USE' });
  const teamId = await world.team(organizationId, {
    ...{ manageWorkspaces: true, manageProjects: true, manageTeams: true, manageOrganizationAccess: true },
  });
  for (const caller of [await world.caller({ teamId }), await world.caller({ organizationId })]) {
    expect(await refusal(world.organizations.delete(caller, organizationId, true))).toMatchObject({
      code: 'NOT_FOUND',
    });
  }
  expect(await workspacesOf(organizationId)).toBe(1);
});

test('all of it or nothing: what fails at the end leaves everything', async () => {
  const { organizationId, owner } = await filled(2);
  const before = await world.client.unnamedObject.count();
  const cut = world.database.transaction(async (tx) => {
    await removeWorkspacesOf(tx, world.database.provider, organizationId, world.clock.now());
    throw new Error('cut off');
  });
  await expect(cut).rejects.toThrow('cut off');
  expect(await workspacesOf(organizationId)).toBe(2);
  expect(await world.client.unnamedObject.count()).toBe(before);
  expect((await world.organizations.read(owner, organizationId)).workspaceCount).toBe(2n);
});

test('while others create workspaces, none is left without its organization', async () => {
  const { organizationId, name, owner } = await filled(1);
  const creating = Array.from({ length: 8 }, (_, each) =>
    world.workspaces.create(owner, name, { name: `late-${each}` }).then(
      () => null,
      () => null,
    ),
  );
  await Promise.all([...creating, world.organizations.delete(owner, organizationId, true)]);
  expect(await workspacesOf(organizationId)).toBe(0);
});

describe('a large organization', () => {
  const size = { workspaces: 450, versions: 8, sets: 12, variables: 1_000 };

  /** Rows without services, which would take minutes: `size` of each, in two projects. */
  async function large() {
    const userId = await world.user();
    const { client } = world;
    const founder = await world.caller({ userId });
    const made = { name: `large-${(organizations += 1)}`, email: 'ops@example.com' };
    const { id: organizationId } = await world.organizations.create(founder, made);
    const projects = [await world.project(organizationId), await world.project(organizationId)];
    const { now, noBytes, upTo, insert } = manyRows(world);
    const prefix = organizationId.slice(-8);
    for (const [index, { id }] of projects.entries()) {
      await insert(`"Workspace" ("id", "organizationId", "projectId", "name", "latestChangeAt", "createdAt", "updatedAt")
        SELECT 'ws-${prefix}-${index}-' || a.i, '${organizationId}', '${id}', 'w-${index}-' || a.i, ${now}, ${now}, ${now}
          FROM ${upTo(size.workspaces / 2, 'a')}`);
      await client.project.update({ where: { id }, data: { workspaceCount: size.workspaces / 2 } });
    }
    await insert(`"StateVersion" ("id", "workspaceId", "number", "status", "serial", "md5", "createdAt", "contentObjectId")
      SELECT 'sv-' || w."id" || '-' || b.i, w."id", b.i, 'finalized', b.i, 'x', ${now}, 'object-' || w."id" || '-' || b.i
        FROM "Workspace" w, ${upTo(size.versions, 'b')} WHERE w."organizationId" = '${organizationId}'`);
    await insert(`"VariableSet" ("id", "organizationId", "name", "variableCount", "createdAt", "updatedAt")
      SELECT 'varset-${prefix}-' || a.i, '${organizationId}', 's-' || a.i, ${size.variables}, ${now}, ${now} FROM ${upTo(size.sets, 'a')}`);
    await insert(`"Variable" ("id", "variableSetId", "key", "category", "sealedValue", "valueBytes", "createdAt", "updatedAt", "versionId")
      SELECT 'var-' || s."id" || '-' || b.i, s."id", 'k' || b.i, 'env', ${noBytes}, 1, ${now}, ${now}, 'v'
        FROM "VariableSet" s, ${upTo(size.variables, 'b')} WHERE s."organizationId" = '${organizationId}'`);
    await client.organization.update({ where: { id: organizationId }, data: { workspaceCount: size.workspaces } });
    return { organizationId, projects, owner: await world.caller({ userId }) };
  }

  const records = async (organizationId: string) => {
    const found = await world.client.auditRecord.findMany({
      where: {
        targetId: organizationId,
        action: { in: ['organization.clear', 'organization.delete'] },
        outcome: 'success',
      },
      select: { action: true, details: true },
    });
    return found.map(({ action, details }) => ({ action, ...(JSON.parse(details ?? '{}') as Record<string, number>) }));
  };
  const sum = (all: readonly Record<string, unknown>[], name: string) =>
    all.reduce((total, each) => total + Number(each[name] ?? 0), 0);

  test('goes in parts, each of them recorded, with everything that it has', async () => {
    const { organizationId, owner } = await large();
    const objects = await world.client.stateVersion.count({ where: { workspace: { organizationId } } });
    expect(objects).toBe(size.workspaces * size.versions);
    const before = await world.client.unnamedObject.count({ where: { released: true } });
    await world.organizations.delete(owner, organizationId, true);
    expect(await world.client.organization.findUnique({ where: { id: organizationId } })).toBeNull();
    expect(await workspacesOf(organizationId)).toBe(0);
    expect(await world.client.variable.count({ where: { id: { contains: organizationId.slice(-8) } } })).toBe(0);
    expect(await world.client.unnamedObject.count({ where: { released: true } })).toBe(before + objects);
    expect(await world.client.event.count({ where: { kind: 'workspace.deleted', scope: organizationId } })).toBe(
      size.workspaces,
    );
    const written = await records(organizationId);
    const parts = written.filter(({ action }) => action === 'organization.clear');
    expect(parts.length).toBeGreaterThan(2);
    expect(sum(parts, 'workspaces')).toBeGreaterThan(200);
    expect(sum(parts, 'variableSets')).toBeGreaterThan(0);
    expect(Math.max(...parts.map((each) => sum([each], 'workspaces')))).toBeLessThanOrEqual(100);
    expect(written.filter(({ action }) => action === 'organization.delete')).toEqual([
      { action: 'organization.delete', workspaces: size.workspaces },
    ]);
  });

  test('that is cut in between has right counts, can be used, and is deleted by the next request', async () => {
    const { organizationId, projects, owner } = await large();
    const contents = organizationContents(world.database);
    let parts = 0;
    world.organizations.removeContentsBy({
      ...contents,
      removePart: async (...part) => {
        const removed = await contents.removePart(...part);
        if ((parts += 1) === 2) throw new Error('cut off');
        return removed;
      },
    });
    await expect(world.organizations.delete(owner, organizationId, true)).rejects.toThrow('cut off');
    world.organizations.removeContentsBy(contents);
    const left = await workspacesOf(organizationId);
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(size.workspaces);
    expect((await world.organizations.read(owner, organizationId)).workspaceCount).toBe(BigInt(left));
    for (const { id } of projects) {
      const { workspaceCount } = await world.client.project.findUniqueOrThrow({ where: { id } });
      expect(workspaceCount).toBe(BigInt(await world.client.workspace.count({ where: { projectId: id } })));
    }
    expect(sum(await records(organizationId), 'workspaces')).toBe(size.workspaces - left);
    await world.organizations.delete(owner, organizationId, true);
    expect(await world.client.organization.findUnique({ where: { id: organizationId } })).toBeNull();
  });

  test('is not begun for who may not delete it, or without saying so', async () => {
    const { organizationId, owner } = await large();
    const stranger = await world.caller({ userId: await world.user() });
    expect(await refusal(world.organizations.delete(stranger, organizationId, true))).toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await refusal(world.organizations.delete(owner, organizationId))).toMatchObject({ code: 'IN_USE' });
    expect(await workspacesOf(organizationId)).toBe(size.workspaces);
    expect(await records(organizationId)).toEqual([]);
  });
});
