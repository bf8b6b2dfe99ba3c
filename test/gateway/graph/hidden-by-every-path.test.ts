import { getNamedType, isObjectType } from 'graphql';
import type { GraphQLObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { foundOrganization } from '../../../src/identity/organizations/found.js';
import { rootRights, shownWhole } from '../../../src/pki/resolvers.js';
import { openFields } from '../../../src/platform/graphql/guarded.js';
import { isRecord } from '../../../src/platform/is-record.js';
import { Growth, givenNames } from './growth.js';
import { openInstallation, schema } from './installation.js';
import type { Installation } from './installation.js';
import { leaves, listOf, nodesQuery, reached, sourcesOf, visibleFor } from './selections.js';

/*
 * What `node` hides from a caller, no other path shows to it. Callers with few rights ask for every list of state and people and for every edge of every object, as the
 * schema has them, so that a new field is asked for by itself. What the certificate authority shows is compared with its REST in permissions.test.ts.
 */

/** Edges that show an object which is hidden otherwise, and why. What hangs on such an object is asked for too: that stays hidden. */
const shownAnyway: Readonly<Record<string, string>> = {
  'OrganizationMembership.organization': 'an invitation names its organization to whoever is invited',
  'OrganizationMembership.user': 'whoever invites somebody knows whom',
  'Team.members': 'an invitation may name a team',
  'TeamProjectAccess.team': 'whoever manages what teams may do in a project knows which teams these are',
  'TeamWorkspaceAccess.team': 'whoever manages what teams may do with a workspace knows which teams these are',
};

const ofAuthority = (name: string): boolean => openFields().has(name) || shownWhole.has(name);
const nodeTypes = Object.values(schema.getTypeMap())
  .filter(isObjectType)
  .filter((type) => type.getInterfaces().some(({ name }) => name === 'Node') && !ofAuthority(type.name));
const nodeNames = new Set(nodeTypes.map(({ name }) => name));
const sources = sourcesOf(schema, givenNames).filter(({ path: [first = ''] }) => !(first in rootRights));

/** An object that an answer shows, and the edge that led to it. */
interface Shown {
  readonly id: string;
  readonly type: string;
  readonly by: string;
}

/** @param by the edge that led here */
function shownIn(value: unknown, by: string): Shown[] {
  if (Array.isArray(value)) return value.flatMap((each) => shownIn(each, by));
  if (!isRecord(value)) return [];
  const { __typename: type, id } = value;
  const own = typeof type === 'string' && typeof id === 'string' && nodeNames.has(type) ? [{ id, type, by }] : [];
  return [
    ...own,
    ...Object.entries(value).flatMap(([name, each]) =>
      shownIn(each, typeof type === 'string' ? `${type}.${name}` : by),
    ),
  ];
}

const edgesOf = (type: GraphQLObjectType): string =>
  visibleFor(type)
    .map(({ selection }) => selection)
    .join(' ');
const everythingOf = (type: GraphQLObjectType): string => `${leaves(type)} ${edgesOf(type)}`;

/** What hangs on an object that is shown anyway. */
function behind(type: GraphQLObjectType): string[] {
  return Object.values(type.getFields()).flatMap(({ name, type: shown }) => {
    const list = listOf(shown);
    const target = list?.type ?? getNamedType(shown);
    if (!(`${type.name}.${name}` in shownAnyway) || !isObjectType(target)) return [];
    const selection = everythingOf(target);
    return [`${name} { ${list?.items ? `${list.items} { ${selection} }` : selection} }`];
  });
}

let world: Installation;
let growth: Growth;
const tokens = new Map<string, string>();
const known = new Map<string, GraphQLObjectType>();

beforeAll(async () => {
  world = await openInstallation();
  growth = await Growth.begin(world);
  await growth.to(2);
  const { client, organizationId } = world;
  const space = await client.workspace.findFirstOrThrow({ where: { name: 'space-0' } });
  const project = await client.project.findFirstOrThrow({ where: { name: 'project-0' } });
  const crew = await client.team.findFirstOrThrow({ where: { name: 'crew-0' } });
  const person = async (username: string, ...teams: readonly string[]) => {
    const userId = await world.user({ username });
    await world.member(organizationId, userId, ...teams);
    tokens.set(username, await world.token({ userId }));
    return userId;
  };
  const team = (name: string) => world.team(organizationId, { name });

  tokens.set('stranger', await world.token({ userId: await world.user({ username: 'stranger' }) }));
  const founder = await world.user({ username: 'founder' });
  await world.database.transaction((tx) =>
    foundOrganization(tx, { name: 'elsewhere', email: 'a@b.example', founder, now: world.clock.now() }),
  );
  tokens.set('founder', await world.token({ userId: founder }));
  const invited = await person('invited', crew.id);
  await client.organizationMembership.updateMany({ where: { userId: invited }, data: { status: 'invited' } });
  await person('member');
  const writers = await team('writers');
  await world.onWorkspace(writers, space.id, { access: 'write', stateVersions: 'write' });
  // With what other workspaces share with that one.
  await person('writer', writers);
  const administrators = await team('administrators');
  await world.onWorkspace(administrators, space.id, { access: 'admin', stateVersions: 'write' });
  await person('administrator', administrators);
  const lockers = await team('lockers');
  await world.onWorkspace(lockers, space.id, { access: 'custom', stateVersions: 'none', workspaceLocking: true });
  await person('locker', lockers);
  const managers = await team('managers');
  await world.onProject(managers, project.id, 'admin');
  await person('manager', managers);
  const readers = await team('readers-of-all');
  await client.team.update({ where: { id: readers }, data: { readWorkspaces: true } });
  await person('reader-of-all', readers);
  tokens.set('team', await world.token({ teamId: readers }));
  await world.turn();

  for (const { id, type } of await asked('root', everything([]))) {
    const named = schema.getType(type);
    if (isObjectType(named)) known.set(id, named);
  }
});
afterAll(() => world.end());

const chunk = 100;
const idsOf = (type: GraphQLObjectType): string[] =>
  [...known].flatMap(([id, each]) => (each.name === type.name ? [id] : []));

/** A query, and the edge to what is at a path of its answer. */
interface Question {
  readonly query: string;
  readonly path: readonly string[];
  readonly by: string;
}

/** Every list, and the objects of each type, with all that they lead to. */
function everything(types: readonly GraphQLObjectType[]): Question[] {
  return [
    ...sources.flatMap(({ type, path, field: by, query }) =>
      [leaves(type), edgesOf(type)].map((part) => ({ query: query(`__typename ${part}`, growth.given()), path, by })),
    ),
    ...types.flatMap((type) => {
      const parts = [leaves(type), edgesOf(type), ...behind(type)].map((part) => `__typename ${part}`);
      return inChunks(idsOf(type)).flatMap((ids) =>
        parts.map((part) => ({ query: nodesQuery(type, ids, part), path: ['nodes'], by: 'Query.nodes' })),
      );
    }),
  ];
}

const inChunks = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / chunk) }, (_, at) => ids.slice(at * chunk, (at + 1) * chunk));

