import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Caller } from '../../src/identity/caller.js';
import { openStateWorld } from './world.js';
import type { StateWorld } from './world.js';

let world: StateWorld;
const callers = new Map<string, Caller>();
beforeAll(async () => {
  world = await openStateWorld();
  const { id: projectId } = await world.projects.create(world.owner, world.organization, { name: 'Networks' });
  await world.projects.create(world.owner, world.organization, { name: 'Two words' });
  const workspace = await world.make({ name: 'net', projectId });
  callers.set('an owner', world.owner);
  callers.set('a reader', await world.memberWith({ workspaceId: workspace.id, access: 'read' }));
  callers.set('a member', await world.memberWith());
  callers.set('a stranger', await world.caller({ userId: await world.user() }));
});
afterAll(() => world.close());

describe.each([
  ['an owner', true],
  ['a reader', true],
  ['a member', false],
  ['a stranger', false],
])('to %s', (who, sees) => {
  const asked = (name: string) => {
    const caller = callers.get(who);
    if (!caller) throw new Error(who);
    const { organization: organizationName } = world;
    return { seen: world.visibleTo(caller), named: { organizationName, name } };
  };

  test('a workspace by its name', async () => {
    const { seen, named } = asked('net');
    expect((await seen.workspaceNamed(named))?.name).toBe(sees ? 'net' : undefined);
    expect(await seen.workspaceNamed({ ...named, name: 'none' })).toBeNull();
    expect(await seen.workspaceNamed({ ...named, organizationName: 'none' })).toBeNull();
  });

  test('a project by its name', async () => {
    const { seen, named } = asked('Networks');
    expect((await seen.projectNamed(named))?.name).toBe(sees ? 'Networks' : undefined);
    expect(await seen.projectNamed({ ...named, name: 'None' })).toBeNull();
  });

  test('what is not visible is not read, as what does not exist', async () => {
    const { workspace, project } = world.client;
    const reads = [vi.spyOn(workspace, 'findMany'), vi.spyOn(project, 'findMany')];
    for (const read of reads) read.mockClear();
    await asked('net').seen.workspaceNamed(asked('net').named);
    await asked('Networks').seen.projectNamed(asked('Networks').named);
    const rows = await Promise.all(
      reads.flatMap(({ mock }) => mock.results.map(({ value }): unknown => value as unknown)),
    );
    vi.restoreAllMocks();
    expect(rows).not.toEqual([]);
    expect(rows.some((found) => Array.isArray(found) && found.length > 0)).toBe(sees);
  });
});

test('a space belongs to the name that it is in', async () => {
  const { organization, owner } = world;
  const seen = world.visibleTo(owner);
  const [found, none] = await Promise.all([
    seen.projectNamed({ organizationName: organization, name: 'Two words' }),
    seen.projectNamed({ organizationName: `${organization} Two`, name: 'words' }),
  ]);
  expect(found?.name).toBe('Two words');
  expect(none).toBeNull();
});
