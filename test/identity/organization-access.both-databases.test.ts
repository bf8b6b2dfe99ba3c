import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../../src/identity/caller.js';
import { accessColumns, keptColumns } from '../../src/identity/teams/organization-access.js';
import { grantColumns } from '../../src/identity/tokens/caller-identity.js';
import { ProblemError } from '../../src/platform/problems.js';
import { openWorld } from './world.js';
import type { World } from './world.js';

let world: World;
let owner: Caller;
let organizationId: string;
beforeAll(async () => {
  world = await openWorld();
  const founder = await world.user();
  organizationId = await world.organization(founder);
  owner = await world.caller({ userId: founder });
});
afterAll(() => world.close());

async function refusal(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'done';
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const [{ code, field }] = error.problems;
    return [code, ...(field ?? [])].join(' ');
  }
}

let names = 0;
const create = (caller: Caller, organizationAccess: object) =>
  world.teams.create(caller, organizationId, { name: `given-${(names += 1)}`, organizationAccess });

async function memberWith(grants: Parameters<World['team']>[1]) {
  const teamId = await world.team(organizationId, grants);
  const userId = await world.user();
  await world.member(organizationId, userId, teamId);
  return { teamId, caller: await world.caller({ userId }) };
}

test.each(accessColumns)('%s is kept, and read back', async (column) => {
  const made = await create(owner, { [column]: true });
  expect(accessColumns.filter((name) => made[name])).toEqual([column]);
  expect((await world.teams.update(owner, made.id, { visibility: 'organization' }))[column]).toBe(true);
  expect((await world.teams.update(owner, made.id, { organizationAccess: { [column]: false } }))[column]).toBe(false);
});

describe('somebody who may give permissions, and has few', () => {
  const few = { manageTeams: true, manageOrganizationAccess: true, readWorkspaces: true };
  const held = new Set<string>(Object.keys(few));

  test.each(Object.values(grantColumns))('gives %s only with it, to a new team and to an own one', async (column) => {
    const { teamId, caller } = await memberWith(few);
    const answer = held.has(column) ? 'done' : `INVALID_INPUT organizationAccess ${column}`;
    expect(await refusal(create(caller, { [column]: true }))).toBe(answer);
    expect(await refusal(world.teams.update(caller, teamId, { organizationAccess: { [column]: true } }))).toBe(answer);
  });

  test('keeps what a team has that sends everything again, and takes away', async () => {
    const { caller } = await memberWith(few);
    const team = await world.team(organizationId, { manageProjects: true });
    const again = { manageProjects: true, readWorkspaces: true };
    expect(await refusal(world.teams.update(caller, team, { organizationAccess: again }))).toBe('done');
    expect(await refusal(world.teams.update(caller, team, { organizationAccess: { manageProjects: false } }))).toBe(
      'done',
    );
    expect(await refusal(world.teams.update(caller, team, { organizationAccess: again }))).toBe(
      'INVALID_INPUT organizationAccess manageProjects',
    );
  });

  test.each(keptColumns)('gives %s, which allows nothing', async (column) => {
    const { caller } = await memberWith(few);
    expect(await refusal(create(caller, { [column]: true }))).toBe('done');
  });
});

test('somebody who may only manage teams gives no permission at all', async () => {
  const { teamId, caller } = await memberWith({ manageTeams: true, readWorkspaces: true });
  for (const column of accessColumns) {
    expect(await refusal(create(caller, { [column]: true }))).toBe('NOT_FOUND');
    expect(await refusal(world.teams.update(caller, teamId, { organizationAccess: { [column]: true } }))).toBe(
      'NOT_FOUND',
    );
  }
});

test('an organization’s token and a site administrator give everything that there is', async () => {
  const everything = Object.fromEntries(accessColumns.map((column) => [column, true]));
  expect(await refusal(create(await world.caller({ organizationId }), everything))).toBe('done');
  expect(await refusal(create(await world.root(), everything))).toBe('done');
});
