import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { defaultBounds, http1Options } from '../../../src/gateway/admission/bounds.js';
import type { GatewaySettings } from '../../../src/gateway/ports.js';
import type { Gateway } from '../../../src/gateway/gateway.js';
import { runGateway, slowlyAsked } from '../fixture.js';
import type { Running } from '../fixture.js';

let running: Running;
afterEach(() => running.gateway.close());

const start = async (bounds: GatewaySettings['bounds'], more: Partial<GatewaySettings> = {}) => {
  running = await runGateway({ ...(bounds && { bounds }), ...more });
  return running.url;
};
const bearer = (token = 'good') => ({ headers: { authorization: `Bearer ${token}` } });

/** Forty requests at once: so many of them are accepted as are each second, in the seconds that it takes. */
async function countedFor(perSecond: number, send: (index: number) => Promise<Response>): Promise<Response[]> {
  const from = performance.now();
  const asked = await Promise.all(Array.from({ length: 40 }, (_, index) => send(index)));
  const seconds = 1 + Math.ceil((performance.now() - from) / 1000);
  const accepted = asked.filter(({ status }) => status !== 429);
  expect(accepted.length).toBeGreaterThanOrEqual(perSecond);
  expect(accepted.length).toBeLessThanOrEqual(perSecond * seconds);
  return asked;
}

describe('requests a second', () => {
  test('are not limited, and said not to be, unless somebody sets a limit', async () => {
    const url = await start({});
    const { headers } = await fetch(`${url}/api/v2/boats`, bearer());
    const shown = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'ratelimit-limit'];
    expect(shown.map((name) => headers.get(name))).toEqual(['10000', '10000', '0', null]);
    expect((await fetch(`${url}/graphql?query={harbour}`, bearer())).headers.get('x-ratelimit-limit')).toBeNull();
  });

  test('of one token are told in both ways, and too many are refused in the words of the path', async () => {
    const url = await start({ requestRates: { perToken: 3, perAddress: null } });
    const asked = await countedFor(3, () => fetch(`${url}/api/v2/boats`, bearer()));
    const refused = asked.find(({ status }) => status === 429);
    expect(await refused?.json()).toMatchObject({ errors: [{ status: '429', title: 'Too Many Requests' }] });
    const { headers } = refused ?? new Response();
    const numbers = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'retry-after'];
    const same = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];
    expect([...numbers, ...same].map((name) => headers.get(name))).toEqual(['3', '0', '1', '1', '3', '0', '1']);
    expect(headers.get('ratelimit-policy')).toBe('3;w=1');
    // Another token is somebody else; without one nobody counts here.
    expect((await fetch(`${url}/api/v2/boats`, bearer('wrong'))).status).toBe(401);
    expect((await fetch(`${url}/api/v2/ping`)).status).toBe(204);
  });

  test('of one address count all tokens together, health apart', async () => {
    const url = await start({ requestRates: { perToken: null, perAddress: 2 } });
    const query = `${url}/graphql?query={harbour}`;
    const asked = await countedFor(2, (index) => fetch(query, bearer(['good', 'a', 'b', 'c'][index % 4])));
    const refused = asked.find(({ status }) => status === 429);
    expect(await refused?.json()).toMatchObject({
      errors: [{ extensions: { code: 'LIMIT_EXCEEDED', retryAfter: 1 } }],
    });
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });
});

