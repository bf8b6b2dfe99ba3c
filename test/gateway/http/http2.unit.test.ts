import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { connect, constants } from 'node:http2';
import type { ClientHttp2Session, IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http2';
import { request as http1Request } from 'node:https';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Gateway } from '../../../src/gateway/gateway.js';
import { frame, named, preface } from './frames.js';
import { certificateOf, runSecurely } from './secure.js';
import type { Secure } from './secure.js';

let secure: Secure;
const received: string[] = [];

async function* breakingOff() {
  yield Buffer.alloc(2 ** 20, 'b');
  await nextTurn();
  throw new Error('the rest is gone');
}

const mount = ({ app }: Gateway): void => {
  app.get('/cut', (_request, reply) => reply.send(Readable.from(breakingOff())));
  app.get('/big', (_request, reply) => reply.send(Buffer.alloc(3 * 2 ** 20, 'b')));
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
    scope.put('/upload', { bodyLimit: 2 ** 30 }, async (request) => {
      received.push('begun');
      let bytes = 0;
      try {
        for await (const chunk of request.raw) if (Buffer.isBuffer(chunk)) bytes += chunk.length;
        received.push('whole');
      } catch {
        received.push('cut');
      }
      return { bytes };
    });
    done();
  });
};

beforeAll(async () => {
  secure = await runSecurely({}, {}, mount);
});
afterAll(() => secure.gateway.close());

const open = () => connect(`https://localhost:${secure.port}`, { ca: secure.ca });

interface Answer {
  readonly headers: IncomingHttpHeaders & { readonly ':status'?: number };
  readonly text: string;
}

async function ask(session: ClientHttp2Session, headers: OutgoingHttpHeaders, body?: string | Buffer): Promise<Answer> {
  const stream = session.request({ authorization: 'Bearer good', ...headers }, { endStream: body === undefined });
  if (body !== undefined) stream.end(body);
  const [answered] = (await once(stream, 'response')) as [IncomingHttpHeaders];
  let text = '';
  stream.setEncoding('utf8');
  for await (const chunk of stream) text += String(chunk);
  return { headers: answered, text };
}

/** `:method GET`, `:scheme https`, `:path /`, without an end. */
const head = Buffer.from([0x82, 0x87, 0x84]);
const literal = Buffer.concat([Buffer.from([0x00, 1, 0x61, 100]), Buffer.alloc(100, 'a')]);

/** PUT /upload, all of it. */
const upload = Buffer.concat([named(2, 'PUT'), Buffer.from([0x87]), named(4, '/upload'), named(1, 'localhost')]);

async function openRaw() {
  const socket = connectTls({ host: '127.0.0.1', port: secure.port, ca: secure.ca, ALPNProtocols: ['h2'] });
  socket.on('error', () => undefined);
  await once(socket, 'secureConnect');
  expect(socket.alpnProtocol).toBe('h2');
  return socket;
}

test('a client that knows HTTP/2 gets it, and the same answers', async () => {
  const session = open();
  const rest = await ask(session, { ':path': '/api/v2/boats' });
  expect(rest.headers[':status']).toBe(200);
  expect(rest.text).toContain(`"self":"https://localhost:${secure.port}/api/v2/boats?`);
  const operation = JSON.stringify({ query: '{ harbour }' });
  const json = { ':path': '/graphql', ':method': 'POST', 'content-type': 'application/json' };
  const plain = await ask(session, json, operation);
  expect(JSON.parse(plain.text)).toMatchObject({ data: { harbour: `Rotterdam https://localhost:${secure.port}` } });
  // By way of Apollo.
  const named = await ask(session, { ...json, accept: 'application/json;q=0.5' }, operation);
  expect(JSON.parse(named.text)).toMatchObject({ data: { harbour: expect.stringContaining('Rotterdam') as string } });
  expect((await ask(session, { ...json, 'content-type': 'text/plain' }, operation)).headers[':status']).toBe(415);
  expect((await ask(session, json, 'x'.repeat(300_000))).headers[':status']).toBe(413);
  expect((await ask(session, { ':path': '/nowhere' })).headers[':status']).toBe(404);
  session.close();
  await once(session, 'close');
});

