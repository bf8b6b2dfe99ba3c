import { beforeAll, describe, expect, test, vi } from 'vitest';
import { parse } from 'graphql';
import { WebSocket } from 'ws';
import { createClient, dataOf, TrustateError } from '../../src/client/index.js';
import { CrlEvents, LastEventId, StateVersionEvents, WorkspaceLockEvents } from '../../src/client/generated/events.js';
import { uploadState } from '../../src/client/state-content.js';
import type { Client, DocumentNodeOf } from '../../src/client/index.js';
import { lockedWorkspace, organization, stateOf } from '../client/locked-workspace.js';
import { withServer } from './harness/site.js';

const site = withServer();
let client: Client;
beforeAll(() => {
  client = createClient({ url: site.get.server.http, token: site.get.server.token });
});

describe.each([
  ['a WebSocket', WebSocket],
  ['server-sent events', null],
])('a subscription over %s', (_, webSocket) => {
  const open = (token = site.get.server.token) => createClient({ url: site.get.server.http, token, webSocket });

  test(
    'delivers what happens, and after a crash of the server what happened meanwhile',
    { timeout: 120_000 },
    async () => {
      const workspaceId = await lockedWorkspace(client, `watched-${webSocket === null ? 'one' : 'all'}`);
      const left = new AbortController();
      const states: string[] = [];
      const seen: (number | string)[] = [];
      let tellOpened: (() => void) | undefined;
      const opened = new Promise<void>((resolve) => (tellOpened = resolve));
      const followed = (async () => {
        const events = open().subscribe(
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
      await opened;
      const upload = async (serial: number) =>
        dataOf(await uploadState(client, { workspaceId, content: stateOf(serial, ['a']) }));
      await upload(1);
      await vi.waitFor(() => expect(seen).toEqual([1]), { timeout: 20_000 });
      await site.get.server.restart();
      await upload(2);
      await upload(3);
      await vi.waitFor(() => expect(seen).toEqual([1, 2, 3]), { timeout: 60_000 });
      expect(states.slice(0, 2)).toEqual(['open', 'lost']);
      expect(states.at(-1)).toBe('open');
      left.abort();
      await followed;
    },
  );

  test('goes on after an event that was seen before', async () => {
    const workspaceId = await lockedWorkspace(client, `resumed-${webSocket === null ? 'one' : 'all'}`);
    const { lastEventId } = dataOf(await client.query(LastEventId));
    dataOf(await uploadState(client, { workspaceId, content: stateOf(1, ['a']) }));
    for await (const { stateVersionEvents } of open().subscribe(
      StateVersionEvents,
      { workspaceId },
      { after: lastEventId },
    )) {
      expect(stateVersionEvents).toMatchObject({ kind: 'CREATED', serial: 1, stateVersion: { workspaceId } });
      break;
    }
  });

  test('that is refused throws', async () => {
    const refused: [string, AsyncIterableIterator<unknown>][] = [
      ['UNAUTHENTICATED', open('none').subscribe(CrlEvents)],
      ['NOT_FOUND', open().subscribe(StateVersionEvents, { workspaceId: 'ws-none' })],
      ['INVALID_PARAMETER', open().subscribe(CrlEvents, {}, { after: 'none' })],
    ];
    for (const [code, events] of refused) {
      const error: unknown = await events.next().catch((thrown: unknown) => thrown);
      expect(error instanceof TrustateError && error.problems.map((problem) => problem.code), code).toEqual([code]);
    }
  });

  test('of a document that asks for no id goes on after what came all the same', { timeout: 60_000 }, async () => {
    const workspaceId = await lockedWorkspace(client, `foreign-${webSocket === null ? 'one' : 'all'}`);
    const { lastEventId } = dataOf(await client.query(LastEventId));
    for (const serial of [1, 2]) await uploadState(client, { workspaceId, content: stateOf(serial, ['a']) });
    const kinds: DocumentNodeOf<{ stateVersionEvents: { serial: number } }, { id: string }> = parse(
      'subscription Own($id: ID!) { stateVersionEvents(workspaceId: $id, kinds: [CREATED]) { serial } }',
    );
    const seen: number[] = [];
    for await (const { stateVersionEvents } of open().subscribe(kinds, { id: workspaceId }, { after: lastEventId })) {
      seen.push(stateVersionEvents.serial);
      if (seen.length === 1) await site.get.server.restart();
      if (seen.length === 2) break;
    }
    expect(seen).toEqual([1, 2]);
  });
});

test('subscriptions of one client share a WebSocket, which is closed after the last', { timeout: 60_000 }, async () => {
  const sockets: WebSocket[] = [];
  class Counted extends WebSocket {
    constructor(url: string, protocol?: string) {
      super(url, protocol);
      sockets.push(this);
    }
  }
  const shared = createClient({ url: site.get.server.http, token: site.get.server.token, webSocket: Counted });
  const left = new AbortController();
  const opened = Array.from({ length: 12 }, (_, number) => {
    let tell: () => void = () => undefined;
    const isOpen = new Promise<void>((resolve) => (tell = resolve));
    const over = (async () => {
      const options = { signal: left.signal, onConnection: tell };
      for await (const event of shared.subscribe(WorkspaceLockEvents, { organization }, options)) {
        expect(event.workspaceLockEvents.workspace?.name).toBe('shared');
        if (number < 6) break;
      }
    })();
    return { isOpen, over };
  });
  await Promise.all(opened.map(({ isOpen }) => isOpen));
  await lockedWorkspace(client, 'shared');
  await Promise.all(opened.slice(0, 6).map(({ over }) => over));
  expect(sockets.map(({ readyState }) => readyState)).toEqual([WebSocket.OPEN]);
  left.abort();
  await Promise.all(opened.map(({ over }) => over));
  await vi.waitFor(() => expect(sockets[0]?.readyState).toBe(WebSocket.CLOSED), { timeout: 10_000 });
  expect(sockets).toHaveLength(1);
});

test('where no WebSocket comes through, subscriptions are streams', { timeout: 60_000 }, async () => {
  class Blocked extends WebSocket {
    constructor(url: string, protocol?: string) {
      super(url.replace('/graphql', '/nothing-here'), protocol);
    }
  }
  const client = createClient({ url: site.get.server.http, token: site.get.server.token, webSocket: Blocked });
  const left = new AbortController();
  const states: string[] = [];
  const onConnection = (state: string) => {
    states.push(state);
    if (state === 'open') left.abort();
  };
  for await (const _ of client.subscribe(CrlEvents, {}, { signal: left.signal, onConnection }));
  expect(states).toEqual(['lost', 'open']);
});
