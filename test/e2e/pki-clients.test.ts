import { spawnSync } from 'node:child_process';
import nodeVault from 'node-vault';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OpenSsl } from './harness/openssl.js';
import { withServer } from './harness/site.js';
import { VaultApi } from './harness/vault.js';

const site = withServer();
const openssl = new OpenSsl();
afterAll(() => openssl.remove());
const api = () => new VaultApi(site.get.server.http, site.get.server.token);

beforeAll(async () => {
  await api().write('sys/mounts/pki/tune', { max_lease_ttl: '87600h' });
  await api().write('pki/root/generate/internal', { common_name: 'root', key_type: 'ec', ttl: '8760h' });
  await api().write('pki/roles/web', { allow_any_name: true, key_type: 'ec', ttl: '30m', max_ttl: '1h' });
});

describe('the two dialects', () => {
  test('a caller of the specification', async () => {
    const { document } = await api()
      .as(site.get.server.token, 'X-Service-Token')
      .write('pki/issue/web', { common_name: 'a.example.com' });
    expect(document).toMatchObject({ lease_id: '', renewable: false, lease_duration: 0, warnings: '', auth: null });
    expect(document.data?.['expiration']).toMatch(/^\d+$/);
    expect(document).not.toHaveProperty('request_id');
    expect(document).not.toHaveProperty('wrap_info');
  });

  test('a caller of that other service', async () => {
    const { document } = await api().write('pki/issue/web', { common_name: 'a.example.com', colour: 'red' });
    expect(document).toMatchObject({
      request_id: expect.any(String) as string,
      wrap_info: null,
      warnings: ['Endpoint ignored these unrecognized parameters: [colour]'],
      data: { expiration: expect.any(Number) as number },
    });
  });
});

test('node-vault issues, signs, revokes, and reads roles and issuers', async () => {
  const client = nodeVault({ endpoint: site.get.server.http, token: site.get.server.token });
  await client.write('pki/roles/node', { allow_any_name: true, key_type: 'ec' });
  const issued = (await client.write('pki/issue/node', { common_name: 'n.example.com' })) as {
    data: { serial_number: string };
  };
  const { csr } = openssl.request('ec:P-256');
  expect(await client.write('pki/sign/node', { csr, common_name: 'n.example.com' })).toHaveProperty('data.certificate');
  const revoked: unknown = await client.write('pki/revoke', { serial_number: issued.data.serial_number });
  expect(revoked).toHaveProperty('data.revocation_time');
  expect(await client.list('pki/roles')).toMatchObject({ data: { keys: ['node', 'web'] } });
  expect(await client.list('pki/issuers')).toHaveProperty('data.key_info');
  expect(await client.tokenLookupSelf()).toHaveProperty('data.id');
  expect(await client.health()).toMatchObject({ initialized: true, sealed: false });
  expect(await client.mounts()).toHaveProperty('data.pki/');
});

