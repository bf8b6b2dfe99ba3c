import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { z } from 'zod';
import type { GatewaySettings } from '../../../src/gateway/ports.js';
import type { Running } from '../fixture.js';
import { runFlood, waves } from '../subscriptions/flood.js';

let running: Running;
afterEach(() => running.gateway.close());

const start = async (bounds: NonNullable<GatewaySettings['bounds']>, operationTimeout = 5_000) => {
  running = await runFlood({}, { bounds, operationTimeout });
  return running.url;
};

const told = z.looseObject({ type: z.string(), id: z.string().optional(), payload: z.unknown().optional() });
const errors = z.array(z.object({ message: z.string(), extensions: z.looseObject({ code: z.string() }) }));

/** One WebSocket, and what has been told over it. */
async function opened(url: string) {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/graphql`, 'graphql-transport-ws');
  const heard: z.output<typeof told>[] = [];
  socket.on('message', (data) => {
    heard.push(told.parse(JSON.parse(Buffer.isBuffer(data) ? data.toString() : '')));
  });
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  await once(socket, 'open');
  const send = (message: object) => {
    socket.send(JSON.stringify(message));
  };
  send({ type: 'connection_init', payload: { token: 'good' } });
  return {
    ask: (id: string, query: string) => {
      send({ type: 'subscribe', id, payload: { query } });
    },
    about: (id: string) => heard.filter((message) => message.id === id),
    refusals: () => heard.filter(({ type }) => type === 'error').map(({ payload }) => errors.parse(payload)[0]),
    let: () => expect.poll(() => heard.map(({ type }) => type)).toContain('connection_ack'),
    closed,
    end: () => {
      socket.terminate();
    },
  };
}

const post = (url: string, query: string, accept: string) =>
  fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { accept, authorization: 'Bearer good', 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
const inWork = async () => /trustate_requests_in_work (\d+)/.exec((await running.deps.metrics.render()).body)?.[1];

describe('operations over a WebSocket', () => {
  test('take the places of requests, and get them back', async () => {
    const url = await start({ requestsAtOnce: 2 }, 1_500);
    const client = await opened(url);
    await client.let();
    client.ask('1', '{ slow }');
    client.ask('2', 'query { slow }');
    await expect.poll(inWork).toBe('2');
    client.ask('3', '{ harbour }');
    await expect.poll(() => client.refusals()).toHaveLength(1);
    expect(client.refusals()[0]?.extensions).toEqual({ code: 'UNAVAILABLE', retryAfter: 1 });
    expect((await post(url, '{ harbour }', 'application/json')).status).toBe(503);
    // A subscription takes none.
    client.ask('4', waves);
    await expect.poll(() => client.about('4').length).toBeGreaterThan(0);
    expect(client.about('4')[0]?.type).toBe('next');
    await expect.poll(inWork).toBe('0');
    client.ask('5', '{ harbour }');
    await expect.poll(() => client.about('5').map(({ type }) => type)).toEqual(['next', 'complete']);
    client.end();
  });

  test('count as requests of their token, as connections do', async () => {
    const url = await start({ requestRates: { perToken: 4, perAddress: null } });
    const client = await opened(url);
    await client.let();
    // So many together that no end of a window makes room for all.
    for (let id = 0; id < 20; id += 1) client.ask(String(id), '{ harbour }');
    await expect.poll(() => client.refusals()[0]?.extensions).toEqual({ code: 'LIMIT_EXCEEDED', retryAfter: 1 });
    client.end();
    // Whoever is over it does not come in either.
    const clients = await Promise.all(Array.from({ length: 20 }, () => opened(url)));
    expect(await Promise.race(clients.map(({ closed }) => closed))).toBe(1013);
    for (const one of clients) one.end();
  });

  test('wait for room where they are subscriptions: a client that connects again opens all that it had', async () => {
    const url = await start({ requestRates: { perToken: 2, perAddress: null } });
    const client = await opened(url);
    await client.let();
    const ids = ['1', '2', '3', '4', '5'];
    for (const id of ids) client.ask(id, waves);
    client.ask('query', '{ harbour }');
    await expect.poll(() => client.about('query').map(({ type }) => type)).toEqual(['error']);
    const begun = () => ids.filter((id) => client.about(id).some(({ type }) => type === 'next'));
    await expect.poll(begun).toEqual(ids);
    expect(client.refusals()).toHaveLength(1);
    client.end();
  });

  test('are bounded for each connection, whatever is set', async () => {
    const url = await start({ requestsAtOnce: null });
    const [one, other] = [await opened(url), await opened(url)];
    await one.let();
    await other.let();
    for (let id = 0; id < 103; id += 1) one.ask(String(id), '{ slow }');
    await expect.poll(() => one.refusals()).toHaveLength(3);
    expect(one.refusals()[0]).toMatchObject({
      message: 'More than 100 operations at once over one connection; try again in 1 s',
      extensions: { code: 'LIMIT_EXCEEDED', retryAfter: 1 },
    });
    other.ask('1', '{ harbour }');
    await expect.poll(() => other.about('1').map(({ type }) => type)).toEqual(['next', 'complete']);
    one.end();
    other.end();
  });
});

test.each([
  ['/api/v2/slow', { accept: 'application/json, text/event-stream', authorization: 'Bearer good' }],
  ['/graphql?query={slow}', { accept: 'application/json, text/event-stream', authorization: 'Bearer good' }],
  ['/graphql?query={slow}', { accept: 'text/event-stream', authorization: 'Bearer good' }],
])('%s takes a place, however it may be answered: %j', async (path, headers) => {
  const url = await start({ requestsAtOnce: 1 }, 1_500);
  const slow = fetch(`${url}${path}`, { headers }).then((response) => response.text());
  await expect.poll(inWork).toBe('1');
  expect((await fetch(`${url}${path}`, { headers })).status).toBe(503);
  await slow;
  await expect.poll(inWork).toBe('0');
});

test('a subscription that is streamed takes none', async () => {
  const url = await start({ requestsAtOnce: 1 });
  const accepts = ['text/event-stream', 'application/graphql-response+json, application/json, text/event-stream'];
  for (const accept of accepts) {
    const stream = await post(url, waves, accept);
    expect([stream.status, stream.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
    expect(await inWork()).toBe('0');
    await stream.body?.cancel();
  }
});

test('whoever breaks off while a handshake is refused disturbs nobody', async () => {
  const url = await start({});
  const { hostname, port } = new URL(url);
  const handshake = 'GET /graphql HTTP/1.1\r\nHost: a b\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
  for (let n = 0; n < 20; n += 1) {
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(handshake);
    socket.resetAndDestroy();
  }
  // Nor does who never hangs up.
  const patient = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
  patient.on('error', () => undefined);
  patient.write(handshake);
  patient.resume();
  const open = async () => /trustate_connections (\d+)/.exec((await running.deps.metrics.render()).body)?.[1];
  await expect.poll(open).toBe('0');
  patient.destroy();
});
