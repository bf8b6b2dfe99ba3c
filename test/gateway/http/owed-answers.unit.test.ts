import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as later } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { OwedAnswers } from '../../../src/gateway/http/owed-answers.js';
import { hearUpgrades } from '../../../src/gateway/http/upgrades.js';
import type { Upgrade } from '../../../src/gateway/http/upgrades.js';
import { eventually } from '../../eventually.js';

let server: Server;
let waiting: { readonly path: string; readonly response: ServerResponse }[] = [];
beforeEach(() => {
  waiting = [];
  server = createServer(({ url = '' }, response) => waiting.push({ path: url, response }));
  const answers = new OwedAnswers();
  answers.watch(server);
  hearUpgrades(server, {
    ...{ answers, connection: 'connection', path: '/live' },
    upgrade: ({ url, headers }, socket) => {
      socket.end(`HTTP/1.1 101 Switching Protocols\r\nBegun: ${url} of ${headers.host}\r\n\r\n[live]`);
    },
  });
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
});

async function opened(): Promise<Socket> {
  if (!server.listening) await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it listens on no port');
  return connect({ port: address.port, host: '127.0.0.1' });
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
const offered = (path: string, to: string) =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: ${to}\r\n\r\n`;
const asked = (count: number) => expect.poll(() => waiting.length).toBe(count);
const answer = () => waiting.forEach(({ path, response }) => response.end(`[${path}]`));
const pause = () => new Promise((resolve) => setTimeout(resolve, 30));
const bodies = (answers: string) => [...answers.matchAll(/\[(.*?)\]/g)].map(([, path]) => path);

test('a WebSocket begins after the answers before it', async () => {
  const socket = await opened();
  const heard = text(socket);
  socket.write(get('/a') + get('/b') + offered('/live', 'websocket'));
  await asked(2);
  await pause();
  answer();
  expect(bodies(await heard)).toEqual(['/a', '/b', 'live']);
});

test('a WebSocket is left to its own end, on a connection that was used before too', async () => {
  let live: Duplex | undefined;
  const own = createServer((_request, response) => response.end('[a]'));
  const owed = new OwedAnswers();
  owed.watch(own);
  hearUpgrades(own, {
    ...{ answers: owed, connection: 'connection', path: '/live' },
    upgrade: (_request, socket) => {
      live = socket;
      socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n[live]');
    },
  });
  await once(own.listen(0, '127.0.0.1'), 'listening');
  const address = own.address();
  if (address === null || typeof address === 'string') throw new Error('it listens on no port');
  const socket = connect({ port: address.port, host: '127.0.0.1' });
  let heard = '';
  socket.on('data', (part) => (heard += part.toString('latin1')));
  socket.write(get('/a') + offered('/live', 'websocket'));
  await expect.poll(() => bodies(heard)).toEqual(['a', 'live']);
  owed.close();
  await later(1_100);
  owed.close();
  await pause();
  live?.end('[farewell]');
  await once(socket, 'end');
  expect(bodies(heard)).toEqual(['a', 'live', 'farewell']);
  own.close();
});

test('a WebSocket begins after a refusal of what the request before it expects', async () => {
  const socket = await opened();
  const heard = text(socket);
  socket.write(`${get('/a')}GET /b HTTP/1.1\r\nHost: x\r\nExpect: a-miracle\r\n\r\n${offered('/live', 'websocket')}`);
  await asked(1);
  await pause();
  answer();
  const answers = await heard;
  expect(answers.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 417', 'HTTP/1.1 101']);
});

test.each([
  ['scheme and host', 'http://y/live?a', 'x', '/live?a of y'],
  ['its path alone', '/live', 'x', '/live of x'],
])('a WebSocket whose target has %s begins', async (_what, target, host, expected) => {
  const socket = await opened();
  const heard = text(socket);
  socket.write(offered(target, 'websocket').replace('Host: x', `Host: ${host}`));
  expect((await heard).split('\r\n')).toContain(`Begun: ${expected}`);
});

test('a WebSocket of two hosts is left to who refuses such requests', async () => {
  const socket = await opened();
  const heard = text(socket);
  socket.write(offered('/live', 'websocket').replace('Host: x', 'Host: x\r\nHost: y'));
  await asked(1);
  answer();
  expect(bodies(await heard)).toEqual(['/live']);
});

test('a request whose offer is left aside is answered after those before it', async () => {
  const socket = await opened();
  const heard = text(socket);
  socket.write(get('/a') + offered('/c', 'h2c'));
  await asked(1);
  await pause();
  answer();
  await asked(2);
  answer();
  expect(bodies(await heard)).toEqual(['/a', '/c']);
});

test('a long answer before an offer comes whole, also to a slow reader', async () => {
  const socket = await opened();
  socket.write(get('/a') + offered('/live', 'websocket'));
  await asked(1);
  const pieces = 200;
  const { response } = waiting[0]!;
  void (async () => {
    for (let sent = 0; sent < pieces; sent += 1) if (!response.write('x'.repeat(65_536))) await once(response, 'drain');
    response.end();
  })();
  await pause();
  const heard = await text(socket);
  expect(heard.split('x').length - 1).toBeGreaterThanOrEqual(pieces * 65_536);
  expect(bodies(heard)).toEqual(['live']);
});

test('an answer that waits for its turn is not asked for more while the one before it is sent', async () => {
  const socket = await opened();
  const heard = text(socket);
  socket.write(get('/a') + get('/b') + offered('/live', 'websocket'));
  await asked(2);
  const [first, second] = waiting.map(({ response }) => response);
  if (!first || !second) throw new Error('not asked');
  let room = 0;
  second.on('drain', () => (room += 1));
  expect(second.write('y'.repeat(100_000))).toBe(false);
  for (let sent = 0; sent < 20; sent += 1) if (!first.write('x'.repeat(100_000))) await once(first, 'drain');
  expect(room).toBe(0);
  first.end();
  await expect.poll(() => room).toBeGreaterThan(0);
  second.end();
  expect(bodies(await heard)).toEqual(['live']);
});

test.each([
  ['a WebSocket', offered('/live', 'websocket')],
  ['HTTP/2', offered('/c', 'h2c')],
])('who offers %s and reads nothing of what is owed does not hold the connection', async (_what, offer) => {
  server.timeout = 200;
  const socket = await opened();
  socket.on('error', () => undefined).pause();
  socket.write(get('/a') + offer);
  await asked(1);
  const { response } = waiting[0]!;
  response.write(Buffer.alloc(20_000_000));
  await expect.poll(() => response.closed, eventually).toBe(true);
  socket.destroy();
});

test('who reads nothing of the refusal of a WebSocket does not hold the connection either', async () => {
  const own = createServer();
  own.timeout = 200;
  const upgrade: Upgrade = (_request, upgraded) => {
    upgraded.on('error', () => undefined).end(Buffer.alloc(20_000_000));
  };
  const answers = new OwedAnswers();
  answers.watch(own);
  hearUpgrades(own, { answers, connection: 'connection', path: '/live', upgrade });
  await once(own.listen(0, '127.0.0.1'), 'listening');
  const address = own.address();
  if (address === null || typeof address === 'string') throw new Error('it listens on no port');
  const socket = connect({ port: address.port, host: '127.0.0.1' });
  socket.on('error', () => undefined).pause();
  socket.write(offered('/live', 'websocket'));
  await once(own, 'upgrade');
  await once(own.close(), 'close');
  socket.destroy();
});

test('a caller that leaves before its turn does no harm', async () => {
  const socket = await opened();
  socket.on('error', () => undefined);
  socket.write(get('/a') + offered('/c', 'h2c') + 'more');
  await asked(1);
  socket.resetAndDestroy();
  await pause();
  answer();
  const next = await opened();
  const heard = text(next);
  next.write(offered('/d', 'h2c'));
  await asked(2);
  answer();
  expect(bodies(await heard)).toEqual(['/d']);
});
