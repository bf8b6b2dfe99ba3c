import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeWorkspacesOf } from '../../../src/state/workspaces/organization-workspaces.js';
import { ids } from '../../../src/platform/ids.js';
import { openStateWorld, refusal } from '../world.js';
import type { StateWorld } from '../world.js';

let world: StateWorld;
beforeAll(async () => {
  world = await openStateWorld();
  world.organizations.removeWorkspacesBy((tx, organizationId, now) =>
    removeWorkspacesOf(tx, world.database.provider, organizationId, now),
  );
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
