import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openLive } from '../live.js';
import type { Live } from '../live.js';

let live: Live;
beforeAll(async () => {
  live = await openLive({ TRUSTATE_MAX_BODY_SIZE: '1MiB' });
  await live.vault('POST', 'pki/root/generate/internal', { common_name: 'Root', key_type: 'ec' });
});
afterAll(() => live.close());

const form = (method: string, path: string, body: string) =>
  live.vault(method, path, body, {
    'x-vault-token': live.rootToken,
    'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
  });

describe('a form', () => {
  test.each(['POST', 'PUT'])('is read as the parameters that it has: %s', async (method) => {
    const sent =
      'allowed_domains=a.test&allowed_domains=b.test&allow_subdomains=true&ttl=1h&ou=M%C3%BCnchen+S%26d&unknown=1&';
    expect(await form(method, 'pki/roles/form', sent)).toMatchObject({
      status: 200,
      body: {
        data: { allowed_domains: ['a.test', 'b.test'], allow_subdomains: true, ttl: 3600, ou: ['München S&d'] },
        warnings: ['Endpoint ignored these unrecognized parameters: [unknown]'],
      },
    });
  });

  test('that is JSON is read as that: curl says form, whatever it sends', async () => {
    const { body } = await form('POST', 'pki/roles/form', ' {"ttl": "2h"}');
    expect(body).toMatchObject({ data: { ttl: 7200 } });
  });

  test.each([
    ['an empty one', '', 200],
    ['a name without a value', 'ttl', 200],
    ['a name that objects have', '__proto__=1&constructor=2', 200],
    ['an escape that is none', 'ou=%zz', 400],
    ['octets that are no text', 'ou=%ff%fe', 400],
    ['too many fields', 'a=&'.repeat(200_001), 413],
    ['too many bytes', `ou=${'x'.repeat(1_100_000)}`, 413],
  ])('%s', async (_what, sent, status) => {
    expect((await form('POST', 'pki/roles/form', sent)).status).toBe(status);
  });

  test('is nothing for a patch', async () => {
    expect((await form('PATCH', 'pki/roles/form', 'ttl=1h')).status).toBe(415);
  });
});

test('an OCSP request may be PUT', async () => {
  const headers = { 'content-type': 'application/ocsp-request' };
  for (const method of ['POST', 'PUT']) {
    const response = await fetch(`${live.base}/v1/pki/ocsp`, { method, headers, body: 'x' });
    expect([response.status, response.headers.get('content-type')]).toEqual([400, 'application/ocsp-response']);
    await response.arrayBuffer();
  }
  expect((await live.vault('PUT', 'pki/crl')).status).toBe(405);
});

test('private_key_format is known where a certificate is signed', async () => {
  const made = await live.vault('POST', 'pki/intermediate/generate/internal', {
    common_name: 'x.test',
    key_type: 'ec',
  });
  const { csr } = (made.body as { data: { csr: string } }).data;
  await live.vault('POST', 'pki/roles/any', { allow_any_name: true, key_type: 'any' });
  const parameters = { csr, common_name: 'x.test', private_key_format: 'pkcs8', ttl: '1h' };
  for (const path of ['sign/any', 'sign-verbatim', 'root/sign-intermediate', 'issuer/default/sign/any']) {
    const { status, body } = await live.vault('POST', `pki/${path}`, parameters, { 'x-vault-token': live.rootToken });
    const said = JSON.stringify((body as { warnings: unknown }).warnings);
    expect([path, status, said.includes('private_key_format')]).toEqual([path, 200, false]);
  }
});

test.each([
  ['1700000000', 200],
  [1_700_000_000, 200],
  ['2023-11-14T22:13:20Z', 200],
  ['soon', 400],
])('the time of a revocation may be %j: %i', async (revocation_time, status) => {
  const list = { crl_number: 7, revoked_certs: [{ serial_number: '01:02', revocation_time }] };
  expect((await live.vault('POST', 'pki/issuer/default/sign-revocation-list', list)).status).toBe(status);
});

test.each([
  [{}, { key_type: 'rsa', key_bits: 2048, signature_bits: 256 }],
  [
    { key_bits: 4096, signature_bits: 512 },
    { key_type: 'rsa', key_bits: 4096, signature_bits: 512 },
  ],
  [{ key_type: 'ec' }, { key_type: 'ec', key_bits: 256, signature_bits: 0 }],
  [
    { key_type: 'ed25519', signature_bits: 256 },
    { key_type: 'ed25519', key_bits: 0, signature_bits: 0 },
  ],
  [{ key_type: 'any' }, { key_type: 'any', key_bits: 0, signature_bits: 0 }],
])('a role of %j is shown to Vault clients with the sizes that it means', async (role, shown) => {
  const headers = { 'x-vault-token': live.rootToken };
  expect((await live.vault('POST', 'pki/roles/sized', role, headers)).body).toMatchObject({ data: shown });
  expect((await live.vault('GET', 'pki/roles/sized', undefined, headers)).body).toMatchObject({ data: shown });
  // The specification's callers read what is stored.
  expect((await live.vault('GET', 'pki/roles/sized')).body).toMatchObject({ data: { key_bits: 0, ...role } });
});
