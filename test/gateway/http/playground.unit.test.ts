import { existsSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contentSecurityPolicy } from '../../../src/gateway/http/playground.js';
import { runGateway } from '../fixture.js';
import type { Running } from '../fixture.js';

const built = existsSync(new URL('../../../dist/playground/index.html', import.meta.url));
let at: Running;
beforeAll(async () => {
  at = await runGateway();
});
afterAll(() => at.gateway.close());

const page = (accept: string) => fetch(`${at.url}/`, { headers: { accept } });

test('a browser gets the page, which may load from this server alone', async () => {
  const response = await page('text/html,application/xhtml+xml,*/*;q=0.8');
  expect(response.status).toBe(built ? 200 : 503);
  expect(response.headers.get('content-security-policy')).toBe(contentSecurityPolicy);
  expect(response.headers.get('cache-control')).toBe(built ? 'no-cache' : 'no-store');
  expect(contentSecurityPolicy).not.toContain('http');
  expect(contentSecurityPolicy).toMatch(/^default-src 'none'; script-src 'self';/);
  expect(await response.text()).toContain(built ? '<title>Trustate</title>' : 'is being built');
});

test('everybody else gets the paths of the API', async () => {
  const response = await page('*/*');
  expect(await response.json()).toEqual({
    graphql: '/graphql',
    state: '/api/v2',
    certificates: '/v1',
    health: '/healthz',
  });
});

const opened = (search: string, accept: string, method = 'GET') =>
  fetch(`${at.url}/graphql${search}`, { method, headers: { accept }, redirect: 'manual' });
const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

test('a browser that opens /graphql is sent to the page', async () => {
  const response = await opened('', browser);
  expect(response.status).toBe(303);
  expect(response.headers.get('location')).toBe('/');
  expect(response.headers.get('vary')).toContain('accept');
  expect(response.headers.get('cache-control')).toBe('no-store');
});

test.each([
  ['', '*/*'],
  ['', 'application/json'],
  ['', 'application/graphql-response+json, application/json'],
  ['', 'text/event-stream'],
  ['?query=%7B__typename%7D', browser],
  ['?extensions=%7B%22persistedQuery%22%3A%7B%22version%22%3A1%2C%22sha256Hash%22%3A%22a%22%7D%7D', browser],
])('/graphql%s for %s is no page', async (search, accept) => {
  expect((await opened(search, accept)).status).not.toBe(303);
});

test('only what is opened is sent there, not what is posted', async () => {
  expect((await opened('', browser, 'POST')).status).not.toBe(303);
});

test.runIf(built)('its files are compressed as the browser takes them', async () => {
  const [, script = ''] = /src="([^"]+)"/.exec(await (await page('text/html')).text()) ?? [];
  const sizes = await Promise.all(
    ['br', 'gzip', 'identity'].map(async (encoding) => {
      const { headers } = await fetch(`${at.url}${script}`, {
        method: 'HEAD',
        headers: { 'accept-encoding': encoding },
      });
      expect(headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding);
      expect(headers.get('content-type')).toContain('javascript');
      expect(headers.get('vary')?.toLowerCase()).toContain('accept-encoding');
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(headers.get('content-security-policy')).toBe(contentSecurityPolicy);
      expect(headers.get('etag')).not.toBeNull();
      return Number(headers.get('content-length'));
    }),
  );
  expect(sizes).toEqual(sizes.toSorted((one, other) => one - other));
});

test.runIf(built)('its files are kept for a year, and nothing else is served', async () => {
  const [, script = ''] = /src="([^"]+)"/.exec(await (await page('text/html')).text()) ?? [];
  const file = await fetch(`${at.url}${script}`);
  expect(file.status).toBe(200);
  expect(file.headers.get('content-type')).toContain('javascript');
  expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  for (const other of ['/playground/', '/playground/../main.js', '/playground/%2e%2e/main.js', '/playground/no.js']) {
    expect((await fetch(`${at.url}${other}`)).status).toBe(404);
  }
});
