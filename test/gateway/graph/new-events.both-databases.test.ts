import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AuditChain } from '../../../src/identity/audit/chain.js';
import type { Caller } from '../../../src/identity/caller.js';
import { identityEventTable } from '../../../src/identity/events/identity-event-table.js';
import { eventIdOf } from '../../../src/platform/events/event.js';
import type { ResumableStream } from '../../../src/platform/events/selected-events.js';
import { pkiEventTable } from '../../../src/pki/events/pki-event-table.js';
import { stateEventTable } from '../../../src/state/events/state-event-table.js';
import { origin } from '../../identity/world.js';
import { openInstallation } from './installation.js';
import type { Installation } from './installation.js';

let world: Installation;
const token = { byTeam: '', byProject: '', stranger: '' };
const project = { first: '', second: '' };

async function callerOf(text: string): Promise<Caller> {
  const caller = await world.authentication.authenticate(text, origin);
  if (!caller) throw new Error('the token is of nobody');
  return caller;
}
const present = (text: string) => () => callerOf(text);
const now = async () => eventIdOf(await world.feed.end());

/** The next event, in the words of its domain. */
async function next(stream: ResumableStream<object>): Promise<object> {
  const step: IteratorResult<object, unknown> = await stream.next();
  if (step.done) throw new Error('the stream ended');
  return step.value;
}
/** What comes of this alone: everybody hears of the workspace that is made last. */
async function kindsUntil(stream: ResumableStream<object>, last: string): Promise<string[]> {
  const kinds: string[] = [];
  for (;;) {
    const event = await next(stream);
    if ('workspaceId' in event && event.workspaceId === last) return kinds;
    kinds.push('kind' in event ? String(event.kind).replace('workspace.', '') : '');
  }
}

beforeAll(async () => {
  world = await openInstallation();
  const { owner, organization, organizationId, services } = world;
  for (const name of ['first', 'second'] as const)
    project[name] = (await services.projects.create(owner, organization, { name })).id;
  const people = { byTeam: await world.team(organizationId, { name: 'team' }), byProject: '' };
  people.byProject = await world.team(organizationId, { name: 'project' });
  await world.onProject(people.byProject, project.first, 'read');
  for (const [username, team] of Object.entries(people)) {
    const userId = await world.user({ username });
    await world.member(organizationId, userId, team);
    Object.assign(token, { [username]: await world.token({ userId }) });
  }
  token.stranger = await world.token({ userId: await world.user({ username: 'stranger' }) });
  await world.turn();
});
afterAll(() => world.end());