/** The system's Python has what Debian installs, whichever goes first in the path. */
const pythons = ['python3', '/usr/bin/python3'].map((python) => ({
  python,
  ...spawnSync(python, ['-c', 'import hvac'], { encoding: 'utf8' }),
}));
const hvac = pythons.find(({ status }) => status === 0);
test(hvac ? 'hvac issues, signs and revokes' : 'python3-hvac is not installed: hvac was not run', () => {
  if (!hvac) {
    // That it is not there, and nothing else, is why it did not run.
    for (const { error, stderr } of pythons) expect(error?.message ?? stderr).toMatch(/ENOENT|No module named 'hvac'/);
    return;
  }
  const program = `
import hvac, sys
c = hvac.Client(url=sys.argv[1], token=sys.argv[2])
assert c.is_authenticated()
p = c.secrets.pki
p.create_or_update_role('hvac', {'allow_any_name': True, 'key_type': 'ec'})
i = p.generate_certificate('hvac', 'h.example.com')['data']
s = p.sign_certificate('hvac', sys.argv[3], 'h.example.com')['data']
assert 'hvac' in p.list_roles()['data']['keys']
assert p.read_role('hvac')['data']['key_type'] == 'ec'
assert c.list('pki/issuers')['data']['keys']
assert c.read('pki/issuer/default')['data']['issuer_id']
assert p.read_certificate(i['serial_number'])['data']['certificate'].strip() == i['certificate'].strip()
assert i['serial_number'] in p.list_certificates()['data']['keys']
assert 'BEGIN CERTIFICATE' in p.read_ca_certificate()
assert 'pki/' in c.sys.list_mounted_secrets_engines()['data']
assert c.sys.read_health_status(method='GET')['sealed'] is False
assert p.revoke_certificate(i['serial_number'])['data']['revocation_time'] > 0
assert p.rotate_crl()['data']['success']
assert 'BEGIN X509 CRL' in p.read_crl()
assert p.delete_role('hvac').status_code == 204
`;
  const { csr } = openssl.request('ec:P-256');
  const { server } = site.get;
  const ran = spawnSync(hvac.python, ['-c', program, server.http, server.token, csr], { encoding: 'utf8' });
  expect({ status: ran.status, said: ran.stderr }).toEqual({ status: 0, said: '' });
});

test('the calls of cert-manager', async () => {
  expect((await api().as(null).read('sys/health')).status).toBe(200);
  const { csr } = openssl.request('rsa:2048', '/CN=cm.example.com');
  await api().write('pki/roles/cm', { allow_any_name: true });
  const sent = {
    csr,
    common_name: 'cm.example.com',
    alt_names: 'cm.example.com',
    ttl: '1h',
    exclude_cn_from_sans: 'true',
  };
  expect((await api().write('pki/sign/cm', sent)).data).toHaveProperty('ca_chain');
});

test("the calls of terraform's provider", async () => {
  expect((await api().read('auth/token/lookup-self')).data).toHaveProperty('policies');
  const created = await api().send('POST', 'auth/token/create', { policies: ['root'], ttl: '20m', num_uses: 0 });
  expect(created.status, created.answer.text).toBe(200);
  expect((await api().as(null).read('sys/seal-status')).status).toBe(200);
  expect((await api().read('sys/mounts')).data).toHaveProperty('pki/');
  expect((await api().read('sys/mounts/pki/tune')).data).toHaveProperty('max_lease_ttl');
  expect((await api().patch('pki/issuer/default', { issuer_name: 'first' })).data).toMatchObject({
    issuer_name: 'first',
  });
  expect((await api().read('pki/issuer/nobody')).refusal).toEqual({
    status: 500,
    text: expect.stringContaining('unable to find PKI issuer for reference') as string,
  });
});

