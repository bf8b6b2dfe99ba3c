import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runGateway } from '../fixture.js';
import type { Running } from '../fixture.js';

const portal = 'https://portal.example.com';
const other = 'https://evil.example';

const preflight = (at: Running, origin: string, method: string) =>
  fetch(`${at.url}/graphql`, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization,content-type',
    },
  });
const call = (at: Running, origin: string) => fetch(`${at.url}/healthz`, { headers: { origin } });

describe('with an allowed origin', () => {
  let at: Running;
  beforeAll(async () => {
    at = await runGateway({ origins: [portal] });
  });
  afterAll(() => at.gateway.close());

  test('its pages may ask first, and call', async () => {
    const asked = await preflight(at, portal, 'POST');
    expect(asked.status).toBe(204);
    expect(asked.headers.get('access-control-allow-origin')).toBe(portal);
    expect(asked.headers.get('access-control-allow-headers')).toBe('authorization,content-type');
    expect(asked.headers.get('access-control-allow-methods')).toContain('PUT');
    const called = await call(at, portal);
    expect(called.headers.get('access-control-allow-origin')).toBe(portal);
    expect(called.headers.get('access-control-expose-headers')).toContain('retry-after');
  });

  test('cookies are never let through', async () => {
    for (const answer of [await preflight(at, portal, 'POST'), await call(at, portal)]) {
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    }
  });

  test('pages of others may not', async () => {
    for (const answer of [await preflight(at, other, 'POST'), await call(at, other)]) {
      expect(answer.headers.get('access-control-allow-origin')).not.toBe(other);
      expect(answer.headers.get('access-control-allow-origin')).not.toBe('*');
    }
  });
});

test('by default no other origin may', async () => {
  const at = await runGateway();
  for (const answer of [await preflight(at, portal, 'POST'), await call(at, portal)]) {
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  }
  await at.gateway.close();
});