test('events are sent by the server over it', async () => {
  const none = {
    rightsChanges: { epoch: () => Promise.resolve('0'), listen: () => undefined },
    most: 9,
    mostPerCaller: 9,
  };
  const other = await runSecurely({}, { subscriptions: none });
  const session = connect(`https://localhost:${other.port}`, { ca: other.ca });
  const head = {
    ':path': '/graphql',
    ':method': 'POST',
    'content-type': 'application/json',
    accept: 'text/event-stream',
  };
  const { headers, text } = await ask(session, head, '{"query":"{ harbour }"}');
  expect([headers[':status'], headers['cache-control']]).toEqual([200, 'no-store, no-transform']);
  expect(text).toContain('event: next');
  expect(text).toContain('event: complete');
  session.close();
  await other.gateway.close();
});

test('large bodies go both ways as streams, and one that is cut is known to be', async () => {
  const session = open();
  const big = await ask(session, { ':path': '/big' });
  expect(big.text).toHaveLength(3 * 2 ** 20);
  const sent = await ask(session, { ':path': '/upload', ':method': 'PUT' }, Buffer.alloc(5 * 2 ** 20));
  expect(JSON.parse(sent.text)).toEqual({ bytes: 5 * 2 ** 20 });
  session.destroy();

  // The connection ends, or the request alone is reset.
  for (const cut of ['connection', 'request']) {
    received.length = 0;
    const socket = await openRaw();
    socket.write(Buffer.concat([preface, frame(1, 4, 1, upload), frame(0, 0, 1, Buffer.alloc(1_000))]));
    await expect.poll(() => received).toEqual(['begun']);
    if (cut === 'connection') socket.destroy();
    else socket.write(frame(3, 0, 1, Buffer.from([0, 0, 0, constants.NGHTTP2_CANCEL])));
    await expect.poll(() => received).toEqual(['begun', 'cut']);
    socket.destroy();
  }
});

test('a response that breaks off is no whole one, and the connection goes on', async () => {
  const session = open();
  for (let again = 0; again < 3; again += 1) {
    await expect(ask(session, { ':path': '/cut' })).rejects.toThrow('NGHTTP2_INTERNAL_ERROR');
  }
  expect((await ask(session, { ':path': '/big' })).text).toHaveLength(3 * 2 ** 20);
  session.close();
});

test('HTTP/1.1 goes on beside it, for who asks for that and for who asks for nothing', async () => {
  const read = (options: object) =>
    new Promise<string>((resolve, reject) => {
      const where = { host: '127.0.0.1', port: secure.port, path: '/healthz', ca: secure.ca, agent: false };
      http1Request({ ...where, ...options }, (response) => {
        response.resume();
        resolve(`${response.httpVersion} ${response.statusCode}`);
      })
        .on('error', reject)
        .end();
    });
  expect(await read({ ALPNProtocols: ['http/1.1'] })).toBe('1.1 200');
  expect(await read({ ALPNProtocols: [] })).toBe('1.1 200');
});

test('LIST is understood as over HTTP/1.1', async () => {
  const session = open();
  const { headers, text } = await ask(session, { ':path': '/api/v2/boats', ':method': 'LIST' });
  expect(headers[':status']).toBe(200);
  expect(text).toContain('list=true');
  session.close();
});

test.each(['get', 'FETCHED'])('method %s, which nobody knows, is refused as over HTTP/1.1', async (method) => {
  const session = open();
  const { headers } = await ask(session, { ':path': '/healthz', ':method': method });
  expect(headers[':status']).toBe(400);
  expect(secure.logged.join('')).not.toContain('bug');
  session.close();
});

test('curl speaks it, and WebSocket is offered to those who speak HTTP/1.1', async () => {
  const url = `https://localhost:${secure.port}/healthz`;
  const curl = (...args: readonly string[]) =>
    new Promise<string>((resolve, reject) => {
      execFile('curl', ['-sk', '-o', '/dev/null', '-w', '%{http_version} %{http_code}', ...args, url], (error, out) => {
        if (error) reject(new Error(error.message));
        else resolve(out);
      });
    });
  expect(await curl('--http2')).toBe('2 200');
  expect(await curl('--http1.1')).toBe('1.1 200');
});

