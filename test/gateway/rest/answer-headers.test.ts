import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { pkiRoutes } from '../../../src/gateway/rest/vault/routes.js';
import { hostedStateRoutes, stateRoutes } from '../../../src/gateway/rest/terraform/routes.js';
import { openLive } from './live.js';
import type { Live } from './live.js';

let live: Live;
beforeAll(async () => {
  live = await openLive({ TRUSTATE_MAX_BODY_SIZE: '1KiB' });
});
afterAll(() => live.close());

const filled = (path: string) => path.replaceAll(/\/[:*]\w+\?/g, '').replaceAll(/[:*]\w+/g, 'nothing');
const methods = { read: 'GET', list: 'GET', update: 'POST', patch: 'PATCH', delete: 'DELETE' } as const;

/** Every path that there is, as it is asked for. */
const asked: readonly (readonly [method: string, path: string])[] = [
  ...[...stateRoutes.routes, ...hostedStateRoutes.routes].map(
    ({ method, path }) => [method, `/api/v2${filled(path)}`] as const,
  ),
  ...pkiRoutes.system.map(
    ({ verb, path }) => [methods[verb], `/v1/${filled(path)}${verb === 'list' ? '?list=true' : ''}`] as const,
  ),
  ...pkiRoutes.mount.map(
    ({ verb, path }) => [methods[verb], `/v1/pki/${filled(path)}${verb === 'list' ? '?list=true' : ''}`] as const,
  ),
  ['POST', '/graphql'],
  ['GET', '/graphql?query={node(id:"x"){id}}'],
  ['PUT', '/graphql'],
  ['GET', '/metrics'],
  ['GET', '/healthz'],
  ['GET', '/readyz'],
  ['GET', '/.well-known/terraform.json'],
  ['GET', '/objects/v1/object/nothing'],
  ['PUT', '/objects/v1/object/nothing'],
  ['GET', '/'],
  ['GET', '/nowhere'],
  ['GET', '/%zz'],
  ['GET', '/api/v2/%zz'],
  ['GET', '/v1/nowhere/x'],
  ['OPTIONS', '/graphql'],
];

/** Absent, or what it has to be. */
const expected = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  server: null,
  'x-powered-by': null,
  'strict-transport-security': null,
} as const;

const told = ({ headers }: Response) =>
  Object.fromEntries(Object.keys(expected).map((name) => [name, headers.get(name)]));

test.each([
  ['nobody', {}],
  ['somebody with a wrong token', { authorization: 'Bearer wrong' }],
  ['root', { 'x-service-token': 'root' }],
])('no answer to %s may be kept', async (who, headers) => {
  const token = who === 'root' ? { 'x-service-token': live.rootToken } : headers;
  const seen: [string, object][] = [];
  for (const [method, path] of asked) {
    const response = await fetch(`${live.base}${path}`, { method, headers: token });
    await response.arrayBuffer();
    seen.push([`${method} ${path}`, told(response)]);
  }
  expect(seen.length).toBeGreaterThan(150);
  expect(seen).toEqual(seen.map(([what]) => [what, expected]));
});

test.each([
  ['too large', '/api/v2/organizations', 'x'.repeat(2_000), 'application/vnd.api+json', 413],
  ['too large', '/graphql', 'x'.repeat(2_000), 'application/json', 413],
  ['too large', '/v1/pki/issue/web', 'x'.repeat(2_000), 'application/json', 413],
  ['of a wrong type', '/graphql', 'x', 'text/plain', 415],
  ['of a wrong type', '/api/v2/organizations', 'x', 'text/plain', 415],
])('nor when a body is %s: %s', async (_why, path, body, type, status) => {
  const headers = { 'x-service-token': live.rootToken, 'content-type': type };
  const response = await fetch(`${live.base}${path}`, { method: 'POST', headers, body });
  expect([response.status, told(response)]).toEqual([status, expected]);
});

const created = z.object({ data: z.object({ id: z.string(), attributes: z.looseObject({}) }) });

describe('on a server that nobody has taken apart', () => {
  let whole: Live;
  beforeAll(async () => {
    whole = await openLive();
  });
  afterAll(() => whole.close());

  test('nor state, whole or in part, nor a stream of events', async () => {
    const attributes = { name: 'kept' };
    const made = created.parse(
      (await whole.call('POST', '/organizations/default/workspaces', { data: { type: 'workspaces', attributes } }))
        .body,
    );
    await whole.call('POST', `/workspaces/${made.data.id}/actions/lock`);
    const state = JSON.stringify({ version: 4, serial: 1, lineage: 'l', outputs: {}, resources: [] });
    const md5 = createHash('md5').update(state).digest('hex');
    const version = { serial: 1, md5, lineage: 'l', state: Buffer.from(state).toString('base64') };
    const pushed = await whole.call('POST', `/workspaces/${made.data.id}/state-versions`, {
      data: { type: 'state-versions', attributes: version },
    });
    const url = z.string().parse(created.parse(pushed.body).data.attributes['hosted-state-download-url']);
    for (const headers of [{}, { range: 'bytes=0-3' }, { range: 'bytes=9999-' }, { 'if-match': '"other"' }]) {
      const response = await fetch(url, { headers: new Headers(headers) });
      await response.arrayBuffer();
      expect(told(response)).toEqual(expected);
    }
    const stream = await fetch(`${whole.base}/graphql`, {
      method: 'POST',
      headers: { 'x-service-token': whole.rootToken, accept: 'text/event-stream', 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ __typename }' }),
    });
    expect(stream.headers.get('cache-control')).toBe('no-store, no-transform');
    await stream.text();
  });

  test('what everybody may have may be kept: certificates and CRLs are asked for again, OCSP says how long', async () => {
    await whole.vault('POST', 'pki/root/generate/internal', { common_name: 'Root', key_type: 'ec' });
    for (const path of ['ca', 'ca/pem', 'crl', 'issuer/default/json', 'cert/ca']) {
      const response = await fetch(`${whole.base}/v1/pki/${path}`);
      expect([path, response.status, response.headers.get('cache-control')]).toEqual([path, 200, 'no-cache']);
    }
  });
});

test.each([
  ['off', 'https', null],
  ['365d', 'https', 'max-age=31536000'],
  // Said in the clear it would not count.
  ['365d', 'http', null],
])('with TRUSTATE_HSTS=%s an answer over %s says %s', async (hsts, scheme, shown) => {
  const other = await openLive({ TRUSTATE_HSTS: hsts, TRUSTATE_TRUSTED_PROXIES: '127.0.0.1,::1' });
  const response = await fetch(`${other.base}/healthz`, { headers: { 'x-forwarded-proto': scheme } });
  expect(response.headers.get('strict-transport-security')).toBe(shown);
  await other.close();
});
