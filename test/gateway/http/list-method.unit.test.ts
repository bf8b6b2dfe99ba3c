import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, RequestListener, Server, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { OwedAnswers } from '../../../src/gateway/http/owed-answers.js';
import { understandList } from '../../../src/gateway/http/list-method.js';

/** A server that answers, with the path, when it is told to. */
class Slow {
  readonly server: Server;
  readonly #waiting: { readonly path: string; readonly response: ServerResponse }[] = [];
  readonly headers: IncomingHttpHeaders[] = [];

  constructor() {
    const handle: RequestListener = ({ url = '', headers }, response) => {
      this.#waiting.push({ path: url, response });
      this.headers.push(headers);
    };
    const answers = new OwedAnswers();
    this.server = createServer(handle);
    answers.watch(this.server);
    understandList(this.server, answers, handle);
  }

  /** @param allowHalfOpen whether the caller keeps its end open after the answer */
  async open(allowHalfOpen = false): Promise<Socket> {
    if (!this.server.listening) await once(this.server.listen(0, '127.0.0.1'), 'listening');
    const address = this.server.address();
    if (address === null || typeof address === 'string') throw new Error('it listens on no port');
    return connect({ port: address.port, host: '127.0.0.1', noDelay: true, allowHalfOpen });
  }

  connections(): Promise<number> {
    return promisify(this.server.getConnections.bind(this.server))();
  }

