import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { utf8String } from '../../../src/pki/x509/der-writer.js';
import { Name } from '../../../src/pki/x509/index.js';
import { body, device, openEst } from './live.js';
import type { EstForTests } from './live.js';
import { refuses } from './refused.js';
import { attributeTypes } from './requests.js';
import type { RequestWish } from './requests.js';

let est: EstForTests;
beforeAll(async () => {
  est = await openEst({ TRUSTATE_FAILED_SIGN_INS: 'off' });
});
afterAll(() => est.close());

describe('who', () => {
  test('sends nothing is asked for a name and a password', async () => {
    const answer = await est.est('POST', 'simpleenroll', { body: await body() });
    expect(answer).toMatchObject({
      status: 401,
      headers: { 'www-authenticate': 'Basic realm="EST", charset="UTF-8"' },
    });
  });

  test.each([
    ['a wrong password', { ...device, password: 'wrong' }],
    ['a name that nobody has', { user: 'nobody', password: device.password }],
    ['an empty password', { user: device.user, password: '' }],
    ['the name in another case with a blank', { user: ' router', password: device.password }],
  ])('has %s gets one and the same refusal', async (_what, sent) => {
    await refuses(
      est,
      'simpleenroll',
      { ...sent, body: await body() },
      401,
      /^the name or the password is not accepted$/,
    );
  });

  test('has no right to the path', async () => {
    const stranger = { user: 'stranger', password: device.password };
    await refuses(est, 'simpleenroll', { ...stranger, body: await body() }, 403, /^permission denied$/);
    await refuses(est, 'simpleenroll', { ...stranger, body: 'garbage!' }, 403, /^permission denied$/);
  });

  test.each([
    ['two of them', ['Basic cm91dGVyOng=', 'Basic cm91dGVyOnk='], 400],
    ['no colon', 'Basic cm91dGVy', 400],
    ['no base64', 'Basic !!!', 400],
    ['letters that are not UTF-8', 'Basic /zr/', 400],
    ['a line break', `Basic ${Buffer.from('a:b\n').toString('base64')}`, 400],
    ['too much', `Basic ${'QUJD'.repeat(2_000)}`, 400],
    ['another scheme', 'Bearer abc', 401],
  ])('sends an Authorization with %s', async (_what, authorization, status) => {
    await refuses(est, 'simpleenroll', { headers: { authorization }, body: await body() }, status, /./);
  });

  test('has not all of a long password', async () => {
    const password = 'long '.repeat(800).padEnd(4_096, 'x');
    await est.ask('POST', 'auth/devices/users/patient', { password, token_policies: 'enroll' });
    const patient = { user: 'patient', password };
    expect((await est.est('POST', 'simpleenroll', { ...patient, body: await body() })).status).toBe(200);
    for (const other of [`${password.slice(0, -1)}y`, `${password}x`, password.slice(0, 3_050)])
      await refuses(est, 'simpleenroll', { ...patient, password: other, body: await body() }, 401, /is not accepted$/);
  });

  test('sends a token in place of a password', async () => {
    const headers = { 'x-vault-token': est.live.rootToken };
    await refuses(est, 'simpleenroll', { headers, body: await body() }, 401, /./);
  });

  test('shows a certificate that the method does not trust', async () => {
    await refuses(
      est,
      'simpleenroll',
      { held: await est.ofAnother(), body: await body() },
      401,
      /client certificate is not accepted/,
    );
  });

  test('speaks without TLS', async () => {
    for (const path of ['cacerts', 'csrattrs', 'simpleenroll']) {
      const isPost = path === 'simpleenroll';
      const answer = await fetch(`${est.live.base}/.well-known/est/${path}`, {
        method: isPost ? 'POST' : 'GET',
        ...(isPost && { body: await body(), headers: { 'content-type': 'application/pkcs10' } }),
      });
      expect([answer.status, await answer.text()]).toEqual([403, 'EST is spoken over HTTPS only\n']);
    }
  });
});

describe('rules about parameters', () => {
  const limited = 'path "pki/est/*" { capabilities = ["update"] allowed_parameters = { "common_name" = ["r1.*"] } }';

  beforeAll(async () => {
    await est.ask('POST', 'sys/policies/acl/limited', {
      policy: limited.replace('pki/est/*', 'pki/roles/routers/est/*'),
    });
    await est.ask('POST', 'auth/devices/users/limited', { password: device.password, token_policies: 'limited' });
    await est.ask('POST', 'pki/config/est', { enable_sentinel_parsing: true, audit_fields: ['common_name'] });
  });
  afterAll(() => est.ask('POST', 'pki/config/est', { enable_sentinel_parsing: false }));

  test('look at what is asked for', async () => {
    const who = { user: 'limited', password: device.password };
    expect((await est.est('POST', 'simpleenroll', { ...who, body: await body() })).status).toBe(200);
    const wish = { subject: Name.of({ commonName: 'r2.net.example' }), names: [] };
    await refuses(est, 'simpleenroll', { ...who, body: await body(wish) }, 403, /^permission denied$/);
  });
});

test('whoever fails too often is told to wait', async () => {
  const limited = await openEst({ TRUSTATE_FAILED_SIGN_INS: '3' });
  try {
    const wrong = { user: device.user, password: 'wrong', body: await body() };
    const answers = [];
    for (let tries = 0; tries < 5; tries += 1) answers.push(await limited.est('POST', 'simpleenroll', wrong));
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 429, 429]);
    expect(Number(answers[4]?.headers['retry-after'])).toBeGreaterThan(0);
    expect((await limited.est('GET', 'cacerts')).status).toBe(200);
  } finally {
    await limited.close();
  }
});

describe('behind a proxy that ends TLS', () => {
  let behind: EstForTests;
  beforeAll(async () => {
    behind = await openEst({
      TRUSTATE_TRUSTED_PROXIES: '127.0.0.1',
      TRUSTATE_CLIENT_CERTIFICATE_HEADER: 'X-Client-Cert',
    });
  });
  afterAll(() => behind.close());

  const authorization = `Basic ${Buffer.from(`${device.user}:${device.password}`).toString('base64')}`;
  async function ask(operation: string, headers: Readonly<Record<string, string>>, wish: RequestWish = {}) {
    const answer = await fetch(`${behind.live.base}/.well-known/est/${operation}`, {
      method: 'POST',
      body: await body(wish),
      headers: { 'content-type': 'application/pkcs10', ...headers },
    });
    return { status: answer.status, text: await answer.text() };
  }

  test('only what the proxy says of the scheme counts', async () => {
    expect((await ask('simpleenroll', { authorization, 'x-forwarded-proto': 'https' })).status).toBe(200);
    expect((await ask('simpleenroll', { authorization })).status).toBe(403);
    expect((await ask('simpleenroll', { authorization, 'x-forwarded-proto': 'http' })).status).toBe(403);
  });

  test('a certificate of the proxy is not that of its client', async () => {
    const held = await behind.enrolled();
    expect((await behind.est('POST', 'simplereenroll', { held, body: await body() })).status).toBe(401);
    const said = { 'x-forwarded-proto': 'https', 'x-client-cert': encodeURIComponent(held.certificate) };
    expect((await ask('simplereenroll', said)).status).toBe(200);
  });

  test('a request that is tied to a connection cannot be checked', async () => {
    const attributes = [[attributeTypes.challengePassword, utf8String('AAAA')]] as const;
    const { status, text } = await ask('simpleenroll', { authorization, 'x-forwarded-proto': 'https' }, { attributes });
    expect([status, text]).toEqual([403, expect.stringContaining('behind a proxy')]);
  });
});
