import { beforeAll, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { createClient, dataOf, TrustateError } from '../../src/client/index.js';
import { CrlEvents, LastEventId, StateVersionEvents, WorkspaceLockEvents } from '../../src/client/generated/events.js';
import { uploadState } from '../../src/client/state-content.js';
import type { Client } from '../../src/client/index.js';
import { lockedWorkspace, stateOf } from '../client/locked-workspace.js';
import { onSharedServer } from './harness/site.js';
import { eventually } from '../eventually.js';

const site = onSharedServer();
let client: Client;
beforeAll(() => {
  client = createClient({ url: site.get.server.http, token: site.get.server.token });
});

describe.each([
  ['a WebSocket', WebSocket],
  ['server-sent events', null],
])('a subscription over %s', (_, webSocket) => {
  const open = (token = site.get.server.token) => createClient({ url: site.get.server.http, token, webSocket });

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

  test('that is ended while the caller hears that it is open ends', async () => {
    const left = new AbortController();
    const states: string[] = [];
    const onConnection = (state: string) => {
      states.push(state);
      left.abort();
    };
    const events = open().subscribe(CrlEvents, {}, { signal: left.signal, onConnection });
    expect(await events.next()).toEqual({ done: true, value: undefined });
    expect(states).toEqual(['open']);
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
});

test('subscriptions of one client share a WebSocket, which is closed after the last', async () => {
  const organization = await site.get.world.organization();
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
  await lockedWorkspace(client, 'shared', organization);
  await Promise.all(opened.slice(0, 6).map(({ over }) => over));
  expect(sockets.map(({ readyState }) => readyState)).toEqual([WebSocket.OPEN]);
  left.abort();
  await Promise.all(opened.map(({ over }) => over));
  await vi.waitFor(() => expect(sockets[0]?.readyState).toBe(WebSocket.CLOSED), eventually);
  expect(sockets).toHaveLength(1);
});

test('where no WebSocket comes through, subscriptions are streams', async () => {
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
