import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLive } from './live.js';
import type { Live } from './live.js';

let live: Live;
beforeAll(async () => {
  live = await openLive();
});
afterAll(() => live.close());

const send = (method: string, path: string, encoding: string, body: Buffer) =>
  fetch(`${live.base}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${live.rootToken}`,
      'content-type': path.startsWith('/objects') ? 'application/octet-stream' : 'application/json',
      'content-encoding': encoding,
    },
    body,
  });
const workspace = (name: string) => Buffer.from(JSON.stringify({ data: { type: 'workspaces', attributes: { name } } }));

test.each([
  ['POST', '/api/v2/organizations/default/workspaces'],
  ['PUT', '/objects/v1/object/urUUUUUUUUUUUUUUUUzzzzzz.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'],
  ['POST', '/graphql'],
  ['POST', '/v1/sys/mounts/pki'],
  ['POST', '/nowhere'],
])('%s %s takes no compressed body', async (method, path) => {
  for (const encoding of ['gzip', 'GZIP', 'br', 'identity, gzip', 'deflate']) {
    const refused = await send(method, path, encoding, gzipSync(workspace('packed')));
    expect(refused.status).toBe(415);
    expect(refused.headers.get('accept-encoding')).toBe('identity');
    expect(await refused.text()).toContain('must not be compressed');
  }
});

test('identity is no compression', async () => {
  const path = '/api/v2/organizations/default/workspaces';
  expect((await send('POST', path, 'identity', workspace('plain'))).status).toBe(201);
  expect((await send('POST', path, '', workspace('plainer'))).status).toBe(201);
});
