import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import { createServer as createSocketServer } from 'node:net';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { waiterOf } from '../../../src/platform/outbound/call-end.js';
import { NameLookups } from '../../../src/platform/outbound/resolved-host.js';
import { eventually } from '../../eventually.js';
import { cleanup, closingAfterEach, echo, failing, gateOf, get, listening, nowhere, serve } from './called.js';

closingAfterEach();

describe('a call', () => {
  test('brings what was sent, and what was answered', async () => {
    const port = await serve(echo);
    const answer = await gateOf().call(
      get(`http://127.0.0.1:${port}/a?b=c`, { method: 'POST', headers: { 'x-one': '1' }, body: Buffer.from('hello') }),
    );
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.body.toString())).toMatchObject({
      ...{ method: 'POST', url: '/a?b=c', body: 'hello' },
      headers: { 'x-one': '1', 'accept-encoding': 'identity', 'content-length': '5' },
    });
  });

  test('uses the connection of the one before', async () => {
    const sockets = new Set<unknown>();
    const port = await serve((request, response) => {
      sockets.add(request.socket);
      response.end('ok');
    });
    const gate = gateOf();
    for (let at = 0; at < 3; at += 1) await gate.call(get(`http://127.0.0.1:${port}/`));
    expect(sockets.size).toBe(1);
  });

  test.each([
    ['127.0.0.1 as it is', 'http://127.0.0.1'],
    ['in octal', 'http://0177.0.0.1'],
    ['as one number', 'http://2130706433'],
    ['in hexadecimal', 'http://0x7f.1'],
    ['IPv6', 'http://[::1]'],
    ['mapped', 'http://[::ffff:127.0.0.1]'],
    ['by its name', 'http://localhost'],
    ['unspecified', 'http://0.0.0.0'],
    ['metadata', 'http://169.254.169.254'],
  ])('goes to no address of this machine: %s', async (_, origin) => {
    const asked = vi.fn();
    const port = await serve((_request, response) => {
      asked();
      response.end();
    });
    const error = await failing(gateOf({ addresses: nowhere }).call(get(`${origin}:${port}/`)));
    expect(error.kind).toBe('address');
    expect(asked).not.toHaveBeenCalled();
  });

  test('connects to what its name was resolved to, although the name leads elsewhere by then', async () => {
    const port = await serve((request, response) => response.end(request.headers.host));
    const resolve = vi
      .fn()
      .mockResolvedValueOnce([{ address: '127.0.0.1', family: 4 }])
      .mockResolvedValue([{ address: '169.254.169.254', family: 4 }]);
    const answer = await gateOf({ resolve }).call(get(`http://rebinding.example:${port}/`));
    expect(answer.body.toString()).toBe(`rebinding.example:${port}`);
    expect(resolve).toHaveBeenCalledTimes(1);
  });

  test('that needs a connection again, connects to what its own name was resolved to', async () => {
    const asked = vi.fn();
    const first = await serve((_request, response) => {
      asked('first');
      response.setHeader('connection', 'close').end();
    });
    const second = createServer((_request, response) => {
      asked('second');
      response.end();
    });
    cleanup.push(() => second.close());
    await new Promise<void>((resolve) => second.listen(first, '127.0.0.2', resolve));
    const gate = gateOf();
    for (const address of ['127.0.0.1', '127.0.0.2']) {
      const names = new NameLookups(() => Promise.resolve([{ address, family: 4 }]));
      await gate.call(get(`http://moved.example:${first}/`, { names }));
    }
    expect(asked.mock.calls).toEqual([['first'], ['second']]);
  });

  test('finds a connection that was closed meanwhile, and opens another one', async () => {
    const sockets: Socket[] = [];
    const port = await serve((request, response) => {
      sockets.push(request.socket);
      response.end('ok');
    });
    const gate = gateOf();
    for (const round of [1, 2, 3]) {
      expect((await gate.call(get(`http://127.0.0.1:${port}/`))).status).toBe(200);
      expect(sockets).toHaveLength(round);
      sockets[round - 1]?.destroy();
      await new Promise((resolve) => setTimeout(resolve, 20));
      // However late this comes, the end of the connection is heard of in the next turn.
      await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    }
    expect(new Set(sockets).size).toBe(3);
  });

  test('uses of several addresses those that may be called', async () => {
    const port = await serve((_request, response) => response.end('ok'));
    const resolve = () =>
      Promise.resolve([
        { address: '169.254.169.254', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ]);
    expect((await gateOf({ resolve }).call(get(`http://two.example:${port}/`))).status).toBe(200);
  });

  test('tells nothing of what a name leads to', async () => {
    const resolve = () => Promise.resolve([{ address: '169.254.169.254', family: 4 }]);
    const error = await failing(gateOf({ resolve }).call(get('http://inner.example/')));
    expect(error.message).toBe('inner.example must not be called: its address is cloud metadata');
  });

  test.each([
    ['fails', () => Promise.reject(new Error('getaddrinfo ENOTFOUND'))],
    ['finds nothing', () => Promise.resolve([])],
  ])('is unresolved when the lookup %s', async (_, resolve) => {
    expect((await failing(gateOf({ resolve }).call(get('http://nobody.example/')))).kind).toBe('unresolved');
  });

  test('ends in time when the lookup never does', async () => {
    const resolve = () => new Promise<never>(() => undefined);
    const error = await failing(gateOf({ resolve }).call(get('http://slow.example/', { withinMs: 50 })));
    expect(error.kind).toBe('timeout');
  });

  test('is unreachable where nobody listens, and where no HTTP is spoken', async () => {
    const port = await listening(createServer(echo));
    cleanup.splice(0).forEach((end) => {
      end();
    });
    expect((await failing(gateOf().call(get(`http://127.0.0.1:${port}/`)))).kind).toBe('unreachable');
    const other = await listening(createSocketServer((socket) => socket.end('220 mail.example ESMTP\r\n')));
    expect((await failing(gateOf().call(get(`http://127.0.0.1:${other}/`)))).kind).toBe('unreachable');
  });
});