  /** Waits for as many requests. */
  async asked(count: number): Promise<void> {
    await expect.poll(() => this.#waiting.length).toBe(count);
  }

  get paths(): readonly string[] {
    return this.#waiting.map(({ path }) => path);
  }

  answerAll(): void {
    for (const { path, response } of this.#waiting) response.end(`[${path}]`);
  }

  answer(asked: string): void {
    for (const { path, response } of this.#waiting) if (path === asked) response.end(`[${path}]`);
  }

  /** Sends the beginning of each answer. */
  begin(): void {
    for (const { response } of this.#waiting) response.write('[begun');
  }
}

let slow = new Slow();
afterEach(() => {
  slow.server.close();
  slow.server.closeAllConnections();
  slow = new Slow();
});

const ask = (method: string, path: string) => `${method} ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
const pause = () => new Promise((resolve) => setTimeout(resolve, 30));
const post = (path: string, field: string) => `POST ${path} HTTP/1.1\r\nHost: x\r\n${field}\r\n\r\n`;
const statuses = (answers: string) => [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
const bodies = (answers: string) => [...answers.matchAll(/\[(.*?)\]/g)].map(([, path]) => path);

test('a listing is answered after the requests before it', async () => {
  const socket = await slow.open();
  const answers = text(socket);
  socket.write(ask('GET', '/a') + ask('GET', '/b'));
  await slow.asked(2);
  socket.write(ask('LIST', '/c'));
  await pause();
  expect(slow.paths).toEqual(['/a', '/b']);
  slow.answerAll();
  await slow.asked(3);
  slow.answerAll();
  expect(bodies(await answers)).toEqual(['/a', '/b', '/c?list=true']);
});

test.each([ask('LIST', '/d'), ask('GET', '/d'), 'LIST', 'nonsense\r\n\r\n', '\u0000'])(
  'a listing is the last request of its connection: %j counts for nothing',
  async (more) => {
    const socket = await slow.open();
    const answers = text(socket);
    socket.write(ask('LIST', '/c'));
    await slow.asked(1);
    for (let times = 0; times < 3; times++) {
      socket.write(more);
      await pause();
    }
    expect(slow.paths).toEqual(['/c?list=true']);
    slow.answerAll();
    expect(bodies(await answers)).toEqual(['/c?list=true']);
  },
);

test('a listing behind what Node refuses by itself does no harm', async () => {
  const socket = await slow.open();
  const answers = text(socket).catch(String);
  socket.write(`${ask('GET', '/a')}GET /b HTTP/1.1\r\n\r\n`);
  await slow.asked(1);
  socket.write(ask('LIST', '/c'));
  await pause();
  slow.answerAll();
  await answers;
  const next = await slow.open();
  next.write(ask('LIST', '/e'));
  await expect.poll(() => slow.paths.at(-1)).toBe('/e?list=true');
  slow.answerAll();
  expect(bodies(await text(next))).toEqual(['/e?list=true']);
});

test('a listing behind a request that expects what nobody offers is answered after its refusal', async () => {
  const socket = await slow.open();
  const answers = text(socket);
  socket.write(`${ask('GET', '/a')}GET /b HTTP/1.1\r\nHost: x\r\nExpect: x\r\n\r\n`);
  await slow.asked(1);
  socket.write(ask('LIST', '/c'));
  await pause();
  slow.answerAll();
  await expect.poll(() => slow.paths.at(-1)).toBe('/c?list=true');
  slow.answerAll();
  expect((await answers).match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 417', 'HTTP/1.1 200']);
});

test('a caller that goes on after the answer is cut off', async () => {
  const socket = await slow.open(true);
  socket.on('error', () => undefined);
  socket.write(ask('LIST', '/c'));
  await slow.asked(1);
  slow.answerAll();
  await once(socket.resume(), 'end');
  expect(await slow.connections()).toBe(1);
  socket.write('more');
  await expect.poll(() => slow.connections()).toBe(0);
  socket.destroy();
});

test('a listing behind a request whose caller left is not answered', async () => {
  const socket = await slow.open();
  socket.on('error', () => undefined);
  socket.write(ask('GET', '/a'));
  await slow.asked(1);
  socket.write(ask('LIST', '/c'));
  await pause();
  socket.resetAndDestroy();
  await pause();
  slow.answerAll();
  await pause();
  expect(slow.paths).toEqual(['/a']);
});

test.each([
  ['a listing', [ask('GET', '/a') + ask('LIST', '/c')], ['/a', '/c?list=true']],
  ['two requests', [ask('GET', '/a') + ask('GET', '/b') + ask('LIST', '/c')], ['/a', '/b', '/c?list=true']],
  ['line breaks', [ask('GET', '/a') + '\r\n\r\n' + ask('LIST', '/c')], ['/a', '/c?list=true']],
  ['a body', [`${post('/a', 'Content-Length: 5')}LIST ${ask('LIST', '/c')}`], ['/a', '/c?list=true']],
  ['its beginning', [ask('GET', '/a') + 'LIST /c HT', 'TP/1.1\r\nHost: x\r\n\r\n'], ['/a', '/c?list=true']],
  ['its method', [ask('GET', '/a') + 'LIS', 'T /c HTTP/1.1\r\nHost: x\r\n\r\n'], ['/a', '/c?list=true']],
  ['scheme and host', [`${ask('GET', '/a')}${ask('LIST', 'http://y/c')}`], ['/a', 'http://y/c?list=true']],
  [
    'half a scheme',
    [`${ask('GET', '/a')}LIST HTT`, 'PS://y/c?d HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['/a', 'HTTPS://y/c?d&list=true'],
  ],
  ['another one', [ask('GET', '/a') + ask('LIST', '/c') + ask('LIST', '/d')], ['/a', '/c?list=true']],
])('of one packet with requests and %s, each is answered in its turn', async (_what, packets, answered) => {
  const socket = await slow.open();
  const answers = text(socket);
  for (const packet of packets) {
    socket.write(packet);
    await pause();
  }
  for (let count = answered.length - 1; count <= answered.length; count++) {
    await slow.asked(count);
    slow.answerAll();
  }
  const got = await answers;
  expect(bodies(got)).toEqual(answered);
  expect(statuses(got)).toEqual(answered.map(() => '200'));
});

test('wherever packets end, but for the first two letters of the method, requests are answered in their turn', async () => {
  const whole = post('/a', 'Content-Length: 4') + 'LIST' + ask('GET', '/b') + ask('LIST', '/c');
  const method = whole.lastIndexOf('LIST');
  const end = fc.integer({ min: 1, max: whole.length - 1 }).filter((at) => at <= method || at > method + 2);
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(end, { maxLength: 6 }), async (ends) => {
      const own = new Slow();
      const socket = await own.open();
      const answers = text(socket);
      const cuts = [0, ...ends.toSorted((one, other) => one - other), whole.length];
      for (const [index, cut] of cuts.slice(1).entries()) {
        socket.write(whole.slice(cuts[index], cut));
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
      await own.asked(2);
      own.answerAll();
      await own.asked(3);
      own.answerAll();
      expect(bodies(await answers)).toEqual(['/a', '/b', '/c?list=true']);
      own.server.close();
    }),
    { numRuns: 30 },
  );
});

test.each([`${ask('GET', '/a')}UNLIST /c HTTP/1.1\r\nHost: x\r\n\r\n`, `${ask('GET', '/a')}nonsense\r\n\r\n`])(
  '%j: what cannot be read is refused after the answers before it',
  async (packet) => {
    const socket = await slow.open();
    const answers = text(socket);
    socket.write(packet);
    await slow.asked(1);
    await pause();
    slow.answerAll();
    const got = await answers;
    expect(bodies(got)).toEqual(['/a']);
    expect(statuses(got)).toEqual(['200', '400']);
  },
);

test('nothing is written into an answer that has begun', async () => {
  const socket = await slow.open();
  const answers = text(socket).catch(String);
  socket.write(`${post('/a', 'Transfer-Encoding: chunked')}1\r\nx\r\n`);
  await slow.asked(1);
  slow.begin();
  await pause();
  socket.write('no chunk\r\n');
  const got = await answers;
  slow.answerAll();
  expect(statuses(got)).toEqual(['200']);
  expect(got).not.toContain('Bad Request');
});

test('a request is answered once: one whose body breaks off after its answer is not refused as well', async () => {
  const socket = await slow.open();
  const answers = text(socket).catch(String);
  socket.write(`${post('/a', 'Transfer-Encoding: chunked')}1\r\nx\r\n`);
  await slow.asked(1);
  slow.answerAll();
  await pause();
  socket.write('no chunk\r\n');
  expect(statuses(await answers)).toEqual(['200']);
});

test('a body that breaks off is refused in its turn', async () => {
  const socket = await slow.open();
  const answers = text(socket);
  socket.write(`${ask('GET', '/a')}${post('/b', 'Transfer-Encoding: chunked')}no chunk\r\n`);
  await slow.asked(2);
  await pause();
  slow.answer('/a');
  const got = await answers;
  slow.answerAll();
  expect(bodies(got)).toEqual(['/a']);
  expect(statuses(got)).toEqual(['200', '400']);
});

test('a caller that leaves within the head of a listing leaves nothing behind', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const socket = await slow.open();
    socket.write('LIST /c HTTP/1.1\r\n');
    await expect.poll(() => vi.getTimerCount()).toBe(1);
    socket.destroy();
    await expect.poll(() => vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test('a listing of HTTP/1.0, as proxies send it, is answered', async () => {
  const socket = await slow.open();
  socket.write('LIST /c HTTP/1.0\r\n\r\n');
  await slow.asked(1);
  slow.answerAll();
  const got = await text(socket);
  expect(bodies(got)).toEqual(['/c?list=true']);
  expect(got.toLowerCase()).not.toContain('chunked');
});

test.each(['Hosts: x', 'Host: x\r\nHost: y'])(
  'a listing of HTTP/1.1 names one host, as any request does, and not %j',
  async (fields) => {
    const socket = await slow.open();
    socket.write(`LIST /c HTTP/1.1\r\n${fields}\r\n\r\n`);
    expect(statuses(await text(socket))).toEqual(['400']);
  },
);

test('a head of more than 16 KiB is refused, also in one packet', async () => {
  const socket = await slow.open();
  socket.write(`LIST /c HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(17_000)}\r\n\r\n`);
  expect(statuses(await text(socket))).toEqual(['431']);
  expect(slow.paths).toEqual([]);
});

test('repeated fields mean what they mean with other methods: a proxy adds a line about who asks', async () => {
  const lines = [
    'X-Forwarded-For: 192.0.2.1',
    'Host: x',
    'x-forwarded-for: 192.0.2.2',
    'Authorization: first',
    'Authorization: second',
    'Cookie: a=1',
    'Cookie: b=2',
    'Accept: a/b',
    'ACCEPT: c/d',
    'If-None-Match: "1"',
    'If-None-Match: "2"',
    'User-Agent: one',
    'User-Agent: two',
  ];
  for (const method of ['GET', 'LIST']) {
    const socket = await slow.open();
    socket.write(`${method} / HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    await expect.poll(() => slow.headers.length).toBe(method === 'GET' ? 1 : 2);
  }
  expect(slow.headers[1]).toEqual(slow.headers[0]);
  expect(slow.headers[1]).toHaveProperty('x-forwarded-for', '192.0.2.1, 192.0.2.2');
});
