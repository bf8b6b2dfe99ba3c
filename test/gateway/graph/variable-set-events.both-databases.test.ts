import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../../../src/identity/caller.js';
import { eventIdOf } from '../../../src/platform/events/event.js';
import { stateEventTable } from '../../../src/state/events/state-event-table.js';
import { origin } from '../../identity/world.js';
import { openInstallation } from './installation.js';
import type { Installation } from './installation.js';

let world: Installation;
const token = { reader: '', outsider: '', stranger: '' };
let projectId: string;
let otherId: string;

async function callerOf(text: string): Promise<Caller> {
  const caller = await world.authentication.authenticate(text, origin);
  if (!caller) throw new Error('the token is of nobody');
  return caller;
}
const now = async () => eventIdOf(await world.feed.end());
const follow = (text: string, after: string, organization = world.organization) =>
  world.services.events.follow(stateEventTable.variableSetEvents, () => callerOf(text), { organization, after });

/** What somebody is told until the set that is made last, as kind and id. */
async function toldUntil(text: string, after: string, last: string): Promise<string[]> {
  const stream = await follow(text, after);
  const told: string[] = [];
  for (;;) {
    const step: IteratorResult<object, unknown> = await stream.next();
    if (step.done) throw new Error('the stream ended');
    const { kind, variableSetId } = { kind: '', variableSetId: '', ...step.value };
    if (variableSetId === last) break;
    told.push(`${kind.replace('variable-set.', '')} ${variableSetId}`);
  }
  await stream.return?.();
  return told;
}

beforeAll(async () => {
  world = await openInstallation();
  const { owner, organization, organizationId, services } = world;
  projectId = (await services.projects.create(owner, organization, { name: 'first' })).id;
  const teams = { reader: await world.team(organizationId), outsider: await world.team(organizationId) };
  otherId = (await services.projects.create(owner, organization, { name: 'second' })).id;
  await world.onProject(teams.reader, projectId, 'read');
  await world.onProject(teams.outsider, otherId, 'read');
  for (const [username, team] of Object.entries(teams)) {
    const userId = await world.user({ username });
    await world.member(organizationId, userId, team);
    Object.assign(token, { [username]: await world.token({ userId }) });
  }
  token.stranger = await world.token({ userId: await world.user({ username: 'stranger' }) });
  await world.turn();
});
afterAll(() => world.end());

test('each is told of the sets that they may see, as long as they may', async () => {
  const { owner, organization, services } = world;
  const { variableSets, variables } = services;
  const after = await now();
  const told = { owner: new Array<string>(), reader: new Array<string>() };
  const expected = (line: string, ...who: (keyof typeof told)[]) => who.forEach((each) => told[each].push(line));

  const { id } = await variableSets.create(owner, organization, { name: 'of the organization' });
  expected(`created ${id}`, 'owner');
  const scopes = { projectIds: [projectId] };
  await variableSets.assign(owner, id, scopes);
  await variables.createInSet(owner, id, { key: 'region', value: 'eu', category: 'env' });
  const { id: gone } = await variables.createInSet(owner, id, { key: 'gone', value: 'x', category: 'env' });
  await variables.update(owner, gone, { value: 'y' });
  await variables.delete(owner, gone);
  await variableSets.update(owner, id, { description: 'new' });
  for (let each = 0; each < 6; each += 1) expected(`changed ${id}`, 'owner');

  const owned = await variableSets.create(owner, organization, { name: 'of the project', projectId });
  expected(`created ${owned.id}`, 'owner', 'reader');
  await variableSets.update(owner, owned.id, { priority: true });
  expected(`changed ${owned.id}`, 'owner', 'reader');

  // What is told is decided when it is told: the reader sees the first set by now, also its creation.
  const first = (await variableSets.create(owner, organization, { name: 'first mark', global: true })).id;
  const reader = [`created ${id}`, ...Array.from({ length: 6 }, () => `changed ${id}`), ...told.reader];
  expect(await toldUntil(world.rootToken, after, first)).toEqual(told.owner);
  expect(await toldUntil(token.reader, after, first)).toEqual(reader);
  expect(await toldUntil(token.outsider, after, first)).toEqual([]);

  const later = await now();
  await variableSets.unassign(owner, id, scopes);
  await variableSets.delete(owner, id);
  await variableSets.delete(owner, owned.id);
  await expect(variableSets.create(owner, organization, { name: 'first mark' })).rejects.toThrow();
  const last = (await variableSets.create(owner, organization, { name: 'last mark', global: true })).id;
  expect(await toldUntil(world.rootToken, later, last)).toEqual([
    `changed ${id}`,
    `deleted ${id}`,
    `deleted ${owned.id}`,
  ]);
  expect(await toldUntil(token.reader, later, last)).toEqual([`deleted ${owned.id}`]);
  expect(await toldUntil(token.outsider, later, last)).toEqual([]);
});

test('a project that is deleted takes its sets along', async () => {
  const { owner, organization, services } = world;
  const project = await services.projects.create(owner, organization, { name: 'passing' });
  const { id } = await services.variableSets.create(owner, organization, { name: 'passing', projectId: project.id });
  const after = await now();
  await services.projects.delete(owner, project.id);
  const last = (await services.variableSets.create(owner, organization, { name: 'marked', global: true })).id;
  expect(await toldUntil(world.rootToken, after, last)).toEqual([`deleted ${id}`]);
});

test('a stranger may not ask, and nobody asks of an organization that is not there', async () => {
  await expect(follow(token.stranger, await now())).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(follow(world.rootToken, await now(), 'nobody')).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('who may no longer see a set is told nothing of it', async () => {
  const { owner, organization, services } = world;
  const after = await now();
  const { id } = await services.variableSets.create(owner, organization, { name: 'kept', projectId });
  await world.client.teamProjectAccess.updateMany({ where: { projectId }, data: { projectId: otherId } });
  await world.turn();
  const last = (await services.variableSets.create(owner, organization, { name: 'left', global: true })).id;
  expect(await toldUntil(token.reader, after, last)).toEqual([]);
  expect(await toldUntil(world.rootToken, after, last)).toEqual([`created ${id}`]);
  await world.client.organizationMembership.deleteMany({ where: { user: { username: 'reader' } } });
  await world.turn();
  await expect(follow(token.reader, after)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