describe('an answer', () => {
  test('that never comes, and one that never ends, take only so long', async () => {
    const silent = await serve(() => undefined);
    expect((await failing(gateOf().call(get(`http://127.0.0.1:${silent}/`, { withinMs: 50 })))).kind).toBe('timeout');
    const endless = await serve((_request, response) => {
      const timer = setInterval(() => response.write('.'), 5);
      response.on('close', () => {
        clearInterval(timer);
      });
    });
    expect((await failing(gateOf().call(get(`http://127.0.0.1:${endless}/`, { withinMs: 100 })))).kind).toBe('timeout');
  });

  test('of the most bytes is read, of one more is not', async () => {
    const port = await serve((request, response) => response.end(Buffer.alloc(Number(request.url?.slice(1)))));
    const answer = await gateOf().call(get(`http://127.0.0.1:${port}/1000`));
    expect(answer.body.byteLength).toBe(1000);
    expect((await failing(gateOf().call(get(`http://127.0.0.1:${port}/1001`)))).kind).toBe('too-large');
  });

  test('that says how long it is and ends earlier is none', async () => {
    const port = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': '10' });
      response.write('half');
      setTimeout(() => response.destroy(), 10);
    });
    expect((await failing(gateOf().call(get(`http://127.0.0.1:${port}/`)))).kind).toBe('unreachable');
  });

  test('that others come before is the last of them', async () => {
    const port = await serve((_request, response) => {
      response.writeProcessing();
      response.writeEarlyHints({ link: '</a>; rel=preload' });
      response.end('at last');
    });
    const answer = await gateOf().call(get(`http://127.0.0.1:${port}/`));
    expect([answer.status, answer.body.toString()]).toEqual([200, 'at last']);
    expect(answer.headers['link']).toBeUndefined();
  });

  test.each([
    ['others that come before', 'HTTP/1.1 103 Early Hints\r\n\r\n'],
    ['empty lines', '\r\n'.repeat(500)],
    ['the extension of a chunk', 'x'.repeat(1000), 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1;'],
  ])('is not waited for after %s without end', async (_, part, first = '') => {
    let sent = 0;
    const port = await listening(
      createSocketServer((socket) => {
        const more = () => {
          sent += part.length;
          if (!socket.destroyed) socket.write(part, more);
        };
        socket.on('error', () => undefined).once('data', () => socket.write(first + part, more));
      }),
    );
    expect((await failing(gateOf().call(get(`http://127.0.0.1:${port}/`)))).kind).toBe('too-large');
    // What the system takes for both of them is some megabytes.
    expect(sent).toBeLessThan(20_000_000);
  });

  test('that changes the protocol is none', async () => {
    const port = await listening(
      createSocketServer((socket) => {
        socket
          .on('error', () => undefined)
          .on('data', () => {
            socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n');
          });
      }),
    );
    expect((await failing(gateOf().call(get(`http://127.0.0.1:${port}/`)))).kind).toBe('unreachable');
  });

  test('with a head without end is none', async () => {
    const port = await serve((_request, response) => {
      response.setHeader('x-long', 'a'.repeat(40_000));
      response.end();
    });
    expect((await failing(gateOf().call(get(`http://127.0.0.1:${port}/`)))).kind).toBe('unreachable');
  });

  test('is not decompressed', async () => {
    const port = await serve((_request, response) => {
      response.setHeader('content-encoding', 'gzip');
      response.end(gzipSync(Buffer.alloc(500)));
    });
    expect((await failing(gateOf().call(get(`http://127.0.0.1:${port}/`)))).kind).toBe('encoded');
  });

  test('is not waited for when the caller gives up', async () => {
    const port = await serve(() => undefined);
    const caller = new AbortController();
    const call = failing(gateOf().call(get(`http://127.0.0.1:${port}/`, { waiter: waiterOf(caller.signal) })));
    caller.abort();
    expect((await call).kind).toBe('ended');
  });
});

