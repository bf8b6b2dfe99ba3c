import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { gate } from '../gate.js';
import { Senders } from '../../src/gateway/http/senders.js';
import { presentedToken } from '../../src/gateway/context.js';
import type { GatewaySettings } from '../../src/gateway/ports.js';
import type { Caller } from '../../src/identity/caller.js';
import { caller, runGateway } from './fixture.js';
import type { Running } from './fixture.js';
import type { GatewayDeps } from '../../src/gateway/gateway.js';

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

test('who sent a request is looked at once', async () => {
  const looked = vi.spyOn(Senders.prototype, 'senderOf');
  const { gateway, url } = await runGateway();
  const query = '{ boats(first: 1) { nodes { name } } }';
  const headers = { authorization: 'Bearer good', 'content-type': 'application/json' };
  const { status } = await fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) });
  expect([status, looked.mock.calls.length]).toEqual([200, 1]);
  looked.mockRestore();
  await gateway.close();
});

test('healthz and readyz', async () => {
  expect(await (await fetch(`${running.url}/healthz`)).json()).toEqual({ status: 'ok' });
  expect(await (await fetch(`${running.url}/readyz`)).json()).toEqual({ status: 'ready', checks: { database: 'ok' } });
});

/** `administrator` is a site administrator's token, `made` one that she made for a few policies, `good` anybody's. */
const withAdministrator: GatewayDeps['authenticate'] = (token, origin) => {
  const known: Partial<Caller> | undefined = {
    administrator: { siteAdmin: true },
    made: { siteAdmin: true, kind: 'restricted' as const },
    good: {},
  }[token];
  return Promise.resolve(known ? { ...caller, ...known, epoch: '0', origin } : null);
};
const metricsToken = 'prometheus-alone-reads-this';

test.each<[GatewaySettings['metrics'], Readonly<Record<string, number>>]>([
  [undefined, { '': 401, bad: 401, good: 403, made: 403, administrator: 200, [metricsToken]: 401 }],
  [
    { who: 'administrators', token: metricsToken },
    { '': 401, bad: 401, good: 403, administrator: 200, [metricsToken]: 200 },
  ],
  [{ who: 'open' }, { '': 200, bad: 200 }],
  [
    { who: 'off', token: metricsToken },
    { '': 404, administrator: 404, [metricsToken]: 404 },
  ],
])('metrics, where %j: who reads them', async (metrics, expected) => {
  const { gateway, url } = await runGateway(metrics ? { metrics } : {}, { authenticate: withAdministrator });
  await fetch(`${url}/readyz`);
  const seen: Record<string, number> = {};
  for (const token of Object.keys(expected)) {
    const response = await fetch(
      `${url}/metrics`,
      token === '' ? {} : { headers: { authorization: `Bearer ${token}` } },
    );
    seen[token] = response.status;
    const text = await response.text();
    expect(text.includes('trustate_http_requests_total{method="GET",route="/readyz",status="200"} 1')).toBe(
      response.status === 200,
    );
  }
  expect(seen).toEqual(expected);
  await gateway.close();
});

test.each([
  [true, 503, 'not ready'],
  // All servers of an installation share it: a balancer that took them out would take out all.
  [false, 200, 'degraded'],
])('a check that fails, essential %s: its status, what failed, and in the log why', async (essential, code, status) => {
  const broken = await runGateway(
    {},
    { ready: [{ name: 'objects', essential, check: () => Promise.reject(new Error('disk full')) }] },
  );
  const response = await fetch(`${broken.url}/readyz`);
  expect(response.status).toBe(code);
  expect(await response.json()).toEqual({ status, checks: { objects: 'failed' } });
  expect(broken.logged.join('')).toContain('disk full');
  await broken.gateway.close();
});

test('however often it is asked for, the log says once that a check fails and once that it does no longer', async () => {
  let works = false;
  const check = () => (works ? Promise.resolve() : Promise.reject(new Error('disk full')));
  const { gateway, logged, url } = await runGateway({}, { ready: [{ name: 'objects', check }] });
  const said = (text: string) => logged.join('').split(text).length - 1;
  for (let n = 0; n < 20; n += 1) await fetch(`${url}/readyz`);
  expect([said('"not ready"'), said('"ready again"')]).toEqual([1, 0]);
  works = true;
  for (let n = 0; n < 5; n += 1) expect((await fetch(`${url}/readyz`)).status).toBe(200);
  expect([said('"not ready"'), said('"ready again"')]).toEqual([1, 1]);
  works = false;
  await fetch(`${url}/readyz`);
  expect([said('"not ready"'), said('"ready again"')]).toEqual([2, 1]);
  await gateway.close();
});

test('a check that hangs is begun once, however many ask', async () => {
  const check = vi.fn<() => Promise<void>>(() => new Promise(() => undefined));
  const hanging = await runGateway({}, { ready: [{ name: 'objects', check }] });
  const answers = await Promise.all([1, 2, 3].map(() => fetch(`${hanging.url}/readyz`)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(check).toHaveBeenCalledOnce();
  await hanging.gateway.close();
});

test('what is in flight is answered before the server stops', async () => {
  const [begun, done] = [gate(), gate()];
  const check = () => {
    begun.open();
    return done.opened;
  };
  const stopping = await runGateway({}, { ready: [{ name: 'slow', check }] });
  const asked = fetch(`${stopping.url}/readyz`);
  await begun.opened;
  const closed = stopping.gateway.close();
  done.open();
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

test('HTTPS shares everything with HTTP, and takes a new certificate while it runs', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'trustate-https-'));
  const certificate = (name: string) => {
    const [key, cert] = [path.join(folder, `${name}.key`), path.join(folder, `${name}.pem`)];
    const subject = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=DNS:localhost', '-days', '1', '-nodes'];
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
    execFileSync('openssl', ['req', '-x509', ...curve, '-keyout', key, '-out', cert, ...subject], { stdio: 'ignore' });
    return { certificate: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
  };
  const first = certificate('first');
  const { gateway } = await runGateway();
  const { https } = await gateway.listen({ host: '127.0.0.1', httpPort: null, https: { port: 0, ...first } });
  const read = (ca: string) =>
    new Promise<string>((resolve, reject) => {
      const headers = { host: `localhost:${https!.port}`, authorization: 'Bearer good' };
      const options = {
        host: '127.0.0.1',
        servername: 'localhost',
        port: https!.port,
        path: '/api/v2/boats',
        headers,
        ca,
        agent: false,
      };
      get(options, (response) => {
        response.setEncoding('utf8');
        let text = '';
        response
          .on('data', (chunk: string) => (text += chunk))
          .on('end', () => {
            resolve(text);
          });
      }).on('error', reject);
    });
  expect(await read(first.certificate)).toContain(`"self":"https://localhost:${https!.port}/api/v2/boats?`);
  const second = certificate('second');
  gateway.renewCertificate(second);
  expect(await read(second.certificate)).toContain('"data":[');
  await expect(read(first.certificate)).rejects.toThrow();
  await gateway.close();
  rmSync(folder, { recursive: true });
});

test.each([
  [['127.0.0.0/8'], 'https://proxied.example'],
  [['10.0.0.0/8'], null],
  [[], null],
])('X-Forwarded headers count only where the proxy is trusted: %j', async (trustedProxies, expected) => {
  const { gateway, url } = await runGateway({ trustedProxies });
  const headers = { authorization: 'Bearer good', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'proxied.example' };
  const { links } = (await (await fetch(`${url}/api/v2/boats`, { headers })).json()) as { links: { self: string } };
  expect(new URL(links.self).origin).toBe(expected ?? url);
  await gateway.close();
});
