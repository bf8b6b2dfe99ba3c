import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { foundOrganization } from '../../../src/identity/organizations/found.js';
import { ids } from '../../../src/platform/ids.js';
import { resource, stateOf } from '../../state/service.js';
import { openInstallation } from './installation.js';
import type { Installation } from './installation.js';

let world: Installation;
/** `one` and `two` carry the tag `team`; the reader sees `one` alone, and of it no state. */
const place = { run: '', configuration: '' };
const token = { owner: '', reader: '', stranger: '' };

beforeAll(async () => {
  world = await openInstallation();
  const { organizationId, organization, owner, ownerId, services } = world;
  const tags = [{ key: 'team', value: 'a' }];
  const [one] = await Promise.all(
    ['one', 'two'].map((name) => services.workspaces.create(owner, organization, { name, tags })),
  );
  const workspaceId = ids.workspace.require(one!.id);
  const configuration = await services.configurationVersions.create(owner, { workspaceId });
  const run = await services.runs.create(owner, { workspaceId, configurationVersionId: configuration.id });
  await services.locks.lock(owner, workspaceId);
  const content = stateOf(1, { resources: [resource('aws_vpc', 'net')] });
  await world.create(workspaceId, content, { runId: ids.run.require(run.id) });
  Object.assign(place, { run: run.id, configuration: configuration.id });

  const readers = await world.team(organizationId, { name: 'readers' });
  await world.onWorkspace(readers, workspaceId, { access: 'custom', runs: 'read', stateVersions: 'none' });
  const reader = await world.user({ username: 'reader' });
  await world.member(organizationId, reader, readers);
  const stranger = await world.user({ username: 'stranger' });
  // Its two organizations: the reader belongs to both, the owner to the first alone.
  const elsewhere = await world.database.transaction((tx) =>
    foundOrganization(tx, { name: 'elsewhere', email: 'a@b.example', founder: stranger, now: world.clock.now() }),
  );
  await world.member(elsewhere, reader);
  for (const [who, userId] of Object.entries({ owner: ownerId, reader, stranger })) {
    Object.assign(token, { [who]: await world.token({ userId }) });
  }
  await world.turn();
  await world.settled();
});
afterAll(() => world.end());

const resourcesShape = z.object({
  resources: z.object({ nodes: z.array(z.object({ id: z.string(), address: z.string() })).nonempty() }),
});

interface Seen {
  readonly data: unknown;
  readonly errors: readonly unknown[];
}
const asked = (who: keyof typeof token, query: string): Promise<Seen> => world.ask(query, token[who]);

test.each([
  ['owner', ['one', 'two']],
  ['reader', ['one']],
] as const)('the workspaces of a tag that the %s sees are %j', async (who, names) => {
  const list = '{ totalCount nodes { name } }';
  const query = `{ tags(organization: "${world.organization}") { nodes {
    workspaces ${list} workspacePage { pagination { totalCount } items { name } } organization { name } } } }`;
  const { data, errors } = await asked(who, query);
  expect(errors).toEqual([]);
  const nodes = names.map((name) => ({ name }));
  const page = { pagination: { totalCount: names.length }, items: nodes };
  const connection = { totalCount: names.length, nodes };
  const organization = { name: world.organization };
  expect(data).toEqual({ tags: { nodes: [{ workspaces: connection, workspacePage: page, organization }] } });
});

test.each([
  ['owner', { totalCount: 1, nodes: [{ serial: 1 }] }],
  ['reader', null],
] as const)('the state versions of a run, asked by the %s: %j', async (who, stateVersions) => {
  const { data, errors } = await asked(
    who,
    `{ run(id: "${place.run}") { stateVersions { totalCount nodes { serial } } } }`,
  );
  expect(errors).toEqual([]);
  expect(data).toEqual({ run: { stateVersions } });
});

test.each(['owner', 'reader'] as const)('the runs of a configuration, asked by the %s', async (who) => {
  const query = `{ configurationVersion(id: "${place.configuration}") { runs { totalCount nodes { id } } } }`;
  expect((await asked(who, query)).data).toEqual({
    configurationVersion: { runs: { totalCount: 1, nodes: [{ id: place.run }] } },
  });
});

