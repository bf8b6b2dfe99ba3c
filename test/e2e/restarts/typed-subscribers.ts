import { expect, test, vi } from 'vitest';
import { parse } from 'graphql';
import { WebSocket } from 'ws';
import { createClient, dataOf } from '../../../src/client/index.js';
import { LastEventId, StateVersionEvents } from '../../../src/client/generated/events.js';
import { uploadState } from '../../../src/client/state-content.js';
import type { DocumentNodeOf } from '../../../src/client/index.js';
import { lockedWorkspace, stateOf } from '../../client/locked-workspace.js';
import { fresh } from '../harness/world.js';
import type { Ground, Phases } from './phases.js';
import { eventually } from '../../eventually.js';

const transports = [
  ['a WebSocket', WebSocket],
  ['server-sent events', null],
] as const;

const ownDocument: DocumentNodeOf<{ stateVersionEvents: { serial: number } }, { id: string }> = parse(
  'subscription Own($id: ID!) { stateVersionEvents(workspaceId: $id, kinds: [CREATED]) { serial } }',
);

/** A subscription of the typed client, as it goes on. */
interface Watch {
  readonly workspaceId: string;
  readonly seen: (number | string)[];
  readonly states: string[];
  readonly left: AbortController;
  readonly over: Promise<void>;
}

interface Reader {
  readonly seen: number[];
  /** Reads the next event. */
  readonly next: () => Promise<unknown>;
}

/** Subscriptions of the typed client: what happens while the server is away is delivered. */
export function typedSubscribers(site: Ground): Phases {
  const watches = new Map<string, Watch>();
  const readers = new Map<string, Reader>();
  const clientOver = (webSocket: typeof WebSocket | null) =>
    createClient({ url: site.get.server.http, token: site.get.server.token, webSocket });
  const upload = async (workspaceId: string, serial: number) =>
    dataOf(await uploadState(clientOver(null), { workspaceId, content: stateOf(serial, ['a']) }));

  return {
    before() {
      test.each(transports)('the typed client over %s delivers what happens', async (transport, webSocket) => {
        const workspaceId = await lockedWorkspace(clientOver(null), fresh('watched'));
        const left = new AbortController();
        const [seen, states]: [(number | string)[], string[]] = [[], []];
        let tellOpened: (() => void) | undefined;
        const opened = new Promise<void>((resolve) => (tellOpened = resolve));
        const over = (async () => {
          const events = clientOver(webSocket).subscribe(
            StateVersionEvents,
            { workspaceId, kinds: ['CREATED'] },
            {
              signal: left.signal,
              onConnection(state) {
                states.push(state);
                tellOpened?.();
              },
            },
          );
          for await (const { stateVersionEvents } of events) seen.push(stateVersionEvents.serial);
        })();
        watches.set(transport, { workspaceId, seen, states, left, over });
        await opened;
        await upload(workspaceId, 1);
        await vi.waitFor(() => expect(seen).toEqual([1]), eventually);
      });

      test.each(transports)(
        'the typed client over %s with a document that asks for no id',
        async (transport, webSocket) => {
          const client = clientOver(null);
          const workspaceId = await lockedWorkspace(client, fresh('foreign'));
          const { lastEventId } = dataOf(await client.query(LastEventId));
          for (const serial of [1, 2]) await upload(workspaceId, serial);
          const seen: number[] = [];
          const events = clientOver(webSocket).subscribe(ownDocument, { id: workspaceId }, { after: lastEventId });
          const next = async () => {
            const result = await events.next();
            if (result.done !== true) seen.push(result.value.stateVersionEvents.serial);
            if (seen.length === 2) await events.return?.();
          };
          readers.set(transport, { seen, next });
          await next();
          expect(seen).toEqual([1]);
        },
      );
    },
    afterKill() {
      test.each(transports)('the typed client over %s delivers what happened meanwhile', async (transport) => {
        const watch = watches.get(transport);
        if (!watch) throw new Error('nobody watches');
        const { workspaceId, seen, states, left, over } = watch;
        await upload(workspaceId, 2);
        await upload(workspaceId, 3);
        await vi.waitFor(() => expect(seen).toEqual([1, 2, 3]), eventually);
        expect(states.slice(0, 2)).toEqual(['open', 'lost']);
        expect(states.at(-1)).toBe('open');
        left.abort();
        await over;
      });

      test.each(transports)(
        'the typed client over %s goes on after what came, though the document asked for no id',
        async (transport) => {
          const reader = readers.get(transport);
          if (!reader) throw new Error('nobody reads');
          await reader.next();
          expect(reader.seen).toEqual([1, 2]);
        },
      );
    },
  };
}