describe('bad input', () => {
  const csr = () => openssl.request('ec:P-256').csr;
  const broken = () => {
    const der = Buffer.from(csr().replaceAll(/-----.*-----|\s/g, ''), 'base64');
    der[der.length - 3] = (der[der.length - 3] ?? 0) ^ 1;
    return `-----BEGIN CERTIFICATE REQUEST-----\n${der.toString('base64')}\n-----END CERTIFICATE REQUEST-----`;
  };
  const name = { common_name: 'a.example.com' };
  const strict = {
    allowed_domains: 'example.com',
    allow_subdomains: true,
    key_type: 'ec',
    no_store_metadata: true,
    allow_ip_sans: false,
  };
  const known = async () => (await api().list('pki/certs')).texts('keys').length;

  test.each<[what: string, path: string, sent: () => object, status: number, text: RegExp]>([
    ['unknown role', 'issue/nobody', () => name, 400, /^unknown role: nobody$/],
    ['unknown issuer', 'issuer/nobody/issue/strict', () => name, 500, /unable to find PKI issuer for reference/],
    [
      'name',
      'issue/strict',
      () => ({ common_name: 'a.other.com' }),
      400,
      /common name a\.other\.com not allowed by this role/,
    ],
    [
      'alternative',
      'issue/strict',
      () => ({ ...name, alt_names: 'a.other.com' }),
      400,
      /subject alternate name a\.other\.com not allowed/,
    ],
    ['bare domain', 'issue/strict', () => ({ common_name: 'example.com' }), 400, /not allowed by this role/],
    ['NUL', 'issue/strict', () => ({ common_name: 'a\0.example.com' }), 400, /./],
    ['IDNA trick', 'issue/strict', () => ({ common_name: 'xn--a.example.com' }), 400, /./],
    ['two wildcards', 'issue/strict', () => ({ common_name: '*.*.example.com' }), 400, /./],
    ['address', 'issue/strict', () => ({ ...name, ip_sans: '10.0.0.1' }), 400, /./],
    ['no common name', 'issue/strict', () => ({}), 400, /./],
    ['negative TTL', 'issue/strict', () => ({ ...name, ttl: '-1h' }), 400, /./],
    [
      'wrong type',
      'issue/strict',
      () => ({ ...name, ttl: { a: 1 } }),
      400,
      /Field validation failed: error converting input for field "ttl"/,
    ],
    ['past 9999', 'issue/strict', () => ({ ...name, not_after: '10000-01-01T00:00:00Z' }), 400, /./],
    [
      '1000 names',
      'issue/strict',
      () => ({ ...name, alt_names: Array.from({ length: 1000 }, (_, i) => `n${i}.other.com`) }),
      400,
      /./,
    ],
    ['metadata', 'issue/strict', () => ({ ...name, cert_metadata: 'YQ==' }), 400, /./],
    ['broken signature', 'sign/strict', () => ({ ...name, csr: broken() }), 400, /./],
    ['no request', 'sign/strict', () => name, 400, /./],
    ['not PEM', 'sign/strict', () => ({ ...name, csr: 'hello' }), 400, /./],
    ['truncated', 'sign/strict', () => ({ ...name, csr: csr().slice(0, 200) }), 400, /./],
    [
      'wrong key type',
      'sign/strict',
      () => ({ ...name, csr: openssl.request('rsa:2048').csr }),
      400,
      /role requires keys of type ec/,
    ],
    ['weak key', 'sign/rsa', () => ({ ...name, csr: openssl.request('rsa:1024').csr }), 400, /./],
    [
      'an intermediate',
      'sign-verbatim',
      () => ({ csr: openssl.request('ec:P-256', '/CN=ca', '-addext', 'basicConstraints=critical,CA:TRUE').csr }),
      400,
      /./,
    ],
    ['revoke: neither', 'revoke', () => ({}), 400, /./],
    ['revoke: both', 'revoke', () => ({ serial_number: '01', certificate: 'x' }), 400, /./],
    ['revoke: unknown', 'revoke', () => ({ serial_number: '01:02' }), 400, /certificate with serial 01:02 not found/],
  ])('%s', async (_what, path, sent, status, text) => {
    await api().write('pki/roles/strict', strict);
    await api().write('pki/roles/rsa', { allow_any_name: true });
    const before = await known();
    const { refusal } = await api().write(`pki/${path}`, sent());
    expect(refusal).toEqual({ status, text: expect.stringMatching(text) as string });
    expect(await known()).toBe(before);
  });

  test('paths that are not there', async () => {
    expect((await api().read('nowhere/ca')).refusal).toEqual({
      status: 404,
      text: 'no handler for route "nowhere/ca". route entry not found.',
    });
    for (const path of ['acme/directory', 'est/cacerts', 'tidy-status', 'external-policy/issue'])
      expect((await api().read(`pki/${path}`)).refusal).toEqual({ status: 404, text: 'unsupported path' });
    expect((await api().delete('pki/issue/web')).refusal).toEqual({ status: 405, text: 'unsupported operation' });
    expect((await api().read('pki/roles/nobody')).status).toBe(404);
    expect((await api().as('nonsense').list('pki/roles')).refusal).toEqual({ status: 403, text: 'permission denied' });
  });
});
