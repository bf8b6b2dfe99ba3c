import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Gateway } from '../../../src/gateway/gateway.js';
import { StoppedCallers } from '../../../src/gateway/http/stopped-callers.js';
import { runGateway } from '../fixture.js';
import { frame, named, preface } from './frames.js';
import { runSecurely } from './secure.js';

const farewell = 300;
const bounds = { farewell };

const mount = ({ app }: Gateway): void => {
  app.get('/big', (_request, reply) => reply.send(Buffer.alloc(64 * 2 ** 20)));
  app.get('/slow', async () => {
    await pause(4 * farewell);
    return { made: true };
  });
};

test('a server that stops does not wait for a client that has stopped reading', async () => {
  const { url, gateway } = await runGateway({ bounds }, {}, mount);
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write('GET /big HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(socket, 'readable');
  await gateway.close();
  socket.on('error', () => undefined).destroy();
});

test('nor over HTTP/2, where the window of the client is full', async () => {
  const { port, ca, gateway } = await runSecurely({ bounds }, {}, mount);
  const session = connectHttp2(`https://localhost:${port}`, { ca });
  session.on('error', () => undefined);
  const stream = session.request({ ':path': '/big' }).on('error', () => undefined);
  await once(stream.pause(), 'response');
  await gateway.close();
  session.destroy();
});

test('a response that takes long to make is waited for, and one that is read slowly', async () => {
  const { url, gateway } = await runGateway({ bounds }, {}, mount);
  const made = fetch(`${url}/slow`);
  const { body } = await fetch(`${url}/big`);
  if (!body) throw new Error('it has no body');
  const parts: AsyncIterable<Uint8Array> = body;
  await pause(50);
  const closed = gateway.close();
  let [bytes, pauses] = [0, 0];
  for await (const part of parts) {
    bytes += part.length;
    if (pauses * 16 * 2 ** 20 < bytes) {
      pauses += 1;
      await pause(farewell / 3);
    }
  }
  expect(bytes).toBe(64 * 2 ** 20);
  expect(await (await made).json()).toEqual({ made: true });
  await closed;
});

test('one that is read slowly is waited for over TLS too, though it is one long piece', async () => {
  const { port, ca, gateway } = await runSecurely({ bounds }, {}, mount);
  const socket = connectTls({ port, host: 'localhost', ca });
  socket.on('error', () => undefined);
  socket.write('GET /big HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  await once(socket, 'readable');
  const closed = gateway.close();
  let [bytes, pauses] = [0, 0];
  const parts: AsyncIterable<Buffer> = socket;
  for await (const part of parts) {
    bytes += part.length;
    if (pauses * 8 * 2 ** 20 < bytes) {
      pauses += 1;
      await pause(farewell / 3);
    }
  }
  expect(bytes).toBeGreaterThan(64 * 2 ** 20);
  await closed;
});

test.each(['HTTP/1.1', 'HTTP/2'])(
  'what a client sends instead of reading does not count, over %s',
  async (protocol) => {
    const { port, ca, gateway } = await runSecurely({ bounds }, {}, mount);
    const [sent, end] = protocol === 'HTTP/2' ? await pinging(port, ca) : await sending(port, ca);
    const timer = setInterval(sent, farewell / 3);
    await gateway.close();
    clearInterval(timer);
    end();
  },
);

type Sending = readonly [send: () => void, end: () => void];

/** In frames: a client of Node's sends no ping once it was told that the server stops. */
async function pinging(port: number, ca: string): Promise<Sending> {
  const socket = connectTls({ port, host: 'localhost', ca, ALPNProtocols: ['h2'] });
  let heard = 0;
  socket.on('error', () => undefined).on('data', (part: Buffer) => (heard += part.length));
  const big = Buffer.concat([Buffer.from([0x82, 0x87]), named(4, '/big'), named(1, 'localhost')]);
  socket.write(Buffer.concat([preface, frame(1, 5, 1, big)]));
  // All that the window of a client has room for at first.
  await expect.poll(() => heard).toBeGreaterThan(65_535);
  const before = heard;
  const end = () => {
    // They were answered, or this would prove nothing.
    expect(heard).toBeGreaterThan(before);
    socket.destroy();
  };
  return [() => socket.write(frame(6, 0, 0, Buffer.alloc(8))), end];
}

async function sending(port: number, ca: string): Promise<Sending> {
  const socket = connectTls({ port, host: 'localhost', ca });
  socket.on('error', () => undefined);
  socket.write('GET /big HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(socket, 'readable');
  return [() => socket.write('\r\n'), () => socket.destroy()];
}

/** Heads of requests whose bodies do not come: the first octet, and no more. */
const begun = {
  'HTTP/1.1': Buffer.from(
    'POST /taken HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
  ),
  // `:method POST`, `:scheme https`, and `content-type`, whose place in the table takes two octets.
  'HTTP/2': Buffer.concat([
    preface,
    frame(
      1,
      4,
      1,
      Buffer.concat([
        Buffer.from([0x83, 0x87]),
        named(4, '/taken'),
        named(1, 'localhost'),
        Buffer.from([0x0f]),
        named(0x10, 'application/json'),
      ]),
    ),
    frame(0, 0, 1, Buffer.from('{')),
  ]),
};

async function begin(protocol: keyof typeof begun, then = Buffer.alloc(0)) {
  let arrived = 0;
  const { port, ca, gateway } = await runSecurely({ bounds }, {}, ({ app }) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (_request, body, done) => {
      body.once('data', () => (arrived += 1));
      body.once('end', () => done(null));
    });
    app.post('/taken', () => ({}));
  });
  const ALPNProtocols = protocol === 'HTTP/2' ? ['h2'] : ['http/1.1'];
  const socket = connectTls({ port, host: 'localhost', ca, ALPNProtocols });
  socket.on('error', () => undefined).resume();
  socket.write(Buffer.concat([begun[protocol], then]));
  await expect.poll(() => arrived).toBe(1);
  return { gateway, socket };
}

test.each(['HTTP/1.1', 'HTTP/2'] as const)(
  'a server that stops does not wait for the rest of a request that does not come, over %s',
  async (protocol) => {
    const { gateway, socket } = await begin(protocol);
    await gateway.close();
    socket.destroy();
  },
);

test('but for an answer that is being made, also where the next request does not come', async () => {
  const { port, ca, gateway } = await runSecurely({ bounds }, {}, mount);
  const socket = connectTls({ port, host: 'localhost', ca });
  let heard = '';
  socket.on('error', () => undefined).on('data', (part: Buffer) => (heard += part.toString('latin1')));
  socket.write(Buffer.concat([Buffer.from('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n'), begun['HTTP/1.1']]));
  await once(socket, 'secureConnect');
  await pause(farewell / 3);
  await gateway.close();
  await expect.poll(() => heard).toContain('{"made":true}');
  socket.destroy();
});

test('nor where Node has given up an HTTP/2 connection, but leaves it open', async () => {
  // Of PRIORITY, which has five octets.
  const { gateway, socket } = await begin('HTTP/2', frame(2, 0, 1, Buffer.alloc(3)));
  await gateway.close();
  socket.destroy();
});

test('who moves little of what waits is left, who moves enough is not, and nobody is once the server has stopped', async () => {
  const callers = new StoppedCallers(50);
  const work = (each: number) => {
    let [moved, isLeft, waits] = [0, false, true];
    const forget = callers.add({
      waits: () => waits && !isLeft,
      moved: () => (moved += each),
      leave: () => {
        isLeft = true;
      },
    });
    return { forget, isLeft: () => isLeft, rest: () => (waits = false) };
  };
  const [slow, quick, resting] = [work(1_000), work(20_000), work(0)];
  resting.rest();
  const end = callers.leave();
  await expect.poll(slow.isLeft).toBe(true);
  await pause(100);
  expect([quick.isLeft(), resting.isLeft()]).toEqual([false, false]);
  quick.forget();
  end();
  const late = work(0);
  await pause(150);
  expect(late.isLeft()).toBe(false);
});
