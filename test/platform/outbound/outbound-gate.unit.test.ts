import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { createServer as createSocketServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { OutboundFailure } from '../../../src/platform/outbound/outbound-failure.js';
import { OutboundGate } from '../../../src/platform/outbound/outbound-gate.js';
import type { OutboundCall, OutboundGateDeps } from '../../../src/platform/outbound/outbound-gate.js';
import { ReachableAddresses } from '../../../src/platform/outbound/reachable-addresses.js';
import { openConnections } from '../../../src/platform/outbound/trusted-connections.js';
import type { OutboundTrust } from '../../../src/platform/outbound/trusted-connections.js';
import { eventually } from '../../eventually.js';
import { certificateOf } from '../../gateway/http/secure.js';

const cleanup: (() => void)[] = [];
afterEach(() => {
  for (const end of cleanup.splice(0)) end();
});

async function listening(server: Server & { closeAllConnections?: () => void }): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanup.push(() => {
    server.close();
    server.closeAllConnections?.();
  });
  return (server.address() as AddressInfo).port;
}

const serve = (listener: RequestListener) => listening(createServer(listener));

const loopback = new ReachableAddresses({ allow: ['127.0.0.0/8'], deny: [] });
const nowhere = new ReachableAddresses({ allow: [], deny: [] });

function gateOf(deps: Partial<OutboundGateDeps> = {}): OutboundGate {
  const gate = new OutboundGate({ addresses: loopback, ...deps });
  cleanup.push(() => {
    gate.close();
  });
  return gate;
}

const get = (url: string, more: Partial<OutboundCall> = {}): OutboundCall => ({
  ...{ method: 'GET', url: new URL(url), withinMs: 20_000, mostBytes: 1000 },
  ...more,
});

/** Which kind of failure a call ends in. */
async function failing(call: Promise<unknown>): Promise<OutboundFailure> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof OutboundFailure)) throw new Error('the call did not fail as calls do', { cause: error });
  return error;
}

const echo = (request: IncomingMessage, response: ServerResponse) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const { method, url, headers } = request;
    response.end(JSON.stringify({ method, url, headers, body: Buffer.concat(parts).toString() }));
  });
};

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
    const call = failing(gateOf().call(get(`http://127.0.0.1:${port}/`, { signal: caller.signal })));
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