describe('redirects', () => {
  test('are followed by a GET that says so, as often as it says, without its headers to another host', async () => {
    const last = await serve(echo);
    const port = await serve((request, response) => {
      const left = Number(request.url?.slice(1));
      const location = left > 0 ? `/${left - 1}` : `http://127.0.0.1:${last}/end`;
      response.writeHead(302, { location }).end();
    });
    const call = get(`http://127.0.0.1:${port}/2`, { redirects: 3, headers: { authorization: 'secret' } });
    const answer = await gateOf().call(call);
    expect(answer.url.href).toBe(`http://127.0.0.1:${last}/end`);
    expect(answer.body.toString()).not.toContain('secret');
    expect((await failing(gateOf().call({ ...call, redirects: 2 }))).kind).toBe('redirected');
  });

  test('that lead to two places lead to the first one', async () => {
    const port = await serve((request, response) => {
      if (request.url === '/') response.writeHead(302, ['location', '/first', 'location', '/second']);
      response.end(request.url);
    });
    const answer = await gateOf().call(get(`http://127.0.0.1:${port}/`, { redirects: 1 }));
    expect(answer.body.toString()).toBe('/first');
  });

  test('lead to no address that may not be called, and to nothing but HTTP', async () => {
    const port = await serve((request, response) => {
      response.writeHead(302, { location: decodeURIComponent(request.url?.slice(1) ?? '') }).end();
    });
    const to = (location: string) =>
      failing(gateOf().call(get(`http://127.0.0.1:${port}/${encodeURIComponent(location)}`, { redirects: 5 })));
    expect((await to('http://169.254.169.254/latest/meta-data')).kind).toBe('address');
    expect((await to('http://[::1]/')).kind).toBe('address');
    expect((await to('file:///etc/passwd')).kind).toBe('redirected');
    expect((await to('http://user:word@127.0.0.1/')).kind).toBe('redirected');
    expect((await to('http://')).kind).toBe('redirected');
  });

  test('are followed by no POST', async () => {
    const port = await serve((_request, response) => response.writeHead(307, { location: '/again' }).end());
    const call = get(`http://127.0.0.1:${port}/`, { method: 'POST', body: Buffer.from('a'), redirects: 5 });
    expect((await failing(gateOf().call(call))).kind).toBe('redirected');
  });
});

describe('how many at once', () => {
  const limits = { atOnce: 3, perHost: 2, waiting: 2 };

  test('a slow host takes not the turns of the others; who finds too many waiting is told', async () => {
    const held: ServerResponse[] = [];
    const slow = await serve((_request, response) => held.push(response));
    const quick = await serve((_request, response) => response.end('quick'));
    const gate = gateOf({ limits });
    const stuck = Array.from({ length: 4 }, () => gate.call(get(`http://127.0.0.1:${slow}/`)));
    await vi.waitFor(() => {
      expect(held).toHaveLength(2);
    }, eventually);
    expect((await failing(gate.call(get(`http://127.0.0.1:${slow}/`)))).kind).toBe('busy');
    expect((await gate.call(get(`http://127.0.0.1:${quick}/`))).body.toString()).toBe('quick');
    held.splice(0).forEach((response) => response.end());
    await vi.waitFor(() => {
      expect(held).toHaveLength(2);
    }, eventually);
    held.forEach((response) => response.end());
    expect((await Promise.all(stuck)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  test('who gives up while waiting leaves the turn to the next', async () => {
    const held: ServerResponse[] = [];
    const port = await serve((_request, response) => held.push(response));
    const gate = gateOf({ limits: { ...limits, perHost: 1 } });
    const under = gate.call(get(`http://127.0.0.1:${port}/`));
    await vi.waitFor(() => {
      expect(held).toHaveLength(1);
    }, eventually);
    const late = failing(gate.call(get(`http://127.0.0.1:${port}/`, { withinMs: 30 })));
    const next = gate.call(get(`http://127.0.0.1:${port}/`));
    // It was not called, and has done nothing wrong.
    expect((await late).kind).toBe('busy');
    held[0]?.end();
    await under;
    await vi.waitFor(() => {
      expect(held).toHaveLength(2);
    }, eventually);
    held[1]?.end();
    expect((await next).status).toBe(200);
  });
});
