import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Api } from './harness/api.js';
import { stateText } from './harness/content.js';
import { Server } from './harness/server.js';
import { overEventStream, overWebSocket } from './harness/subscriber.js';
import type { Place, Subscriber } from './harness/subscriber.js';
import { World } from './harness/world.js';

let server: Server;
let root: Api;
let world: World;
let organization: string;
beforeAll(async () => {
  server = await Server.start();
  root = new Api(server.http, server.token);
  world = new World(root);
  organization = await world.organization();
});
afterAll(() => server.stop());

const transports: readonly (readonly [string, (place: Place) => Subscriber])[] = [
  ['WebSocket', overWebSocket],
  ['server-sent events', overEventStream],
];
const here = (token = server.token): Place => ({ base: server.http, token });

const lastShape = z.object({ lastEventId: z.string() });
const lastEventId = async (): Promise<string> => (await root.graphql(lastShape, '{ lastEventId }')).lastEventId;

const lockEvents = `subscription ($workspaceId: ID, $organization: String, $after: ID) {
  event: workspaceLockEvents(workspaceId: $workspaceId, organization: $organization, after: $after) {
    eventId kind holderKind workspace { name }
  }
}`;
const lockShape = z
  .object({ event: z.object({ eventId: z.string(), kind: z.string(), workspace: z.object({ name: z.string() }) }) })
  .transform(({ event }) => event);

const versionEvents = `subscription ($workspaceId: ID!, $kinds: [StateVersionEventKind!], $after: ID) {
  event: stateVersionEvents(workspaceId: $workspaceId, kinds: $kinds, after: $after) {
    eventId occurredAt kind serial stateVersion { id }
  }
}`;
const versionShape = z
  .object({
    event: z.object({
      eventId: z.string(),
      occurredAt: z.iso.datetime(),
      kind: z.string(),
      serial: z.coerce.string(),
      stateVersion: z.object({ id: z.string() }).nullable(),
    }),
  })
  .transform(({ event }) => event);

describe.each(transports)('over %s', (_name, connect) => {
  test('the lock of a workspace, as it changes', async () => {
    const workspace = await world.workspace(organization);
    const subscriber = connect(here());
    const { heard } = subscriber.subscribe(lockEvents, { workspaceId: workspace.id, after: await lastEventId() });
    await workspace.lock();
    await workspace.unlock();
    const events = await heard.first(2, lockShape);
    expect(events.map(({ kind, workspace: { name } }) => [kind, name])).toEqual([
      ['LOCKED', workspace.name],
      ['UNLOCKED', workspace.name],
    ]);
    expect(heard.errors).toEqual([]);
    subscriber.close();
  });

  test('what becomes of a state version, and a reader that goes on from each of its events', async () => {
    const workspace = await (await world.workspace(organization)).lock();
    const begin = await lastEventId();
    const subscriber = connect(here());
    const { heard } = subscriber.subscribe(versionEvents, { workspaceId: workspace.id, after: begin });
    const { id } = await workspace.push(stateText({ serial: 7 }));
    const events = await heard.first(3, versionShape);
    expect(events.map(({ kind, serial, stateVersion }) => [kind, serial, stateVersion?.id])).toEqual([
      ['CREATED', '7', id],
      ['FINALIZED', '7', id],
      ['PROCESSED', '7', id],
    ]);
    for (const [index, { eventId }] of [{ eventId: begin }, ...events].entries()) {
      if (index === events.length) break;
      const again = subscriber.subscribe(versionEvents, { workspaceId: workspace.id, after: eventId });
      expect(await again.heard.first(events.length - index, versionShape)).toEqual(events.slice(index));
      again.stop();
    }
    subscriber.close();
  });
});
