import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { eventually } from '../eventually.js';
import { issued } from '../pki/acme/asking.js';
import { TestClient } from '../pki/acme/client.js';
import { csrFor } from '../pki/acme/live.js';
import { Server } from './harness/server.js';
import { VaultApi } from './harness/vault.js';

/** A web server whose answers a test holds back. */
const held: { url: string; response: ServerResponse }[] = [];
const web = createServer((request, response) => {
  held.push({ url: request.url ?? '', response });
});
let server: Server;
beforeAll(async () => {
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  const { port } = web.address() as AddressInfo;
  server = await Server.start({ TRUSTATE_OUTBOUND_ALLOW: '127.0.0.1/32', TRUSTATE_ACME_HTTP_PORT: String(port) });
  const vault = new VaultApi(server.http, server.token);
  (await vault.write('pki/root/generate/internal', { common_name: 'Root', key_type: 'ec' })).expect(200);
  (await vault.write('pki/config/cluster', { path: `${server.http}/v1/pki` })).expect(200);
  (await vault.write('pki/config/acme', { enabled: true })).expect(200);
});
afterAll(async () => {
  web.closeAllConnections();
  web.close();
  await server.stop();
});

test('a server that is killed while it looks for a proof looks again, and counts nothing twice', async () => {
  const client = await new TestClient(`${server.http}/v1/pki/acme/directory`).open();
  await client.register();
  const order = await client.order(['127.0.0.1']);
  const { url, token, keyAuthorization } = await client.challenge(order, 'http-01');
  const path = `/.well-known/acme-challenge/${token}`;
  for (const kills of [1, 2]) {
    if (kills === 1) await client.post(url, {});
    await vi.waitFor(() => {
      expect(held.map((each) => each.url)).toEqual(Array.from({ length: kills }, () => path));
    }, eventually);
    await server.kill9();
    await server.restart();
  }
  await vi.waitFor(() => {
    expect(held).toHaveLength(3);
  }, eventually);
  held.at(-1)?.response.end(keyAuthorization);
  const location = String(order.headers.get('location'));
  expect(await client.until(location, ['ready', 'invalid'])).toMatchObject({ status: 'ready' });
  const csr = await csrFor([{ type: 'ip', value: '127.0.0.1' }]);
  const { leaf } = await issued(client, await client.post(String(order.body['finalize']), { csr }));
  expect(leaf.subjectAltName).toBe('IP Address:127.0.0.1');
  // Attempts that no process finished do not count.
  const { data } = (await (
    await fetch(`${server.http}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ acmeOrders { nodes { status authorizations { status attempts } } } }' }),
    })
  ).json()) as { data: object };
  expect(data).toEqual({
    acmeOrders: { nodes: [{ status: 'VALID', authorizations: [{ status: 'VALID', attempts: 1 }] }] },
  });
});
