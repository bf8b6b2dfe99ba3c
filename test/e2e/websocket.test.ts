import { on, once } from 'node:events';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { z } from 'zod';
import { sharedServer } from './harness/shared-server.js';
import { onSharedServer } from './harness/site.js';
import { overWebSocket } from './harness/subscriber.js';

const { server, root, world } = onSharedServer().get;
let organization: string;
beforeAll(async () => {
  organization = await world.organization();
});

const lastShape = z.object({ lastEventId: z.string() });
const lastEventId = async (): Promise<string> => (await root.graphql(lastShape, '{ lastEventId }')).lastEventId;

const lockEvents = `subscription ($workspaceId: ID, $after: ID) {
  event: workspaceLockEvents(workspaceId: $workspaceId, after: $after) { eventId kind }
}`;
const lockShape = z.object({ event: z.object({ eventId: z.string(), kind: z.string() }) });

const told = z.looseObject({ type: z.string() });
type Told = z.infer<typeof told>;

/** A WebSocket as the protocol has it, without a client's help. */
async function rawSocket(base = server.http, options: WebSocket.ClientOptions = {}) {
  const socket = new WebSocket(`${base.replace(/^http/, 'ws')}/graphql`, 'graphql-transport-ws', options);
  // From the first one on: several arrive in one turn of the event loop, and who waits for one after the other misses some.
  const messages = on(socket, 'message', { close: ['close'] });
  await once(socket, 'open');
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.once('close', (code, reason) => {
      resolve({ code, reason: reason.toString() });
    });
  });
  const send = (message: object) => {
    socket.send(JSON.stringify(message));
  };
  /** The next message. @throws Error when the socket closes before */
  const answer = async (): Promise<Told> => {
    const next: IteratorResult<unknown, unknown> = await messages.next();
    if (next.done) throw new Error('closed');
    const [data] = z.tuple([z.instanceof(Buffer), z.boolean()]).parse(next.value);
    return told.parse(JSON.parse(data.toString()));
  };
  return { socket, send, answer, closed };
}

/** The status of a handshake that is refused. */
function handshake(headers: Readonly<Record<string, string>>): Promise<number | 'open'> {
  const socket = new WebSocket(`${server.http.replace(/^http/, 'ws')}/graphql`, 'graphql-transport-ws', { headers });
  return new Promise((resolve, reject) => {
    socket.once('unexpected-response', (sent, response) => {
      sent.destroy();
      resolve(response.statusCode ?? 0);
    });
    socket.once('open', () => {
      socket.terminate();
      resolve('open');
    });
    socket.once('error', reject);
  });
}

