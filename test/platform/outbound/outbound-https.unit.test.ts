import type { ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { createServer as createSocketServer } from 'node:net';
import type { Socket } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import { openConnections } from '../../../src/platform/outbound/trusted-connections.js';
import type { OutboundTrust } from '../../../src/platform/outbound/trusted-sockets.js';
import { eventually } from '../../eventually.js';
import { certificateOf } from '../../gateway/http/secure.js';
import { cleanup, closingAfterEach, echo, failing, gateOf, get, listening } from './called.js';

closingAfterEach();

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
    expect((await Promise.all(calls)).map(({ kind }) => kind)).toEqual(['timeout', 'timeout', 'busy', 'busy']);
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
