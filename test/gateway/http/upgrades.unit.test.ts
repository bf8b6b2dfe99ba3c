import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect as connectSecurely } from 'node:tls';
import type { Running } from '../fixture.js';
import { runFlood } from '../subscriptions/flood.js';
import { certificateOf } from './secure.js';

let running: Running;
let secure: number;
const warnings: string[] = [];
const warned = ({ name }: Error) => void warnings.push(name);
beforeAll(async () => {
  process.on('warning', warned);
  running = await runFlood();
  const { https } = await running.gateway.listen({
    host: '127.0.0.1',
    httpPort: null,
    https: { port: 0, ...certificateOf('localhost') },
  });
  secure = https!.port;
});
afterAll(async () => {
  await running.gateway.close();
  process.off('warning', warned);
});

const metric = async (name: string) =>
  new RegExp(`^${name} (\\d+)$`, 'm').exec((await running.deps.metrics.render()).body)?.[1];

async function opened(kind: 'plain' | 'secure'): Promise<Socket> {
  const socket =
    kind === 'plain'
      ? connect(Number(new URL(running.url).port), '127.0.0.1')
      : connectSecurely({ port: secure, host: '127.0.0.1', rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] });
  socket.on('error', () => undefined);
  await once(socket, kind === 'plain' ? 'connect' : 'secureConnect');
  return socket;
}

/** All that is told until the connection ends. */
async function told(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await once(socket, 'close');
  return text;
}

const statuses = (text: string) => Array.from(text.matchAll(/HTTP\/1\.1 (\d{3})/g), ([, status]) => status);
const offer = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n';
const asked = (path: string, more = offer) => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`;
const body = '{"query":"{ harbour }"}';
const post = `POST /graphql HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${offer}`;

test.each(['plain', 'secure'] as const)(
  'over a %s connection, an offer of another protocol is left aside',
  async (kind) => {
    const socket = await opened(kind);
    const heard = told(socket);
    socket.write(asked('/healthz'));
    const text = await heard;
    expect(statuses(text)).toEqual(['200']);
    expect(text.toLowerCase()).toContain('connection: close');
  },
);

test.each([
  ['a length', `${post}Content-Length: ${body.length}\r\n\r\n${body}`],
  ['chunks', `${post}Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`],
])('with a body of %s, which comes whole', async (_kind, request) => {
  for (const pieces of [[request], [request.slice(0, -12), request.slice(-12)]]) {
    const socket = await opened('plain');
    const heard = told(socket);
    for (const piece of pieces) {
      socket.write(piece);
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    expect(await heard).toContain('"harbour":"Rotterdam http://a"');
  }
});

test.each([
  ['another request', asked('/nowhere', '')],
  ['another offer', asked('/nowhere')],
  ['many offers', asked('/healthz').repeat(50)],
  ['what is none', 'nonsense\r\n\r\n'],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
])('what stands behind the offer is read by nobody: %s', async (_what, behind) => {
  const requests = async () => (await running.deps.metrics.render()).body.match(/^trustate_http_requests_total.*$/gm);
  const [together, apart] = [await opened('plain'), await opened('plain')];
  const heard = [told(together), told(apart)];
  together.write(asked('/healthz') + behind);
  apart.write(asked('/healthz'));
  apart.write(behind);
  expect((await Promise.all(heard)).map(statuses)).toEqual([['200'], ['200']]);
  expect((await requests())?.join()).not.toContain('404');
});

test('an operation that was begun is answered, whatever comes behind it', async () => {
  const socket = await opened('plain');
  const heard = told(socket);
  socket.write(`${post}Content-Length: ${body.length}\r\n\r\n${body}${asked('/healthz', '')}`);
  const text = await heard;
  expect(statuses(text)).toEqual(['200']);
  expect(text).toContain('Rotterdam');
});

test('one connection stays one', async () => {
  await expect.poll(() => metric('trustate_connections')).toBe('0');
  const socket = await opened('plain');
  const heard = told(socket);
  for (let n = 0; n < 60; n += 1)
    socket.write(`POST /graphql HTTP/1.1\r\nHost: a\r\n${offer}Content-Length: 900\r\n\r\n`);
  await expect.poll(() => metric('trustate_connections')).toBe('1');
  socket.destroy();
  await heard;
  await expect.poll(() => metric('trustate_connections')).toBe('0');
  expect(warnings).toEqual([]);
});