describe('a WebSocket', () => {
  test.each([
    ['no page', {}, 'open'],
    ['a page of the server itself', { origin: 'SELF' }, 'open'],
    ['a page that the settings allow', { origin: sharedServer.allowedOrigin }, 'open'],
    ['a page of another host', { origin: 'https://evil.example.com' }, 403],
    ['a page of another port', { origin: 'http://localhost:1' }, 403],
    ['a page without an origin', { origin: 'null' }, 403],
  ])('opened by %s', async (_who, headers: Record<string, string>, expected) => {
    const own = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, value.replace('SELF', server.http)]),
    );
    expect(await handshake(own)).toBe(expected);
  });

  test.each([
    ['no token', {}, 4401],
    ['a wrong token', { token: 'nobody.atlasv1.nothing' }, 4401],
  ])('with %s is closed with the code for it', async (_what, payload, code) => {
    const { send, closed } = await rawSocket();
    send({ type: 'connection_init', payload });
    expect(await closed).toMatchObject({ code });
  });

  test.each([
    ['token', (token: string) => ({ token })],
    ['Authorization', (token: string) => ({ Authorization: `Bearer ${token}` })],
    ['X-Vault-Token', (token: string) => ({ 'X-Vault-Token': token })],
  ])('takes the token as the parameter %s', async (_name, payload) => {
    const { socket, send, answer } = await rawSocket();
    send({ type: 'connection_init', payload: payload(server.token) });
    expect(await answer()).toEqual({ type: 'connection_ack' });
    socket.terminate();
  });

  test('takes the token of its request', async () => {
    const { socket, send, answer } = await rawSocket(server.http, {
      headers: { authorization: `Bearer ${server.token}` },
    });
    send({ type: 'connection_init' });
    expect(await answer()).toEqual({ type: 'connection_ack' });
    socket.terminate();
  });

  test('subscribes to nothing before it has said who it is', async () => {
    const { send, closed } = await rawSocket();
    send({ type: 'subscribe', id: '1', payload: { query: lockEvents } });
    expect(await closed).toMatchObject({ code: 4401 });
  });

  test('that says what is no message is closed', async () => {
    const { socket, closed } = await rawSocket();
    socket.send('hello');
    expect(await closed).toMatchObject({ code: 4400 });
  });

  test('that sends what is nested too deeply is told so', async () => {
    const { send, answer, closed } = await rawSocket();
    send({ type: 'connection_init', payload: { token: server.token } });
    await answer();
    const nested: unknown = JSON.parse('['.repeat(2_000) + ']'.repeat(2_000));
    send({ type: 'subscribe', id: '1', payload: { query: lockEvents, variables: { nested } } });
    expect(await closed).toEqual({ code: 4400, reason: 'The message is nested too deeply' });
  });

  test('that sends what is nested too deeply beside the name of a document is closed, and nobody else', async () => {
    const { socket, closed } = await rawSocket();
    const nested = '['.repeat(50_000) + ']'.repeat(50_000);
    socket.send(
      `{"type":"subscribe","id":"1","payload":{"extensions":{"persistedQuery":{}},"variables":{"nested":${nested}}}}`,
    );
    expect(await closed).toMatchObject({ code: 4400 });
    const { socket: another, send, answer } = await rawSocket();
    send({ type: 'connection_init', payload: { token: server.token } });
    expect(await answer()).toEqual({ type: 'connection_ack' });
    another.terminate();
  });

  test('that pings hears its payload again, and is closed where that is nested too deeply', async () => {
    const { socket, send, answer, closed } = await rawSocket();
    send({ type: 'ping' });
    expect(await answer()).toEqual({ type: 'pong' });
    send({ type: 'ping', payload: { at: [1] } });
    expect(await answer()).toEqual({ type: 'pong', payload: { at: [1] } });
    socket.send(`{"type":"ping","payload":{"nested":${'['.repeat(2_000)}${']'.repeat(2_000)}}}`);
    expect(await closed).toEqual({ code: 4400, reason: 'The message is nested too deeply' });
  });

  test('that sends more than a request may hold is closed', async () => {
    const { socket, closed } = await rawSocket();
    socket.send('x'.repeat(1024 * 1024 + 1));
    expect(await closed).toMatchObject({ code: 1009 });
  });

  test('is told when the token holds no longer', async () => {
    const person = await world.person();
    const token = await world.userToken(person.id);
    const { send, answer, closed } = await rawSocket();
    send({ type: 'connection_init', payload: { token: token.text } });
    await answer();
    await world.revoke(token.id);
    expect(await closed).toEqual({ code: 4401, reason: 'The token holds no longer' });
  });

  test('that names two operations at once the same is closed', async () => {
    const { send, answer, closed } = await rawSocket();
    send({ type: 'connection_init', payload: { token: server.token } });
    await answer();
    const payload = { query: '{ lastEventId }' };
    const id = 'x'.repeat(1_000);
    send({ type: 'subscribe', id, payload });
    expect(await answer()).toMatchObject({ type: 'next', id });
    expect(await answer()).toEqual({ type: 'complete', id });
    const workspace = await world.workspace(organization);
    const open = { type: 'subscribe', id, payload: { query: lockEvents, variables: { workspaceId: workspace.id } } };
    send(open);
    send(open);
    expect(await closed).toEqual({ code: 4409, reason: 'An operation with this id is open' });
  });

  test('that gives an id again before what it named is open takes up no more than it has open, and leaves nothing', async () => {
    const workspace = await world.workspace(organization);
    const person = await world.member(organization, 'READ', workspace.id);
    const after = await lastEventId();
    await workspace.lock();
    const payload = { query: lockEvents, variables: { workspaceId: workspace.id, after } };
    for (let round = 0; round < sharedServer.subscriptionsPerCaller; round++) {
      const { socket, send, answer, closed } = await rawSocket();
      send({ type: 'connection_init', payload: { token: person.api.token } });
      await answer();
      send({ type: 'subscribe', id: '1', payload });
      send({ type: 'complete', id: '1' });
      send({ type: 'subscribe', id: '1', payload });
      // The end of the first one is not told with the id of the second one.
      expect(await answer()).toMatchObject({ type: 'next', id: '1' });
      socket.close(1000);
      await closed;
    }
    const subscriber = overWebSocket({ base: server.http, token: person.api.token ?? '' });
    const open = Array.from({ length: sharedServer.subscriptionsPerCaller }, () =>
      subscriber.subscribe(lockEvents, payload.variables),
    );
    for (const { heard } of open) await heard.first(1, lockShape);
    subscriber.close();
  });

  test('works over HTTPS', async () => {
    const ca = readFileSync(server.caFile, 'utf8');
    const workspace = await world.workspace(organization);
    const subscriber = overWebSocket({ base: server.https, token: server.token }, {}, { ca });
    const { heard } = subscriber.subscribe(lockEvents, { workspaceId: workspace.id, after: await lastEventId() });
    await workspace.lock();
    await heard.first(1, lockShape);
    subscriber.close();
  });
});
