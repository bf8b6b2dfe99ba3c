import { once } from 'node:events';
import { connect as connectHttp2, constants } from 'node:http2';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultBounds } from '../../../src/gateway/admission/bounds.js';
import type { Gateway } from '../../../src/gateway/gateway.js';
import { Metrics } from '../../../src/platform/metrics/metrics.js';
import { eventually } from '../../eventually.js';
import { gate } from '../../gate.js';
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
  // The one that has too much comes first: it is found slow at the same look, or earlier.
  const other = unread('/big', 8);
  await once(other.session, 'remoteSettings');
  const { session, streams, codes } = unread('/big', 2);
  await Promise.all(streams.map((stream) => once(stream, 'response')));
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

test('so is one whose client asks for much at once, though only the first answer is being sent', async () => {
  const { url, gateway, logged } = await runGateway(settings, {}, mount);
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.pause().on('error', () => undefined);
  socket.write('GET /big HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(20));
  await expect.poll(() => logged.join(''), eventually).toContain('some answers were cut off');
  socket.destroy();
  await gateway.close();
});

test('what is written beside Fastify, as events are, counts as what it is', async () => {
  const metrics = new Metrics({ process: false });
  const other = await runSecurely(settings, { metrics }, ({ app }) => {
    app.get('/events', (_request, reply) => {
      reply.hijack();
      reply.raw.writeHead(200).write('an event');
    });
  });
  const session = connectHttp2(`https://localhost:${other.port}`, { ca: other.ca, settings: { initialWindowSize: 0 } });
  const streams = Array.from({ length: 20 }, () =>
    session.request({ ':path': '/events' }).on('error', () => undefined),
  );
  await Promise.all(streams.map((stream) => once(stream, 'response')));
  await expect.poll(() => waitingIn(metrics), eventually).toBeGreaterThan(0);
  expect(await waitingIn(metrics)).toBeLessThan(mebibyte);
  session.destroy();
  await other.gateway.close();
});

test.each(['HTTP/1.1', 'HTTP/2'])(
  'what is made over %s for a client that has left waits for nobody',
  async (protocol) => {
    const metrics = new Metrics({ process: false });
    const [left, made, handedOver] = [gate(), gate(), gate()];
    let begun = 0;
    const other = await runSecurely(settings, { metrics }, ({ app }) => {
      app.addHook('onSend', (_request, _reply, payload, done) => {
        handedOver.open();
        done(null, payload);
      });
      app.get('/late', async (_request, reply) => {
        reply.raw.once('close', left.open);
        begun += 1;
        await made.opened;
        return reply.send('b'.repeat(bytes));
      });
    });
    const leave = ask(other, protocol, '/late');
    await expect.poll(() => begun, eventually).toBe(1);
    leave();
    await left.opened;
    made.open();
    await handedOver.opened;
    expect(await waitingIn(metrics)).toBe(0);
    await other.gateway.close();
  },
);

const waitingIn = async (metrics: Metrics): Promise<number> =>
  Number(/^trustate_unread_answer_bytes (\d+)$/m.exec((await metrics.render()).body)?.[1]);

/** @returns leaves without the answer */
function ask({ port, ca }: Secure, protocol: string, path: string): () => void {
  if (protocol === 'HTTP/2') {
    const session = connectHttp2(`https://localhost:${port}`, { ca });
    session.request({ ':path': path }).on('error', () => undefined);
    return () => session.destroy();
  }
  const socket = connectTls({ host: 'localhost', port, ca }).on('error', () => undefined);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
  return () => socket.destroy();
}
