import { existsSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contentSecurityPolicy } from '../../../src/gateway/http/playground.js';
import { runGateway } from '../fixture.js';
import type { Running } from '../fixture.js';

const built = existsSync(new URL('../../../dist/playground/assets', import.meta.url));
let at: Running;
beforeAll(async () => {
  at = await runGateway();
});
afterAll(() => at.gateway.close());

const page = (accept: string) => fetch(`${at.url}/`, { headers: { accept } });

test('a browser gets the page, which may load from this server alone', async () => {
  const response = await page('text/html,application/xhtml+xml,*/*;q=0.8');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-security-policy')).toBe(contentSecurityPolicy);
  expect(response.headers.get('cache-control')).toBe('no-cache');
  expect(contentSecurityPolicy).not.toContain('http');
  expect(contentSecurityPolicy).toMatch(/^default-src 'none'; script-src 'self';/);
  expect(await response.text()).toContain(built ? '<title>Trustate</title>' : 'was not built');
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
