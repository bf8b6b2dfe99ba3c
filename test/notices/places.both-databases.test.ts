import { afterEach, beforeEach, expect, test } from 'vitest';
import pino from 'pino';
import { TeamSight } from '../../src/identity/access/team-sight.js';
import { DeliveryStore } from '../../src/notices/delivery.store.js';
import { NoticeReader } from '../../src/notices/notice-reader.js';
import type { NoticeKind } from '../../src/notices/notice-events.js';
import { WebhookStore } from '../../src/notices/webhook.store.js';
import { EventLog } from '../../src/platform/events/event-log.js';
import { recordEvents } from '../../src/platform/events/outbox.js';
import { Relay } from '../../src/platform/events/relay.js';
import { ids } from '../../src/platform/ids.js';
import { JobStore } from '../../src/platform/jobs/job.store.js';
import { lockEvent } from '../../src/state/events/state-events.js';
import { openWorld } from '../identity/world.js';
import type { World } from '../identity/world.js';

let world: World;
let store: WebhookStore;
let organizationId: string;
beforeEach(async () => {
  world = await openWorld();
  store = new WebhookStore({ database: world.database, seal: world.keys });
  organizationId = await world.organization(await world.user());
});
afterEach(() => world.close());

async function webhook(of: { projectId: string } | { teamId: string }, events: NoticeKind[] = ['workspace.locked']) {
  const id = ids.webhook.make();
  const settings = {
    ...{ name: 'w', url: 'https://hooks.example.com/', enabled: true, events },
    ...{ otherTriggers: [], expiryDays: [], crlExpiryHours: [] },
  };
  const place = { mountId: null, organizationId: null, workspaceId: null, projectId: null, teamId: null, ...of };
  await world.database.transaction(async (tx) => {
    await NoticeReader.begin(tx);
    await store.create(tx, { id, place, format: 'terraform', settings, secret: null, now: world.clock.now() });
  });
  return id;
}

/** The webhooks that are told that a workspace was locked. */
async function toldOf(workspace: { id: string; organizationId: string }): Promise<readonly string[]> {
  await world.database.transaction((tx) =>
    recordEvents(tx, lockEvent('workspace.locked', workspace, null, world.clock.now())),
  );
  await new Relay(world).run();
  await new NoticeReader({
    ...{ ...world, events: new EventLog(world), webhooks: store, deliveries: new DeliveryStore(world) },
    ...{ jobs: new JobStore(world), sight: new TeamSight(world), log: pino({ level: 'silent' }) },
  }).read(new AbortController().signal);
  const rows = await world.client.webhookDelivery.findMany();
  await world.client.webhookDelivery.deleteMany();
  return rows.map(({ webhookId }) => webhookId).toSorted();
}

test('a webhook of a project is told of its workspaces, also of those that come to it', async () => {
  const [here, there] = [await world.project(organizationId), await world.project(organizationId)];
  const [inside, outside] = [await world.workspace(here), await world.workspace(there)];
  const id = await webhook({ projectId: here.id });
  expect(await toldOf(inside)).toEqual([id]);
  expect(await toldOf(outside)).toEqual([]);
  await world.client.workspace.update({ where: { id: outside.id }, data: { projectId: here.id } });
  expect(await toldOf(outside)).toEqual([id]);
  await world.client.project.delete({ where: { id: (await world.project(organizationId)).id } });
  expect(await world.client.webhook.count()).toBe(1);
});

test.each(['workspace', 'project', 'organization'] as const)(
  'a webhook of a team is told of what the team may see by its access to the %s, and of nothing else',
  async (by) => {
    const project = await world.project(organizationId);
    const [seen, other] = [await world.workspace(project), await world.workspace(await world.project(organizationId))];
    const team = await world.team(organizationId, by === 'organization' ? { readWorkspaces: true } : {});
    const id = await webhook({ teamId: team });
    const nobody = await webhook({ teamId: await world.team(organizationId) });
    const owners = await world.client.team.findFirstOrThrow({ where: { organizationId, owners: true } });
    const everything = await webhook({ teamId: owners.id });
    if (by === 'workspace') await world.onWorkspace(team, seen.id, { access: 'custom', stateVersions: 'none' });
    if (by === 'project') await world.onProject(team, project.id, 'read');
    const both = [id, everything].toSorted();
    expect(await toldOf(seen)).toEqual(both);
    expect(await toldOf(other)).toEqual(by === 'organization' ? both : [everything]);
    const elsewhere = await world.organization(await world.user());
    expect(await toldOf(await world.workspace(await world.project(elsewhere)))).toEqual([]);
    await world.client.teamWorkspaceAccess.deleteMany();
    await world.client.teamProjectAccess.deleteMany();
    await world.client.team.update({ where: { id: team }, data: { readWorkspaces: false } });
    expect(await toldOf(seen)).toEqual([everything]);
    expect(await world.client.webhook.findUnique({ where: { id: nobody } })).not.toBeNull();
    await world.client.team.delete({ where: { id: team } });
    expect(await world.client.webhook.findUnique({ where: { id } })).toBeNull();
  },
);
