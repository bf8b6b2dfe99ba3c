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
