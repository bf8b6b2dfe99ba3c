import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { octetString, utf8String } from '../../../src/pki/x509/der-writer.js';
import { basicConstraints, Name } from '../../../src/pki/x509/index.js';
import { makeKey } from '../x509/authority.js';
import { body, device, openEst, partsOf, router } from './live.js';
import type { EstForTests, Held, Sent } from './live.js';
import { attributeTypes, capabilities, dns } from './requests.js';
import type { RequestWish } from './requests.js';

let est: EstForTests;
beforeAll(async () => {
  est = await openEst({ TRUSTATE_FAILED_SIGN_INS: 'off' });
});
afterAll(() => est.close());

/** Nothing is issued to who is refused. */
async function certificates(): Promise<number> {
  const { body: listed } = await est.vault('LIST', 'pki/certs');
  return JSON.stringify(listed).split('":"').length + JSON.stringify(listed).split(',').length;
}

async function refuses(path: string, sent: Sent, status: number, text: RegExp | string): Promise<void> {
  const before = await certificates();
  const answer = await est.est('POST', path, sent);
  expect([answer.status, answer.text.trimEnd()]).toEqual([status, expect.stringMatching(text)]);
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(await certificates()).toBe(before);
}

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
    await refuses('simpleenroll', { ...sent, body: await body() }, 401, /^the name or the password is not accepted$/);
  });

  test('has no right to the path', async () => {
    const stranger = { user: 'stranger', password: device.password };
    await refuses('simpleenroll', { ...stranger, body: await body() }, 403, /^permission denied$/);
    await refuses('simpleenroll', { ...stranger, body: 'garbage!' }, 403, /^permission denied$/);
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
    await refuses('simpleenroll', { headers: { authorization }, body: await body() }, status, /./);
  });

  test('has not all of a long password', async () => {
    const password = 'long '.repeat(800).padEnd(4_096, 'x');
    await est.ask('POST', 'auth/devices/users/patient', { password, token_policies: 'enroll' });
    const patient = { user: 'patient', password };
    expect((await est.est('POST', 'simpleenroll', { ...patient, body: await body() })).status).toBe(200);
    for (const other of [`${password.slice(0, -1)}y`, `${password}x`, password.slice(0, 3_050)])
      await refuses('simpleenroll', { ...patient, password: other, body: await body() }, 401, /is not accepted$/);
  });

  test('sends a token in place of a password', async () => {
    const headers = { 'x-vault-token': est.live.rootToken };
    await refuses('simpleenroll', { headers, body: await body() }, 401, /./);
  });

  test('shows a certificate that the method does not trust', async () => {
    await refuses(
      'simpleenroll',
      { held: await ofAnother(), body: await body() },
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

/** A certificate for the same name of another mount. */
async function ofAnother(): Promise<Held> {
  await est.vault('POST', 'sys/mounts/elsewhere', { type: 'pki' });
  await est.vault('POST', 'elsewhere/root/generate/internal', { common_name: 'Other', key_type: 'ec' });
  await est.vault('POST', 'elsewhere/roles/any', { allow_any_name: true, key_type: 'ec', ttl: '1h' });
  const answer = await est.ask('POST', 'elsewhere/issue/any', { common_name: 'r1.net.example', format: 'pem' });
  const { data } = answer as { data: { certificate: string; private_key: string } };
  return { certificate: data.certificate, key: createPrivateKey(data.private_key) };
}

describe('a request', () => {
  test.each([
    ['nothing', ''],
    ['no base64', 'not base64!'],
    ['base64 of nothing', 'QUJD'],
    ['PEM', '-----BEGIN CERTIFICATE REQUEST-----\nQUJD\n-----END CERTIFICATE REQUEST-----\n'],
    ['octets', Buffer.from([0x30, 0x82, 0, 0])],
  ])('with %s', async (_what, sent) => {
    await refuses('simpleenroll', { ...device, body: sent }, 400, /signing request/);
  });

  test('whose signature is not that of its key', async () => {
    const der = Buffer.from(await body(), 'base64');
    der[der.length - 1] = (der.at(-1) ?? 0) ^ 1;
    await refuses('simpleenroll', { ...device, body: der.toString('base64') }, 400, /cannot be used/);
  });

  test.each([
    [
      'a name that the role does not allow',
      { names: dns('r1.net.example', 'evil.example') },
      /evil\.example not allowed/,
    ],
    ['a common name that it does not allow', { subject: Name.of({ commonName: 'evil.example' }) }, /evil\.example not/],
    ['to be an authority', { extensions: [basicConstraints({ ca: true })] }, /certificate authority/],
  ])('that asks for %s', async (_what, wish, text) => {
    await refuses('simpleenroll', { ...device, body: await body(wish) }, 400, text);
    await refuses('serverkeygen', { ...device, body: await body(wish) }, 400, text);
  });

  test('with a key that the role does not take', async () => {
    const key = await makeKey('rsa-2048');
    await refuses('simpleenroll', { ...device, body: await body({ key }) }, 400, /role requires keys of type ec/);
  });

  test('for an authority, verbatim', async () => {
    const wish = { subject: router, extensions: [basicConstraints({ ca: true })] };
    await refuses('all/simpleenroll', { ...device, body: await body(wish) }, 400, /certificate authority/);
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/json'])('of type %s', async (type) => {
    const headers = { 'content-type': type };
    await refuses('simpleenroll', { ...device, headers, body: await body() }, 415, /application\/pkcs10/);
  });

  test('that is too large', async () => {
    await refuses('simpleenroll', { ...device, body: 'A'.repeat(70_000) }, 413, /./);
    const below = await est.est('POST', '/v1/pki/est/simpleenroll', { ...device, body: 'A'.repeat(70_000) });
    expect(below.status).toBe(413);
  });

  test('that is compressed', async () => {
    const headers = { 'content-encoding': 'gzip' };
    expect((await est.est('POST', 'simpleenroll', { ...device, headers, body: await body() })).status).toBe(415);
  });

  test.each(['PUT', 'GET', 'DELETE', 'PATCH'])('by %s', async (method) => {
    const { status, headers } = await est.est(method, 'simpleenroll', device);
    expect([status, headers['allow']]).toEqual([405, 'POST']);
  });

  test('by POST for what is read', async () => {
    const { status, headers } = await est.est('POST', 'cacerts', { ...device, body: '' });
    expect([status, headers['allow']]).toEqual([405, 'GET, HEAD']);
  });
});

describe('a path', () => {
  test.each([
    '',
    'fullcmc',
    'nothing/cacerts',
    'CACERTS',
    'all/all/cacerts',
    'cacerts/cacerts',
    '__proto__/cacerts',
    'constructor/cacerts',
    '%00/cacerts',
    '%/cacerts',
    `${'a'.repeat(3_000)}/cacerts`,
  ])('%j is not there', async (path) => {
    expect((await est.est('GET', path)).status).toBe(404);
  });

  test('of a role that does not exist', async () => {
    await refuses('/v1/pki/roles/nobody/est/simpleenroll', { ...device, body: await body() }, 404, /nobody/);
  });

  test('of a role that does not exist is read like one of which nothing was said: who has no token learns of neither', async () => {
    await est.ask('POST', 'pki/roles/there', {});
    for (const [method, operation, expected] of [
      ['GET', 'cacerts', 200],
      ['GET', 'csrattrs', 200],
      ['GET', 'simpleenroll', 405],
      ['POST', 'simpleenroll', 401],
    ] as const) {
      const answerOf = async (role: string) => {
        const sent = method === 'POST' ? { body: await body() } : {};
        const { status, text, headers } = await est.est(method, `/v1/pki/roles/${role}/est/${operation}`, sent);
        return { status, text, type: headers['content-type'] };
      };
      const there = await answerOf('there');
      expect([operation, there.status]).toEqual([operation, expected]);
      expect(await answerOf('nobody')).toEqual(there);
    }
    await est.ask('DELETE', 'pki/roles/there');
  });

  test('of a mount where EST is off looks like one of a mount that is not there', async () => {
    await est.ask('POST', 'pki/config/est', { enabled: false });
    const sent = { ...device, body: await body() };
    for (const [method, path, more] of [
      ['GET', 'cacerts', {}],
      ['GET', 'all/cacerts', {}],
      ['POST', 'simpleenroll', sent],
      ['POST', '/v1/pki/est/simpleenroll', sent],
      ['POST', '/v1/pki/roles/routers/est/simpleenroll', sent],
      ['POST', 'nothing/simpleenroll', sent],
    ] as const) {
      const { status, text } = await est.est(method, path, more);
      expect([path, status, text]).toEqual([path, 404, 'there is no EST at this path\n']);
    }
    await est.ask('POST', 'pki/config/est', { enabled: true });
    expect((await est.est('GET', 'cacerts')).status).toBe(200);
  });

  test('whose role was deleted since', async () => {
    await est.ask('POST', 'pki/roles/gone', { allow_any_name: true });
    await est.ask('POST', 'pki/config/est', {
      label_to_path_policy: { ...est.config.label_to_path_policy, gone: 'role:gone' },
    });
    await est.ask('DELETE', 'pki/roles/gone');
    expect((await est.est('GET', 'gone/cacerts')).status).toBe(404);
    await est.ask('POST', 'pki/config/est', { label_to_path_policy: est.config.label_to_path_policy });
  });
});

describe('a renewal', () => {
  test('without a certificate', async () => {
    await refuses('simplereenroll', { ...device, body: await body() }, 403, /showing it as the client certificate/);
  });

  test('of a certificate of another mount, whoever signs in', async () => {
    const held = await ofAnother();
    await refuses('simplereenroll', { ...device, held, body: await body() }, 403, /not one of this mount/);
  });

  test('of a revoked certificate', async () => {
    const held = await est.enrolled();
    await est.ask('POST', 'pki/revoke', { certificate: held.certificate });
    await refuses('simplereenroll', { ...device, held, body: await body() }, 403, /revoked/);
    await refuses('simplereenroll', { held, body: await body() }, 401, /not accepted/);
  });

  test('of an expired certificate', async () => {
    await est.ask('POST', 'pki/roles/brief', { allow_any_name: true, key_type: 'ec', ttl: '1s' });
    const held = await est.enrolled({}, '/v1/pki/roles/brief/est/simpleenroll');
    const end = Date.parse(new X509Certificate(held.certificate).validTo);
    await expect.poll(() => Date.now() > end + 1_000, { timeout: 10_000 }).toBe(true);
    await refuses('simplereenroll', { ...device, held, body: await body() }, 403, /expired/);
    await refuses('simplereenroll', { held, body: await body() }, 401, /not accepted/);
  });

  test('of the certificate of the authority itself', async () => {
    const key = await makeKey('ec-256');
    const made = await est.ask('POST', 'pki/root/sign-intermediate', {
      csr: `-----BEGIN CERTIFICATE REQUEST-----\n${await body({ key })}\n-----END CERTIFICATE REQUEST-----`,
      common_name: 'r1.net.example',
    });
    const { certificate } = (made as { data: { certificate: string } }).data;
    await refuses('simplereenroll', { ...device, held: { certificate, key }, body: await body() }, 403, /authority/);
  });

  test.each([
    ['other names', { names: dns('r2.net.example') }, /does not have dns:r2\.net\.example/],
    ['more names', { names: dns('r1.net.example', 'r2.net.example') }, /does not have dns:r2/],
    ['another subject', { subject: Name.of({ commonName: 'r2.net.example' }) }, /subject/],
    ['a wish for other names', { attributes: [[attributeTypes.changeSubjectName, octetString()]] as const }, /Change/],
  ])('with %s', async (_what, wish, text) => {
    const held = await est.enrolled();
    await refuses('simplereenroll', { held, body: await body(wish) }, 400, text);
  });

  test('of names that the role allows no more', async () => {
    await est.ask('POST', 'pki/roles/changing', { allow_any_name: true, key_type: 'ec' });
    const path = '/v1/pki/roles/changing/est';
    const held = await est.enrolled({}, `${path}/simpleenroll`);
    await est.ask('POST', 'pki/roles/changing', { allowed_domains: 'other.example', key_type: 'ec' });
    await refuses(`${path}/simplereenroll`, { held, body: await body() }, 400, /not allowed by this role/);
  });
});

describe('a key that is to be encrypted', () => {
  const identifier = [attributeTypes.asymmetricDecryptKeyIdentifier, octetString(Buffer.alloc(20, 7))] as const;
  const aes = [attributeTypes.capabilities, capabilities('2.16.840.1.101.3.4.1.42')] as const;
  const weak = [attributeTypes.capabilities, capabilities('1.2.840.113549.3.7', '1.2.840.113549.3.2')] as const;
  const secret = [attributeTypes.decryptKeyIdentifier, octetString(Buffer.from('secret'))] as const;

  test.each([
    ['by a secret that nobody shares', [secret, aes], /no secret is shared/],
    ['for a key that nobody has', [identifier, aes], /names neither/],
    ['for no key', [aes], /nothing says for which key/],
    ['by no cipher', [identifier], /needs SMIMECapabilities/],
    ['by weak ciphers', [identifier, weak], /no cipher/],
  ])('%s', async (_what, attributes, text) => {
    await refuses('serverkeygen', { ...device, body: await body({ attributes }) }, 400, text);
  });
});

test('a private key is in one answer, and in no log, record or row', async () => {
  const { key } = partsOf(await est.est('POST', 'serverkeygen', { ...device, body: await body() }));
  // The last octets of the scalar, which every encoding of the key has.
  const scalar = Buffer.from(key.content, 'base64').subarray(36, 68);
  for (const end of ['', '-wal']) {
    const stored = readFileSync(`${est.live.databaseFile}${end}`);
    expect(stored.includes(scalar)).toBe(false);
    expect(stored.includes(scalar.toString('base64').slice(2, 30))).toBe(false);
  }
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
    await refuses('simpleenroll', { ...who, body: await body(wish) }, 403, /^permission denied$/);
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

test('a slow sender is waited for no longer than the limit, and keeps nobody else waiting', async () => {
  const url = new URL(est.live.secure);
  const socket = connect({ port: Number(url.port), host: '127.0.0.1', rejectUnauthorized: false });
  await new Promise((resolve) => socket.once('secureConnect', resolve));
  socket.write('POST /.well-known/est/simpleenroll HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nQUJD');
  expect((await est.est('GET', 'cacerts')).status).toBe(200);
  socket.destroy();
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
