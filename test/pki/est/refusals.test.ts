import { readFileSync } from 'node:fs';
import { connect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { octetString } from '../../../src/pki/x509/der-writer.js';
import { basicConstraints, Name } from '../../../src/pki/x509/index.js';
import { makeKey } from '../x509/authority.js';
import { body, device, openEst, partsOf, router } from './live.js';
import type { EstForTests } from './live.js';
import { refuses } from './refused.js';
import { attributeTypes, capabilities, dns } from './requests.js';

let est: EstForTests;
beforeAll(async () => {
  est = await openEst({ TRUSTATE_FAILED_SIGN_INS: 'off' });
});
afterAll(() => est.close());

describe('a request', () => {
  test.each([
    ['nothing', ''],
    ['no base64', 'not base64!'],
    ['base64 of nothing', 'QUJD'],
    ['PEM', '-----BEGIN CERTIFICATE REQUEST-----\nQUJD\n-----END CERTIFICATE REQUEST-----\n'],
    ['octets', Buffer.from([0x30, 0x82, 0, 0])],
  ])('with %s', async (_what, sent) => {
    await refuses(est, 'simpleenroll', { ...device, body: sent }, 400, /signing request/);
  });

  test('whose signature is not that of its key', async () => {
    const der = Buffer.from(await body(), 'base64');
    der[der.length - 1] = (der.at(-1) ?? 0) ^ 1;
    await refuses(est, 'simpleenroll', { ...device, body: der.toString('base64') }, 400, /cannot be used/);
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
    await refuses(est, 'simpleenroll', { ...device, body: await body(wish) }, 400, text);
    await refuses(est, 'serverkeygen', { ...device, body: await body(wish) }, 400, text);
  });

  test('with a key that the role does not take', async () => {
    const key = await makeKey('rsa-2048');
    await refuses(est, 'simpleenroll', { ...device, body: await body({ key }) }, 400, /role requires keys of type ec/);
  });

  test('for an authority, verbatim', async () => {
    const wish = { subject: router, extensions: [basicConstraints({ ca: true })] };
    await refuses(est, 'all/simpleenroll', { ...device, body: await body(wish) }, 400, /certificate authority/);
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/json'])('of type %s', async (type) => {
    const headers = { 'content-type': type };
    await refuses(est, 'simpleenroll', { ...device, headers, body: await body() }, 415, /application\/pkcs10/);
  });

  test('that is too large', async () => {
    await refuses(est, 'simpleenroll', { ...device, body: 'A'.repeat(70_000) }, 413, /./);
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
    await refuses(est, '/v1/pki/roles/nobody/est/simpleenroll', { ...device, body: await body() }, 404, /nobody/);
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
    await refuses(est, 'serverkeygen', { ...device, body: await body({ attributes }) }, 400, text);
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

test('a slow sender is waited for no longer than the limit, and keeps nobody else waiting', async () => {
  const url = new URL(est.live.secure);
  const socket = connect({ port: Number(url.port), host: '127.0.0.1', rejectUnauthorized: false });
  await new Promise((resolve) => socket.once('secureConnect', resolve));
  socket.write('POST /.well-known/est/simpleenroll HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nQUJD');
  expect((await est.est('GET', 'cacerts')).status).toBe(200);
  socket.destroy();
});
