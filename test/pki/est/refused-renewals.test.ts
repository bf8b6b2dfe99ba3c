import { X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { octetString } from '../../../src/pki/x509/der-writer.js';
import { Name } from '../../../src/pki/x509/index.js';
import { makeKey } from '../x509/authority.js';
import { body, device, openEst } from './live.js';
import type { EstForTests } from './live.js';
import { refuses } from './refused.js';
import { attributeTypes, dns } from './requests.js';

let est: EstForTests;
beforeAll(async () => {
  est = await openEst({ TRUSTATE_FAILED_SIGN_INS: 'off' });
});
afterAll(() => est.close());

describe('a renewal', () => {
  test('without a certificate', async () => {
    await refuses(
      est,
      'simplereenroll',
      { ...device, body: await body() },
      403,
      /showing it as the client certificate/,
    );
  });

  test('of a certificate of another mount, whoever signs in', async () => {
    const held = await est.ofAnother();
    await refuses(est, 'simplereenroll', { ...device, held, body: await body() }, 403, /not one of this mount/);
  });

  test('of a revoked certificate', async () => {
    const held = await est.enrolled();
    await est.ask('POST', 'pki/revoke', { certificate: held.certificate });
    await refuses(est, 'simplereenroll', { ...device, held, body: await body() }, 403, /revoked/);
    await refuses(est, 'simplereenroll', { held, body: await body() }, 401, /not accepted/);
  });

  test('of an expired certificate', async () => {
    await est.ask('POST', 'pki/roles/brief', { allow_any_name: true, key_type: 'ec', ttl: '1s' });
    const held = await est.enrolled({}, '/v1/pki/roles/brief/est/simpleenroll');
    const end = Date.parse(new X509Certificate(held.certificate).validTo);
    await expect.poll(() => Date.now() > end + 1_000).toBe(true);
    await refuses(est, 'simplereenroll', { ...device, held, body: await body() }, 403, /expired/);
    await refuses(est, 'simplereenroll', { held, body: await body() }, 401, /not accepted/);
  });

  test('of the certificate of the authority itself', async () => {
    const key = await makeKey('ec-256');
    const made = await est.ask('POST', 'pki/root/sign-intermediate', {
      csr: `-----BEGIN CERTIFICATE REQUEST-----\n${await body({ key })}\n-----END CERTIFICATE REQUEST-----`,
      common_name: 'r1.net.example',
    });
    const { certificate } = (made as { data: { certificate: string } }).data;
    await refuses(
      est,
      'simplereenroll',
      { ...device, held: { certificate, key }, body: await body() },
      403,
      /authority/,
    );
  });

  test.each([
    ['other names', { names: dns('r2.net.example') }, /does not have dns:r2\.net\.example/],
    ['more names', { names: dns('r1.net.example', 'r2.net.example') }, /does not have dns:r2/],
    ['another subject', { subject: Name.of({ commonName: 'r2.net.example' }) }, /subject/],
    ['a wish for other names', { attributes: [[attributeTypes.changeSubjectName, octetString()]] as const }, /Change/],
  ])('with %s', async (_what, wish, text) => {
    const held = await est.enrolled();
    await refuses(est, 'simplereenroll', { held, body: await body(wish) }, 400, text);
  });

  test('of names that the role allows no more', async () => {
    await est.ask('POST', 'pki/roles/changing', { allow_any_name: true, key_type: 'ec' });
    const path = '/v1/pki/roles/changing/est';
    const held = await est.enrolled({}, `${path}/simpleenroll`);
    await est.ask('POST', 'pki/roles/changing', { allowed_domains: 'other.example', key_type: 'ec' });
    await refuses(est, `${path}/simplereenroll`, { held, body: await body() }, 400, /not allowed by this role/);
  });
});