describe('more than the process can do', () => {
  test('is refused at once, health is not, and what was taken is answered', async () => {
    const url = await start({ requestsAtOnce: 2 });
    const slow = ['/api/v2/slow', '/graphql?query={slow}'].map((path) => fetch(`${url}${path}`, bearer()));
    const metrics = async () => (await fetch(`${url}/readyz`)).status;
    await expect.poll(async () => (await fetch(`${url}/api/v2/boats`, bearer())).status).toBe(503);
    const shed = await fetch(`${url}/api/v2/boats`, bearer());
    expect([shed.status, shed.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await shed.json()).toMatchObject({ errors: [{ status: '503', title: 'Service Unavailable' }] });
    const query = { method: 'POST', body: '{"query":"{ harbour }"}' };
    const json = { authorization: 'Bearer good', 'content-type': 'application/json' };
    const graphql = await fetch(`${url}/graphql`, { ...query, headers: json });
    expect(graphql.status).toBe(503);
    expect(await graphql.json()).toMatchObject({ errors: [{ extensions: { code: 'UNAVAILABLE', retryAfter: 1 } }] });
    expect(await metrics()).toBe(200);
    // Both end by their deadline, and then there is room again.
    expect((await Promise.all(slow)).map(({ status }) => status)).not.toContain(503);
    expect((await fetch(`${url}/api/v2/boats`, bearer())).status).toBe(200);
  });

  test('callers that went away leave no places taken', async () => {
    const url = await start({ requestsAtOnce: 2 });
    for (let n = 0; n < 6; n += 1) {
      const gone = new AbortController();
      const begun = slowlyAsked.count;
      // One that finds no place is refused at once.
      let refused = false;
      const asked = fetch(`${url}/api/v2/slow`, { ...bearer(), signal: gone.signal }).then(
        () => (refused = true),
        () => undefined,
      );
      await expect.poll(() => refused || slowlyAsked.count > begun).toBe(true);
      gone.abort();
      await asked;
    }
    await expect.poll(async () => (await fetch(`${url}/api/v2/boats`, bearer())).status).toBe(200);
  });
});

describe('connections', () => {
  const opened = async (port: number, host = '127.0.0.1') => {
    const socket = connect(port, host);
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    return socket;
  };

  test('of one address are bounded, and room is made by those that close', async () => {
    const url = await start({ connections: { most: 100, mostPerAddress: 3 } });
    const port = Number(new URL(url).port);
    const kept = [await opened(port), await opened(port), await opened(port)];
    const fourth = await opened(port);
    await once(fourth, 'close');
    expect(running.logged.join('')).toContain('too many connections');
    kept[0]?.destroy();
    await expect
      .poll(async () => {
        const next = await opened(port);
        next.write('GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
        let text = '';
        next.on('data', (chunk: Buffer) => (text += chunk.toString()));
        await once(next, 'close');
        return text.slice(0, 12);
      })
      .toBe('HTTP/1.1 200');
    for (const socket of kept) socket.destroy();
  });

  test.each([
    ['a head that drips', 'GET /healthz HTTP/1.1\r\nHost: a\r\n'],
    [
      'a body that drips',
      'POST /api/v2/boats HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer good\r\nContent-Length: 99\r\n\r\n{',
    ],
    ['a LIST that drips', 'LIST /api/v2/boats HTTP/1.1\r\nHost: a\r\n'],
    ['nothing at all', ''],
  ])('%s ends when its time is over', async (_what, begun) => {
    const url = await start({}, { requestTimeout: 1_000 });
    const socket = await opened(Number(new URL(url).port));
    socket.write(begun);
    const dripping = setInterval(() => socket.write(begun.includes('{') ? ' ' : 'X: y\r\n'), 200);
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    if (begun === '') clearInterval(dripping);
    await once(socket, 'close');
    clearInterval(dripping);
    expect(text.slice(0, 12)).toBe('HTTP/1.1 408');
  });

  test('whoever takes nothing of an answer is hung up on', async () => {
    const mount = ({ app }: Gateway) =>
      void app.get('/big', (_request, reply) => reply.send(Buffer.alloc(64 * 2 ** 20)));
    running = await runGateway({ bounds: { stalled: 500 } }, {}, mount);
    const socket = await opened(Number(new URL(running.url).port));
    socket.pause();
    socket.write('GET /big HTTP/1.1\r\nHost: a\r\n\r\n');
    const metrics = () => running.deps.metrics.render();
    await expect.poll(async () => (await metrics()).body).toContain('trustate_connections 1');
    await expect.poll(async () => (await metrics()).body).toContain('trustate_connections 0');
    socket.destroy();
  });

  test.each([
    ['more than 16 KiB', { 'x-long': 'x'.repeat(17_000) }],
    ['long in all', Object.fromEntries(Array.from({ length: 1_500 }, (_, n) => [`x-${n}`, 'a value']))],
  ])('a head that is %s is refused', async (_what, headers) => {
    const url = await start({});
    expect((await fetch(`${url}/healthz`, { headers })).status).toBe(431);
  });

  test('requests in a row without waiting are answered in their order', async () => {
    const url = await start({});
    const socket = await opened(Number(new URL(url).port));
    const one = (path: string, last = false) =>
      `GET ${path} HTTP/1.1\r\nHost: a\r\n${last ? 'Connection: close\r\n' : ''}\r\n`;
    socket.write([...Array.from({ length: 50 }, () => one('/healthz')), one('/nowhere', true)].join(''));
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    await once(socket, 'close');
    const statuses = Array.from(text.matchAll(/HTTP\/1\.1 (\d{3})/g), ([, status]) => status);
    expect(statuses).toEqual([...Array.from({ length: 50 }, () => '200'), '404']);
  });

  test('are kept for longer than proxies keep theirs', async () => {
    const url = await start({});
    const { headers } = await fetch(`${url}/healthz`);
    expect(headers.get('keep-alive')).toBe('timeout=90');
    for (const keepAlive of [1_000, 90_000, 250_000]) {
      const options = http1Options({ requestTimeout: 300_000, keepAlive });
      expect(options.headersTimeout).toBeGreaterThan(options.keepAliveTimeout ?? 0);
    }
    expect(defaultBounds.keepAlive).toBeGreaterThan(75_000);
  });
});
