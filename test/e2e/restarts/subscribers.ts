import { expect, test } from 'vitest';
import { z } from 'zod';
import { overEventStream, overWebSocket } from '../harness/subscriber.js';
import type { Place, Subscriber } from '../harness/subscriber.js';
import type { Workspace } from '../harness/world.js';
import type { Ground, Phases } from './phases.js';

const transports: readonly (readonly [string, (place: Place) => Subscriber])[] = [
  [
    'WebSocket',
    (place) =>
      overWebSocket(place, {
        // Without it, a server that is not there yet is the end.
        shouldRetry: () => true,
        retryAttempts: Infinity,
        retryWait: () => new Promise((resolve) => setTimeout(resolve, 50)),
      }),
  ],
  ['server-sent events', (place) => overEventStream(place, Infinity)],
];

const lastShape = z.object({ lastEventId: z.string() });
const lockEvents = `subscription ($workspaceId: ID, $after: ID) {
  event: workspaceLockEvents(workspaceId: $workspaceId, after: $after) { eventId kind }
}`;
const lockShape = z
  .object({ event: z.object({ eventId: z.string(), kind: z.string() }) })
  .transform(({ event }) => event);

interface Follower {
  readonly workspace: Workspace;
  readonly subscriber: Subscriber;
  /** What the first so many events were. */
  readonly follow: (count: number) => Promise<readonly string[]>;
}

/** Clients that are cut off by the end of the server go on where they were. */
export function subscribers(site: Ground): Phases {
  const followers = new Map<string, Follower>();
  const of = (transport: string): Follower => {
    const found = followers.get(transport);
    if (!found) throw new Error(`nobody follows over ${transport}`);
    return found;
  };
  return {
    before() {
      test.each(transports)('over %s a lock is told of', async (transport, connect) => {
        const { server, root, world } = site.get;
        const workspace = await world.workspace('default');
        const { lastEventId: after } = await root.graphql(lastShape, '{ lastEventId }');
        const variables = { workspaceId: workspace.id, after };
        const subscriber = connect({ base: server.http, token: server.token });
        const { heard } = subscriber.subscribe(lockEvents, variables);
        const follow = async (count: number) => {
          const events = await heard.first(count, lockShape);
          variables.after = events.at(-1)?.eventId ?? '';
          return events.map(({ kind }) => kind);
        };
        followers.set(transport, { workspace, subscriber, follow });
        await workspace.lock();
        expect(await follow(1)).toEqual(['LOCKED']);
      });
    },
    afterKill() {
      test.each(transports)('over %s a client goes on where it was', async (transport) => {
        const { workspace, follow } = of(transport);
        await workspace.unlock();
        expect(await follow(2)).toEqual(['LOCKED', 'UNLOCKED']);
      });
    },
    afterStop() {
      test.each(transports)('over %s a client goes on where it was', async (transport) => {
        const { workspace, follow, subscriber } = of(transport);
        await workspace.lock();
        expect(await follow(3)).toEqual(['LOCKED', 'UNLOCKED', 'LOCKED']);
        subscriber.close();
      });
    },
  };
}
