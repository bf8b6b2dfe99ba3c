import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { presentedToken } from '../../src/gateway/context.js';
import { runGateway } from './fixture.js';
import type { Running } from './fixture.js';

let running: Running;
beforeAll(async () => {
  running = await runGateway();
});
afterAll(() => running.gateway.close());

test.each([
  [{ 'x-service-token': 's', 'x-vault-token': 'v', authorization: 'Bearer b' }, 's'],
  [{ 'x-vault-token': 'v', authorization: 'Bearer b' }, 'v'],
  [{ authorization: 'Bearer b' }, 'b'],
  [{ authorization: 'bearer  b ' }, 'b'],
  [{ authorization: 'Basic Yg==' }, ''],
  [{}, null],
])('the token of %j is %j', (headers, token) => {
  expect(presentedToken(headers)).toBe(token);
});

test('healthz, readyz and metrics', async () => {
  expect(await (await fetch(`${running.url}/healthz`)).json()).toEqual({ status: 'ok' });
  expect(await (await fetch(`${running.url}/readyz`)).json()).toEqual({ status: 'ready', checks: { database: 'ok' } });
  const metrics = await (await fetch(`${running.url}/metrics`)).text();
  expect(metrics).toContain('trustate_http_requests_total{method="GET",route="/readyz",status="200"} 1');
});

test('not ready says what failed, and the log why', async () => {
  const broken = await runGateway(
    {},
    { ready: [{ name: 'objects', check: () => Promise.reject(new Error('disk full')) }] },
  );
  const response = await fetch(`${broken.url}/readyz`);
  expect(response.status).toBe(503);
  expect(await response.json()).toEqual({ status: 'not ready', checks: { objects: 'failed' } });
  expect(broken.logged.join('')).toContain('disk full');
  await broken.gateway.close();
});

test('what is in flight is answered before the server stops', async () => {
  const stopping = await runGateway(
    {},
    { ready: [{ name: 'slow', check: () => new Promise((resolve) => setTimeout(resolve, 300)) }] },
  );
  const asked = fetch(`${stopping.url}/readyz`);
  await new Promise((resolve) => setTimeout(resolve, 100));
  const closed = stopping.gateway.close();
  expect((await asked).status).toBe(200);
  await closed;
  const { port } = new URL(stopping.url);
  await new Promise<void>((resolve, reject) => {
    connect(Number(port), '127.0.0.1')
      .on('error', () => {
        resolve();
      })
      .on('connect', () => {
        reject(new Error('still listening'));
      });
  });
});

test('a taken port is an error of the caller of listen', async () => {
  const second = await runGateway();
  const { port } = new URL(running.url);
  await expect(second.gateway.listen({ host: '127.0.0.1', httpPort: Number(port), https: null })).rejects.toMatchObject(
    { code: 'EADDRINUSE' },
  );
});

test('every request has an id', async () => {
  const given = await fetch(`${running.url}/nowhere`, { headers: { 'x-request-id': 'abc' } });
  expect(given.headers.get('x-request-id')).toBe('abc');
  expect(given.status).toBe(404);
  const hostile = await fetch(`${running.url}/nowhere`, { headers: { 'x-request-id': 'a b"c' } });
  expect(hostile.headers.get('x-request-id')).not.toBe('a b"c');
});