test.each([
  ['owner', 1],
  ['reader', 2],
  ['stranger', 1],
] as const)('of the two memberships of the reader the %s sees %i', async (who, totalCount) => {
  const { data, errors } = await asked(
    who,
    '{ user(username: "reader") { memberships { totalCount nodes { user { username } } } } }',
  );
  expect(errors).toEqual([]);
  const nodes = Array.from({ length: totalCount }, () => ({ user: { username: 'reader' } }));
  expect(data).toEqual({ user: { memberships: { totalCount, nodes } } });
});

test('a resource is found by its id by whoever may read the state that it is in', async () => {
  const listed = await asked('owner', `{ resources(organization: "${world.organization}") { nodes { id address } } }`);
  const { resources } = resourcesShape.parse(listed.data);
  const [first] = resources.nodes;
  const query = `{ node(id: "${first?.id}") { id ... on Resource { address workspace { name } } } }`;
  expect(await asked('owner', query)).toMatchObject({ data: { node: { ...first, workspace: { name: 'one' } } } });
  for (const who of ['reader', 'stranger'] as const) {
    expect(await asked(who, query)).toMatchObject({ data: { node: null }, errors: [] });
  }
});

test('the resources of a workspace are for whoever may read its state', async () => {
  const { resources } = resourcesShape.parse(
    (await asked('owner', `{ resources(organization: "${world.organization}") { nodes { id address } } }`)).data,
  );
  const [first] = resources.nodes;
  const listed = (filter: string) =>
    `{ workspaceByName(organization: "${world.organization}", name: "one") { resources(filter: ${filter}) { totalCount nodes { id address } } } }`;
  const found = (...nodes: object[]) => ({ workspaceByName: { resources: { totalCount: nodes.length, nodes } } });
  expect(await asked('owner', listed('{}'))).toMatchObject({ data: found(...resources.nodes), errors: [] });
  expect((await asked('owner', listed(`{ address: "${first?.address}" }`))).data).toEqual(found(first ?? {}));
  expect((await asked('owner', listed('{ type: "none" }'))).data).toEqual(found());
  expect(await asked('reader', listed('{}'))).toMatchObject({
    data: { workspaceByName: { resources: null } },
    errors: [],
  });
  expect(await asked('stranger', listed('{}'))).toMatchObject({ data: { workspaceByName: null }, errors: [] });
});

test('a binding of a tag is found by its id by whoever sees what it is on', async () => {
  const bound = await world.client.tagBinding.findMany({
    where: { workspace: { name: { in: ['one', 'two'] } } },
    select: { id: true, workspace: { select: { name: true } } },
  });
  const idOn = (name: string) => bound.find(({ workspace }) => workspace?.name === name)?.id ?? '';
  const found = (name: string) => ({ __typename: 'TagBinding', id: idOn(name), key: 'team', value: 'a' });
  const query = `{ nodes(ids: ${JSON.stringify([idOn('one'), idOn('two'), 'tb-nothing'])}) { __typename id ... on TagBinding { key value } } }`;
  expect((await asked('owner', query)).data).toEqual({ nodes: [found('one'), found('two'), null] });
  expect((await asked('reader', query)).data).toEqual({ nodes: [found('one'), null, null] });
  expect((await asked('stranger', query)).data).toEqual({ nodes: [null, null, null] });
});

test('a binding of a project too', async () => {
  const project = await world.client.project.findFirstOrThrow({ where: { organizationId: world.organizationId } });
  const bind = `mutation { bindProjectTags(input: { id: "${project.id}", tags: [{ key: "cost", value: "9" }], mode: ADD }) { problems { code } } }`;
  expect((await asked('owner', bind)).data).toEqual({ bindProjectTags: { problems: [] } });
  const binding = await world.client.tagBinding.findFirstOrThrow({ where: { projectId: project.id } });
  const query = `{ node(id: "${binding.id}") { ... on TagBinding { key value } } }`;
  expect((await asked('owner', query)).data).toEqual({ node: { key: 'cost', value: '9' } });
  expect((await asked('stranger', query)).data).toEqual({ node: null });
});
