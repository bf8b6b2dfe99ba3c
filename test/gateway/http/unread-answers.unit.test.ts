import { once } from 'node:events';
import { connect as connectHttp2, constants } from 'node:http2';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultBounds } from '../../../src/gateway/admission/bounds.js';
import type { Gateway } from '../../../src/gateway/gateway.js';
import { eventually } from '../../eventually.js';
import { runGateway } from '../fixture.js';
import { runSecurely } from './secure.js';
import type { Secure } from './secure.js';

const mebibyte = 2 ** 20;
const bytes = 3 * mebibyte;
const settings = { bounds: { ...defaultBounds, unread: 20 * mebibyte } };
/** More than the system takes for a connection. */
const huge = 64 * mebibyte;

async function* pieces() {
  for (let sent = 0; sent < huge; sent += mebibyte) yield await Promise.resolve(Buffer.alloc(mebibyte));
}

const mount = ({ app }: Gateway): void => {
  app.get('/big', (_request, reply) => reply.send('b'.repeat(bytes)));
  app.get('/small', () => ({ small: true }));
  app.get('/huge', (_request, reply) => reply.send(Buffer.alloc(huge)));
  app.get('/pieces', (_request, reply) => reply.send(Readable.from(pieces())));
};

let secure: Secure;
beforeAll(async () => {
  secure = await runSecurely(settings, {}, mount);
});
afterAll(() => secure.gateway.close());

/** Requests on one connection whose client takes nothing of what is asked for. */
function unread(path: string, count: number) {
  const session = connectHttp2(`https://localhost:${secure.port}`, {
    ca: secure.ca,
    settings: { initialWindowSize: 0 },
  });
  const codes: number[] = [];
  const streams = Array.from({ length: count }, () => {
    const stream = session.request({ ':path': path });
    stream.on('error', () => undefined).on('close', () => codes.push(stream.rstCode));
    return stream;
  });
  return { session, streams, codes };
}

async function whole(path: string): Promise<number> {
  const session = connectHttp2(`https://localhost:${secure.port}`, { ca: secure.ca });
  let length = 0;
  for await (const part of session.request({ ':path': path })) if (Buffer.isBuffer(part)) length += part.length;
  session.close();
  return length;
}

test.each([
  ['whole', '/big', 8],
  ['made while they are read', '/pieces', 20],
])(
  'answers that are %s and that nobody reads are cut off down to the limit, and whoever reads is served',
  async (_what, path, count) => {
    const { session, codes } = unread(path, count);
    await expect.poll(() => codes.length, eventually).toBeGreaterThan(0);
    expect(await whole('/pieces')).toBe(huge);
    expect(new Set(codes)).toEqual(new Set([constants.NGHTTP2_ENHANCE_YOUR_CALM]));
    // What the limit has room for is left alone.
    expect(codes.length).toBeLessThan(count);
    session.destroy();
    expect(secure.logged.join('')).toContain('some answers were cut off');
  },
);

test('what the limit has room for waits for its reader', async () => {
  const { session, streams, codes } = unread('/big', 2);
  await Promise.all(streams.map((stream) => once(stream, 'response')));
  const other = unread('/big', 8);
  await expect.poll(() => other.codes.length, eventually).toBeGreaterThan(0);
  expect(codes).toEqual([]);
  session.settings({ initialWindowSize: 65_535 });
  const lengths = streams.map(async (stream) => {
    let length = 0;
    for await (const part of stream) if (Buffer.isBuffer(part)) length += part.length;
    return length;
  });
  expect(await Promise.all(lengths)).toEqual([bytes, bytes]);
  for (const each of [session, other.session]) each.destroy();
});

test('a connection of HTTP/1.1 that takes nothing of more than the limit is closed', async () => {
  const { url, gateway, logged } = await runGateway(settings, {}, mount);
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.pause().on('error', () => undefined);
  socket.write('GET /huge HTTP/1.1\r\nHost: a\r\n\r\n');
  await expect.poll(() => logged.join(''), eventually).toContain('some answers were cut off');
  let received = 0;
  socket.on('data', (part) => (received += part.length)).resume();
  await once(socket, 'close');
  expect(received).toBeLessThan(huge);
  await gateway.close();
});