test('who takes back request after request is cut off (rapid reset)', async () => {
  const socket = await openRaw();
  socket.resume();
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.write(preface);
  let sent = 0;
  while (!socket.destroyed && sent < 5_000) {
    const stream = 2 * sent + 1;
    const reset = frame(3, 0, stream, Buffer.from([0, 0, 0, constants.NGHTTP2_CANCEL]));
    socket.write(Buffer.concat([frame(1, 4, stream, upload), reset]));
    sent += 1;
    if (sent % 10 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  await closed;
});

test('no more than a hundred requests at once are taken on a connection, and heads no longer than 16 KiB', async () => {
  const session = open();
  const settings = await new Promise<object>((resolve) => session.once('remoteSettings', resolve));
  expect(settings).toMatchObject({ maxConcurrentStreams: 100, maxHeaderListSize: 16_384 });
  await expect(ask(session, { ':path': '/healthz', 'x-long': 'x'.repeat(60_000) })).rejects.toThrow();
  session.destroy();
  const many = open();
  const headers = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`x-${n}`, 'y']));
  await expect(ask(many, { ':path': '/healthz', ...headers })).rejects.toThrow();
  many.destroy();
});

test.each([
  [
    'CONTINUATION frames without an end',
    frame(1, 0, 1, head),
    Array.from({ length: 400 }, () => frame(9, 0, 1, literal)),
  ],
  // What is not read of the answers is what floods.
  ['pings', frame(6, 0, 0, Buffer.alloc(8)), Array.from({ length: 200_000 }, () => frame(6, 0, 0, Buffer.alloc(8)))],
  ['settings', frame(4, 0, 0), Array.from({ length: 200_000 }, () => frame(4, 0, 0))],
])('a flood of %s ends the connection', async (_what, first, rest) => {
  const socket = await openRaw();
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.pause();
  // What comes back is read only once all of it was sent, or could not be.
  socket.write(Buffer.concat([preface, first, ...rest]), () => socket.resume());
  await closed;
});

test('a request that does not come to its end is given up, the connection is not', async () => {
  const hasty = await runSecurely({ requestTimeout: 1_500 }, {}, mount);
  const session = connect(`https://localhost:${hasty.port}`, { ca: hasty.ca });
  const stream = session.request({ ':path': '/upload', ':method': 'PUT', authorization: 'Bearer good' });
  stream.on('error', () => undefined);
  stream.write('begun');
  await new Promise((resolve) => stream.once('close', resolve));
  expect(stream.rstCode).toBe(constants.NGHTTP2_ENHANCE_YOUR_CALM);
  expect((await ask(session, { ':path': '/healthz' })).headers[':status']).toBe(200);
  session.close();
  await hasty.gateway.close();
});

test('a new certificate is served to the next connection, over HTTP/2 as well; what is in flight is answered at the end', async () => {
  const pem = certificateOf('second');
  secure.gateway.renewCertificate(pem);
  const session = connect(`https://localhost:${secure.port}`, { ca: pem.certificate });
  expect((await ask(session, { ':path': '/healthz' })).headers[':status']).toBe(200);
  const former = open();
  await expect(once(former, 'connect')).rejects.toThrow('self-signed certificate');

  let begun = (): void => undefined;
  const hasBegun = new Promise<void>((resolve) => (begun = resolve));
  let finish = (): void => undefined;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const slow = () => {
    begun();
    return finished;
  };
  const other = await runSecurely({}, { ready: [{ name: 'slow', check: slow }] });
  const late = connect(`https://localhost:${other.port}`, { ca: other.ca });
  const asked = ask(late, { ':path': '/readyz' });
  await hasBegun;
  const closed = other.gateway.close();
  finish();
  expect((await asked).headers[':status']).toBe(200);
  await closed;
  session.close();
});