const pathOf = z.looseObject({ path: z.array(z.unknown()).optional() });

async function asked(who: string, questions: readonly Question[]): Promise<Shown[]> {
  const shown: Shown[] = [];
  for (const { query, path, by } of questions) {
    const { data, errors } = await world.say(query, {}, tokens.get(who));
    // A list may be refused as a whole; within an answer an error would hide what it stands beside.
    expect(errors.filter((error) => (pathOf.parse(error).path ?? []).length !== 1)).toEqual([]);
    shown.push(...reached(data, path).flatMap((each) => shownIn(each, by)));
  }
  return shown;
}

/** Ids that `node` finds. */
async function found(who: string): Promise<ReadonlySet<string>> {
  const seen = await asked(
    who,
    inChunks([...known.keys()]).map((ids) => ({
      query: `{ nodes(ids: ${JSON.stringify(ids)}) { __typename id } }`,
      ...{ path: ['nodes'], by: 'Query.nodes' },
    })),
  );
  return new Set(seen.map(({ id }) => id));
}

describe('what node hides', () => {
  const used = new Set<string>();

  test('there is something of every type', () => {
    const missing = nodeTypes.filter((type) => idsOf(type).length === 0).map(({ name }) => name);
    expect(missing).toEqual([]);
  });

  test.each([
    ...['stranger', 'founder', 'invited', 'member', 'writer', 'administrator', 'locker', 'manager'],
    ...['reader-of-all', 'team'],
  ])('is shown to the %s by no other path', async (who) => {
    const seen = await found(who);
    const shown = await asked(who, everything(nodeTypes));
    const hidden = shown.filter(({ id }) => known.has(id) && !seen.has(id));
    for (const { by } of hidden) used.add(by);
    const told = new Set(hidden.filter(({ by }) => !(by in shownAnyway)).map(({ by, type }) => `${type} by ${by}`));
    expect([...told]).toEqual([]);
  });

  test('is shown anyway by these alone', () => {
    expect(Object.keys(shownAnyway).filter((edge) => !used.has(edge))).toEqual([]);
  });
});