describe('HTTPS', () => {
  const first = certificateOf('first');
  const other = certificateOf('other');

  const secured = () => listening(createSecureServer({ cert: first.certificate, key: first.key }, echo));

  function trusting(trust: OutboundTrust) {
    const connections = openConnections(trust);
    cleanup.push(() => {
      connections.close();
    });
    return connections;
  }

  test.each<[string, OutboundTrust, 'trusted' | 'refused']>([
    ['nobody in particular', {}, 'refused'],
    ['its authority', { authorities: first.certificate }, 'trusted'],
    ['another authority', { authorities: other.certificate }, 'refused'],
    ['its certificate', { leaves: [first.certificate] }, 'trusted'],
    ['one of several', { leaves: [other.certificate, first.certificate] }, 'trusted'],
    ['another certificate', { leaves: [other.certificate] }, 'refused'],
    [
      'its authority and another certificate',
      { authorities: first.certificate, leaves: [other.certificate] },
      'refused',
    ],
    [
      'its certificate and another authority',
      { authorities: other.certificate, leaves: [first.certificate] },
      'refused',
    ],
  ])('whoever trusts %s', async (_, trust, outcome) => {
    const port = await secured();
    const call = gateOf().call(get(`https://127.0.0.1:${port}/`, { connections: trusting(trust) }));
    if (outcome === 'trusted') expect((await call).status).toBe(200);
    else expect((await failing(call)).kind).toBe('untrusted');
  });

  test('sends nothing to whom it does not trust', async () => {
    const asked = vi.fn();
    const port = await listening(createSecureServer({ cert: first.certificate, key: first.key }, asked));
    await failing(
      gateOf().call(get(`https://127.0.0.1:${port}/`, { connections: trusting({ leaves: [other.certificate] }) })),
    );
    expect(asked).not.toHaveBeenCalled();
  });

  test('refuses a certificate for another name', async () => {
    const port = await secured();
    const resolve = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
    const connections = trusting({ authorities: first.certificate });
    const error = await failing(gateOf({ resolve }).call(get(`https://wrong.example:${port}/`, { connections })));
    expect(error.kind).toBe('untrusted');
    expect(error.message).toContain('another name');
  });

  test('shows the certificate of the caller', async () => {
    const seen = vi.fn();
    const port = await listening(
      createSecureServer(
        { cert: first.certificate, key: first.key, requestCert: true, ca: other.certificate },
        (request, response) => {
          seen('authorized' in request.socket && request.socket.authorized);
          response.end();
        },
      ),
    );
    const connections = trusting({ authorities: first.certificate, client: other });
    await gateOf().call(get(`https://127.0.0.1:${port}/`, { connections }));
    expect(seen).toHaveBeenCalledWith(true);
  });

  test('with a server that never says a word takes only so long, and holds nothing', async () => {
    const opened = new Set<Socket>();
    const mute = createSocketServer((socket) => {
      opened.add(socket);
      socket.on('error', () => undefined).on('close', () => opened.delete(socket));
      socket.resume();
    });
    const port = await listening(mute);
    const gate = gateOf({ limits: { atOnce: 2, perHost: 2, waiting: 10 } });
    const calls = Array.from({ length: 4 }, () =>
      failing(gate.call(get(`https://127.0.0.1:${port}/`, { withinMs: 100 }))),
    );
    expect((await Promise.all(calls)).map(({ kind }) => kind)).toEqual(Array(4).fill('timeout'));
    await vi.waitFor(() => {
      expect(opened.size).toBe(0);
    }, eventually);
  });

  test('lets calls end whose connections are retired, and keeps none of them', async () => {
    const held: ServerResponse[] = [];
    const sockets = new Set<unknown>();
    const port = await listening(
      createSecureServer({ cert: first.certificate, key: first.key }, (request, response) => {
        sockets.add(request.socket);
        held.push(response);
      }),
    );
    const connections = trusting({ leaves: [first.certificate] });
    const gate = gateOf();
    for (const round of [1, 2]) {
      const call = gate.call(get(`https://127.0.0.1:${port}/`, { connections }));
      await vi.waitFor(() => {
        expect(held).toHaveLength(round);
      }, eventually);
      connections.retire();
      held[round - 1]?.end('done');
      expect((await call).body.toString()).toBe('done');
    }
    expect(sockets.size).toBe(2);
  });

  test('trusts where a redirect leads no more than everybody does', async () => {
    const elsewhere = await secured();
    const port = await listening(
      createSecureServer({ cert: first.certificate, key: first.key }, (_request, response) => {
        response.writeHead(302, { location: `https://127.0.0.1:${elsewhere}/` }).end();
      }),
    );
    const connections = trusting({ leaves: [first.certificate], client: other });
    const call = get(`https://127.0.0.1:${port}/`, { connections, redirects: 1 });
    expect((await failing(gateOf().call(call))).kind).toBe('untrusted');
  });

  test('is not left for plain HTTP', async () => {
    const port = await listening(
      createSecureServer({ cert: first.certificate, key: first.key }, (_request, response) => {
        response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
      }),
    );
    const connections = trusting({ leaves: [first.certificate] });
    const call = get(`https://127.0.0.1:${port}/`, { connections, redirects: 5 });
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
    expect((await late).kind).toBe('timeout');
    held[0]?.end();
    await under;
    await vi.waitFor(() => {
      expect(held).toHaveLength(2);
    }, eventually);
    held[1]?.end();
    expect((await next).status).toBe(200);
  });
});
