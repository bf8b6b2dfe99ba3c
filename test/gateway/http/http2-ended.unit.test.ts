import { once } from 'node:events';
import { connect as connectSession, constants } from 'node:http2';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { connect } from 'node:tls';
import type { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultBounds } from '../../../src/gateway/admission/bounds.js';
import type { Gateway } from '../../../src/gateway/gateway.js';
import { Metrics } from '../../../src/platform/metrics/metrics.js';
import { eventually } from '../../eventually.js';
import { frame, named, preface } from './frames.js';
import { runSecurely } from './secure.js';
import type { Secure } from './secure.js';

let secure: Secure;
let asked = 0;
const mount = ({ app }: Gateway): void => {
  app.get('/counted', async () => {
    asked += 1;
    await nextTurn();
    return { asked };
  });
};
beforeAll(async () => {
  secure = await runSecurely({}, {}, mount);
});
afterAll(() => secure.gateway.close());

async function openRaw({ port, ca }: Secure): Promise<TLSSocket> {
  const socket = connect({ host: '127.0.0.1', port, ca, ALPNProtocols: ['h2'] });
  socket.on('error', () => undefined);
  await once(socket, 'secureConnect');
  return socket;
}

/** Longer than any test. */
const patient = { ...defaultBounds, farewell: 3_600_000 };

/** GET /counted, all of it: `:method GET`, `:scheme https`. */
const head = Buffer.concat([Buffer.from([0x82, 0x87]), named(4, '/counted'), named(1, 'localhost')]);

/** Requests that are taken back as soon as they are sent. */
const takenBack = (code: number) =>
  Buffer.concat(
    Array.from({ length: 1_000 }, (_, index) =>
      Buffer.concat([frame(1, 5, 2 * index + 1, head), frame(3, 0, 2 * index + 1, Buffer.from([0, 0, 0, code]))]),
    ),
  );

test.each([
  ['that it cancels', constants.NGHTTP2_CANCEL],
  ['that the server asks too much', constants.NGHTTP2_ENHANCE_YOUR_CALM],
])('of requests that a client takes back at once, saying %s, so many are looked at as are allowed', async (_, code) => {
  asked = 0;
  const socket = await openRaw(secure);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.resume().write(Buffer.concat([preface, takenBack(code)]));
  await closed;
  expect(asked).toBeGreaterThan(0);
  expect(asked).toBeLessThanOrEqual(201);
});

test('a server that stops waits for no answer whose client said that nothing is wrong, and that it wants no more of it', async () => {
  asked = 0;
  const other = await runSecurely({ bounds: patient }, {}, mount);
  const socket = await openRaw(other);
  socket.resume().write(Buffer.concat([preface, takenBack(constants.NGHTTP2_NO_ERROR)]));
  await expect.poll(() => asked).toBeGreaterThan(0);
  await other.gateway.close();
});

test('a client that reads nothing is hung up on, though something is being sent to it', async () => {
  const metrics = new Metrics({ process: false });
  const open = async () => /^trustate_connections (\d+)$/m.exec((await metrics.render()).body)?.[1];
  let arrived = 0;
  const other = await runSecurely({ bounds: { ...patient, stalled: 500 } }, { metrics }, ({ app }) => {
    app.get('/big', (_request, reply) => {
      arrived += 1;
      return reply.send(Buffer.alloc(64 * 2 ** 20));
    });
  });
  const socket = await openRaw(other);
  socket.pause();
  const window = Buffer.from([0x7f, 0xff, 0, 0]);
  const settings = frame(4, 0, 0, Buffer.concat([Buffer.from([0, 4]), window]));
  const asked = frame(1, 5, 1, Buffer.concat([Buffer.from([0x82, 0x87]), named(4, '/big'), named(1, 'localhost')]));
  socket.write(Buffer.concat([preface, settings, frame(8, 0, 0, window), asked]));
  await expect.poll(() => arrived, eventually).toBe(1);
  await expect.poll(open, eventually).toBe('0');
  socket.destroy();
  await other.gateway.close();
});

test('who cancels a request keeps its place for as long as what it has begun goes on', async () => {
  let finish = (): void => undefined;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  let begun = 0;
  const bounds = { ...defaultBounds, requestsAtOnce: 1 };
  const other = await runSecurely({ bounds }, {}, ({ app }) => {
    app.get('/lasting', async () => {
      begun += 1;
      await finished;
      return {};
    });
  });
  const session = connectSession(`https://localhost:${other.port}`, { ca: other.ca });
  const ask = () => session.request({ ':path': '/lasting' }).on('error', () => undefined);
  const status = () => once(ask(), 'response').then(([head]: { ':status': number }[]) => head?.[':status']);
  const asked = ask();
  await expect.poll(() => begun).toBe(1);
  const cancelled = new Promise<void>((resolve) => asked.once('close', () => resolve()));
  asked.close(constants.NGHTTP2_CANCEL);
  await cancelled;
  // Comes after it on the same connection.
  expect(await status()).toBe(503);
  finish();
  await expect.poll(status).toBe(200);
  session.close();
  await other.gateway.close();
});

test('a connection of which nghttp2 reads no more, because its client made a mistake, is ended, and one that is only idle is not', async () => {
  const idle = connectSession(`https://localhost:${secure.port}`, { ca: secure.ca });
  let pings = 0;
  idle.on('ping', () => (pings += 1));
  const socket = await openRaw(secure);
  const closed = once(socket, 'close');
  const tooShort = frame(2, 0, 1, Buffer.alloc(3));
  socket.resume().write(Buffer.concat([preface, tooShort]));
  await closed;
  // Node 22.23 and 24.22 end the broken one by themselves, before any is asked.
  await expect.poll(() => pings, eventually).toBeGreaterThan(0);
  expect(idle.destroyed).toBe(false);
  idle.close();
});

test('who is slow to read the end of an answer, behind which a ping waits, gets all of it', async () => {
  const size = 3_000_000;
  let handedOver = (): void => undefined;
  const answered = new Promise<void>((resolve) => (handedOver = resolve));
  const other = await runSecurely({}, {}, ({ app }) => {
    app.get('/big', (_request, reply) => {
      reply.raw.once('close', handedOver);
      return reply.send(Buffer.alloc(size));
    });
  });
  const socket = await openRaw(other);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const window = Buffer.from([0x7f, 0xff, 0, 0]);
  const settings = frame(4, 0, 0, Buffer.concat([Buffer.from([0, 4]), window]));
  const asked = frame(1, 5, 1, Buffer.concat([Buffer.from([0x82, 0x87]), named(4, '/big'), named(1, 'localhost')]));
  socket.pause().write(Buffer.concat([preface, settings, frame(8, 0, 0, window), asked]));
  await answered;
  // From then on, whoever is broken is looked at less often than the first.
  const idle = connectSession(`https://localhost:${other.port}`, { ca: other.ca });
  await once(idle, 'ping');
  const broken = await openRaw(other);
  const ended = once(broken, 'close');
  broken.resume().write(Buffer.concat([preface, frame(2, 0, 1, Buffer.alloc(3))]));
  await ended;
  // A system answers what comes for a connection that was closed by ending it, with all that waits.
  for (let sent = 0; sent < 2; sent += 1) {
    await new Promise((resolve) => socket.write(frame(8, 0, 0, Buffer.from([0, 0, 1, 0])), resolve));
    await nextTurn();
  }
  let received = 0;
  socket.on('data', (part: Buffer) => {
    received += part.length;
    if (received > size) socket.destroy();
  });
  socket.resume();
  await closed;
  expect(received).toBeGreaterThan(size);
  idle.close();
  await other.gateway.close();
});