describe('workspace events', () => {
  const follow = (who: string, asked: object) =>
    world.services.events.follow(stateEventTable.workspaceEvents, present(who), asked);

  /** A workspace of the first project, which one team sees by itself. */
  async function made(name: string): Promise<string> {
    const { owner, organization, services } = world;
    const { id } = await services.workspaces.create(owner, organization, { name, projectId: project.first });
    const team = await world.client.team.findFirstOrThrow({ where: { name: 'team' } });
    await world.onWorkspace(team.id, id, { access: 'read', runs: 'read', stateVersions: 'read' });
    await world.turn();
    return id;
  }

  /** Who sees a workspace how, and what of its life they are told while it goes on. */
  const followers: readonly (readonly [who: string, tokenOf: () => string, kinds: readonly string[]])[] = [
    ['the owner', () => world.rootToken, ['created', 'changed', 'changed', 'moved', 'changed', 'deleted']],
    ['a team with access to it', () => token.byTeam, ['created', 'changed', 'changed', 'moved', 'changed', 'deleted']],
    [
      'a team with access to the project that it leaves',
      () => token.byProject,
      ['created', 'changed', 'changed', 'moved'],
    ],
  ];

  test('tell each who sees it of its life', async () => {
    const { owner, organization, services } = world;
    const after = await now();
    const streams = await Promise.all(
      followers.map(async ([who, tokenOf, kinds]) => ({
        ...{ who, kinds },
        stream: await follow(tokenOf(), { organization, after }),
      })),
    );
    const id = await made('lived');
    const steps = [
      () => services.workspaces.update(owner, { id }, { description: 'new' }),
      () => services.tags.bindToWorkspace(owner, id, [{ key: 'team' }], 'add'),
      () => services.workspaces.update(owner, { id }, { projectId: project.second }),
      () => services.retentionPolicies.set(owner, { on: 'workspace', id }, { kind: 'dont-delete' }),
      () => services.workspaces.delete(owner, { id }),
    ];
    for (let told = 0; told <= steps.length; told += 1) {
      for (const { who, kinds, stream } of streams)
        if (told < kinds.length)
          expect(await next(stream), who).toMatchObject({ kind: `workspace.${kinds[told]}`, workspaceId: id });
      await steps[told]?.();
    }
    const last = await made('lived-last');
    for (const { who, stream } of streams) {
      expect(await kindsUntil(stream, last), who).toEqual([]);
      await stream.return?.();
    }
    await services.workspaces.delete(owner, { id: last });
  });

  test('of one workspace end with its deletion for who saw it by itself, and with NOT_FOUND for who may not any more', async () => {
    const { owner, services } = world;
    const id = await made('one');
    const after = await now();
    const stream = await follow(token.byTeam, { workspaceId: id, after });
    await services.workspaces.update(owner, { id }, { description: 'new' });
    await services.workspaces.delete(owner, { id });
    expect(await next(stream)).toMatchObject({ kind: 'workspace.deleted' });
    await stream.return?.();

    const other = await made('another');
    const ended = await follow(token.byTeam, { workspaceId: other, after: await now() });
    await world.client.teamWorkspaceAccess.deleteMany({ where: { workspaceId: other } });
    await world.turn();
    await services.workspaces.update(owner, { id: other }, { description: 'new' });
    await expect(ended.next()).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('tell a stranger nothing, nor of what was not done', async () => {
    const { owner, organization, services } = world;
    await expect(follow(token.stranger, { organization })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const stream = await follow(world.rootToken, { organization, after: await now() });
    await expect(services.workspaces.create(owner, organization, { name: 'another' })).rejects.toThrow('taken');
    const last = await made('after');
    expect(await kindsUntil(stream, last)).toEqual([]);
    await stream.return?.();
  });
});

test('role events tell whoever may list roles: created, changed, deleted', async () => {
  const admin = await callerOf(world.rootToken);
  const { roles, events } = world.pki;
  const target = { mount: 'pki', name: 'web' };
  const after = await now();
  await world.say('mutation { createRole(input: { name: "web" }) { problems { code } } }', {});
  await world.say('mutation { createRole(input: { name: "web", allowAnyName: true }) { problems { code } } }', {});
  await world.say(
    'mutation { updateRole(input: { role: { named: { mount: "pki", name: "web" } }, allowAnyName: false }) { problems { code } } }',
    {},
  );
  await roles.delete(admin, target);
  await roles.delete(admin, target);
  const stream = await events.follow(pkiEventTable.roleEvents, present(world.rootToken), { mount: 'pki', after });
  for (const kind of ['created', 'changed', 'changed', 'deleted'])
    expect(await next(stream)).toMatchObject({ kind: `role.${kind}`, mountPath: 'pki', name: 'web' });
  await stream.return?.();
  await expect(
    events.follow(pkiEventTable.roleEvents, present(token.stranger), { mount: 'pki' }),
  ).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
});

test('CEL role events tell whoever may list them: created, changed, deleted', async () => {
  const admin = await callerOf(world.rootToken);
  const { celRoles, events } = world.pki;
  const target = { mount: 'pki', name: 'program' };
  const after = await now();
  await celRoles.write(admin, target, { variables: [], expression: "'no'" });
  await celRoles.write(admin, target, { variables: [], expression: "'never'" });
  await celRoles.patch(admin, target, { expression: "'not yet'" });
  await celRoles.delete(admin, target);
  await celRoles.delete(admin, target);
  const row = pkiEventTable.celRoleEvents;
  const stream = await events.follow(row, present(world.rootToken), { mount: 'pki', after });
  for (const kind of ['created', 'changed', 'changed', 'deleted'])
    expect(await next(stream)).toMatchObject({ kind: `cel-role.${kind}`, mountPath: 'pki', name: 'program' });
  await stream.return?.();
  const roles = await events.follow(pkiEventTable.roleEvents, present(world.rootToken), { mount: 'pki', after });
  await world.say('mutation { createRole(input: { name: "last" }) { problems { code } } }', {});
  expect(await next(roles)).toMatchObject({ name: 'last' });
  await roles.return?.();
  await expect(events.follow(row, present(token.stranger), { mount: 'pki' })).rejects.toMatchObject({
    code: 'PERMISSION_DENIED',
  });
});

test('policy events tell whoever may list policies: created, changed, deleted', async () => {
  const admin = await callerOf(world.rootToken);
  const row = identityEventTable.policyEvents;
  const after = await now();
  const text = 'path "pki/*" { capabilities = ["list"] }';
  await world.policies.write(admin, 'ops', text);
  await world.policies.write(admin, 'ops', text);
  await world.policies.remove(admin, 'ops');
  const stream = await world.told.follow(row, present(world.rootToken), { after });
  for (const kind of ['created', 'changed', 'deleted'])
    expect(await next(stream)).toMatchObject({ kind: `policy.${kind}`, name: 'ops' });
  await stream.return?.();
  await expect(world.told.follow(row, present(token.stranger), {})).rejects.toMatchObject({
    code: 'PERMISSION_DENIED',
  });
});

test('audit record events tell owners of their organization and site administrators of all, in the order of the chain', async () => {
  const { client, organization, organizationId } = world;
  const row = identityEventTable.auditRecordEvents;
  await world.audit.flush();
  await new AuditChain(world).run();
  const after = await now();
  const admin = await callerOf(world.rootToken);
  const [last] = await client.auditRecord.findMany({ orderBy: { id: 'desc' }, take: 1 });
  await world.policies.write(admin, 'ops', 'path "pki/*" { capabilities = ["list"] }');
  await world.services.workspaces.create(world.owner, organization, { name: 'recorded' });
  await world.policies.remove(admin, 'ops');
  await world.audit.flush();
  await new AuditChain(world).run();
  const records = await client.auditRecord.findMany({
    where: { id: { gt: last?.id ?? 0n } },
    orderBy: { position: 'asc' },
  });
  expect(records.map(({ action }) => action)).toEqual(expect.arrayContaining(['policy.write', 'workspace.create']));

  const all = await world.told.follow(row, present(world.rootToken), { after });
  const told = (ofOrganization: boolean) =>
    records.filter((record) => (record.organizationId === organizationId) === ofOrganization);
  const summed = (some: typeof records) => ({
    count: some.length,
    range: { first: some[0]?.position, last: some.at(-1)?.position },
  });
  const both = [await next(all), await next(all)];
  expect(both).toEqual(
    expect.arrayContaining([true, false].map((own) => expect.objectContaining({ count: told(own).length }) as unknown)),
  );
  const own = await world.told.follow(row, present(world.rootToken), { organization, after });
  expect(await next(own)).toMatchObject(summed(told(true)));
  await all.return?.();
  await own.return?.();
  for (const asked of [{}, { organization }])
    await expect(world.told.follow(row, present(token.byTeam), asked)).rejects.toMatchObject({ code: 'NOT_FOUND' });

  // Refusals are recorded a moment later, and told of then.
  await world.audit.flush();
  await new AuditChain(world).run();
  // Each is told of once, however often the chain is looked at.
  const before = await client.event.count({ where: { kind: 'audit.recorded' } });
  await new AuditChain(world).run();
  expect(await client.event.count({ where: { kind: 'audit.recorded' } })).toBe(before);
});
