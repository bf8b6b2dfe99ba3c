import { spawnSync } from 'node:child_process';
import nodeVault from 'node-vault';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { exchange } from './harness/exchange.js';
import { OpenSsl } from './harness/openssl.js';
import { describeProgram, pythonWith } from './harness/programs.js';
import { onSharedServer } from './harness/site.js';
import { VaultApi, VaultReply } from './harness/vault.js';

/** The one file that has the mount `pki` of the shared server: clients find it where they look by default. */
const site = onSharedServer();
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

const vaultAnswer = z.object({ data: z.looseObject({}) });

describe('node-vault', () => {
  const client = () => nodeVault({ endpoint: site.get.server.http, token: site.get.server.token });
  const written = async (path: string, body: object) => vaultAnswer.parse(await client().write(path, body)).data;
  const readAt = async (path: string) => vaultAnswer.parse(await client().read(path)).data;
  const text = (of: unknown) => z.string().parse(of);

  test('writes, reads, lists and deletes roles', async () => {
    await written('pki/roles/node', { allow_any_name: true, key_type: 'ec' });
    expect(await readAt('pki/roles/node')).toMatchObject({ allow_any_name: true, key_type: 'ec' });
    expect(await client().list('pki/roles')).toMatchObject({ data: { keys: ['node', 'web'] } });
    await client().delete('pki/roles/node');
    await expect(client().read('pki/roles/node')).rejects.toMatchObject({ response: { statusCode: 404 } });
  });

  test('issues, signs and revokes', async () => {
    const issued = await written('pki/issue/web', { common_name: 'n.example.com' });
    const { csr } = openssl.request('ec:P-256');
    expect(await written('pki/sign/web', { csr, common_name: 'n.example.com' })).toHaveProperty('certificate');
    const revoked = await written('pki/revoke', { serial_number: issued['serial_number'] });
    expect(await readAt(`pki/cert/${text(issued['serial_number'])}`)).toMatchObject({
      certificate: issued['certificate'],
      revocation_time: revoked['revocation_time'],
    });
  });

  test('mounts and tunes an authority below, and runs its issuers', async () => {
    const mounted = { mount_point: 'node', type: 'pki' };
    await client().mount(mounted);
    await client().write('sys/mounts/node/tune', { max_lease_ttl: '8760h' });
    const asked = await written('node/intermediate/generate/internal', { common_name: 'below', key_type: 'ec' });
    const signed = await written('pki/root/sign-intermediate', {
      csr: asked['csr'],
      common_name: 'below',
      ttl: '100h',
    });
    const set = await written('node/intermediate/set-signed', { certificate: signed['certificate'] });
    const [issuer = ''] = z.array(z.string()).parse(set['imported_issuers']);
    expect(await client().list('node/issuers')).toMatchObject({ data: { keys: [issuer] } });
    await written(`node/issuer/${issuer}`, { issuer_name: 'named' });
    expect(await readAt('node/issuer/named')).toMatchObject({ issuer_id: issuer, key_id: asked['key_id'] });
    await client().delete('node/issuer/named');
    await expect(client().list('node/issuers')).rejects.toMatchObject({ response: { statusCode: 404 } });
    await client().unmount(mounted);
    expect(await client().mounts()).not.toHaveProperty('data.node/');
  });

  test('knows itself and the server, and asks for help', async () => {
    expect(await client().tokenLookupSelf()).toHaveProperty('data.id');
    expect(await client().health()).toMatchObject({ initialized: true, sealed: false });
    expect(await client().status()).toMatchObject({ sealed: false });
    expect(await client().help('pki/roles/web')).toMatchObject({
      help: expect.stringContaining('allow_any_name (flag)') as string,
    });
    await client().addPolicy({ name: 'of-node', policy: 'path "pki/issue/web" { capabilities = ["update"] }' });
    expect(await client().policies()).toHaveProperty('data.keys', expect.arrayContaining(['of-node']));
    await client().removePolicy({ name: 'of-node' });
  });
});

describeProgram('hvac', pythonWith('hvac'), (command) => {
  test('drives everything that it knows of the engine', () => {
    const program = `
import hvac, sys
c = hvac.Client(url=sys.argv[1], token=sys.argv[2])
csr = sys.argv[3]
assert c.is_authenticated()
assert c.sys.read_health_status(method='GET')['sealed'] is False
assert c.sys.is_initialized() and not c.sys.is_sealed()
assert c.auth.token.lookup_self()['data']['policies'] == ['root']
p = c.secrets.pki

# An authority of its own
c.sys.enable_secrets_engine('pki', path='of-hvac', config={'max_lease_ttl': '8760h'})
assert 'of-hvac/' in c.sys.list_mounted_secrets_engines()['data']
c.sys.tune_mount_configuration('of-hvac', max_lease_ttl='8000h')
assert c.sys.read_mount_configuration('of-hvac')['data']['max_lease_ttl'] == 8000 * 3600
m = {'mount_point': 'of-hvac'}
p.set_urls({'issuing_certificates': ['http://a.example.com/ca']}, **m)
assert p.read_urls(**m)['data']['issuing_certificates'] == ['http://a.example.com/ca']
p.set_crl_configuration('24h', extra_params={'ocsp_expiry': '6h'}, **m)
assert p.read_crl_configuration(**m)['data']['expiry'] == '24h'

# Intermediate
i = p.generate_intermediate('internal', 'below', {'key_type': 'ec'}, **m)['data']
s = p.sign_intermediate(i['csr'], 'below', {'ttl': '1000h'})['data']
p.set_signed_intermediate(s['certificate'], **m)
assert c.list('of-hvac/issuers')['data']['keys']
assert c.read('of-hvac/issuer/default')['data']['key_id'] == i['key_id']
assert p.read_ca_certificate(**m).strip() == s['certificate'].strip()
assert 'BEGIN CERTIFICATE' in p.read_ca_certificate_chain(**m)

# Roles, certificates
p.create_or_update_role('r', {'allow_any_name': True, 'key_type': 'ec'}, **m)
assert p.list_roles(**m)['data']['keys'] == ['r']
assert p.read_role('r', **m)['data']['key_type'] == 'ec'
g = p.generate_certificate('r', 'h.example.com', {'ttl': '1h'}, **m)['data']
assert g['private_key_type'] == 'ec' and g['ca_chain']
assert p.sign_certificate('r', csr, 'h.example.com', **m)['data']['certificate']
assert p.sign_verbatim(csr, name='r', **m)['data']['certificate']
assert p.read_certificate(g['serial_number'], **m)['data']['certificate'].strip() == g['certificate'].strip()
assert g['serial_number'] in p.list_certificates(**m)['data']['keys']

# Revocation
assert p.revoke_certificate(g['serial_number'], **m)['data']['revocation_time'] > 0
assert p.rotate_crl(**m)['data']['success']
assert 'BEGIN X509 CRL' in p.read_crl(**m)
assert p.delete_role('r', **m).status_code == 204

# Roots
c.sys.enable_secrets_engine('pki', path='root-of-hvac')
n = {'mount_point': 'root-of-hvac'}
root = p.generate_root('exported', 'root of hvac', {'key_type': 'ec', 'format': 'pem_bundle'}, **n)['data']
assert p.sign_self_issued(root['issuing_ca'], **n)['data']['certificate']
assert len(p.delete_root(**n)['warnings']) == 1
p.submit_ca_information(root['certificate'], **n)
assert p.read_ca_certificate(**n).strip() == root['issuing_ca'].strip()

# Policies and tokens
c.sys.create_or_update_policy('of-hvac', 'path "of-hvac/issue/r" { capabilities = ["update"] }')
t = hvac.Client(url=sys.argv[1], token=c.auth.token.create(policies=['of-hvac'], ttl='1h')['auth']['client_token'])
try: t.secrets.pki.list_roles(**m); raise AssertionError('listed')
except hvac.exceptions.Forbidden: pass
t.auth.token.renew_self(); t.auth.token.revoke_self()
for path in ('of-hvac', 'root-of-hvac'): c.sys.disable_secrets_engine(path)
c.sys.delete_policy('of-hvac')
`;
    const { csr } = openssl.request('ec:P-256');
    const { server } = site.get;
    const ran = spawnSync(command, ['-c', program, server.http, server.token, csr], { encoding: 'utf8' });
    expect({ status: ran.status, said: ran.stderr }).toEqual({ status: 0, said: '' });
  });
});

describe('the calls of cert-manager', () => {
  /** Both with its token, as Vault's library in Go sends them: it names no type of content. */
  const call = async (method: string, path: string, sent?: object) => {
    const { http, token } = site.get.server;
    const headers = { 'X-Vault-Token': token, 'X-Vault-Request': 'true', 'User-Agent': 'Go-http-client/1.1' };
    const asked = { method, headers, ...(sent && { body: JSON.stringify(sent) }) };
    return new VaultReply(`${method} ${path}`, await exchange(`${http}/v1/${path}`, asked));
  };

  test.each([
    'sys/health',
    // As the library asks where nobody writes the path out.
    'sys/health?drsecondarycode=299&performancestandbycode=299&sealedcode=299&standbycode=299&uninitcode=299',
  ])('%s', async (health) => {
    const well = (await call('GET', health)).expect(200);
    expect(JSON.parse(well.answer.text)).toMatchObject({ initialized: true, sealed: false, standby: false });
    expect(JSON.parse((await api().as(null).read(health)).expect(200).answer.text)).toMatchObject({ sealed: false });
  });

  test.each(['rsa:2048', 'ec:P-256', 'ed25519'])(
    'sign/<role>, a request for %s with all of its names',
    async (kind) => {
      const names = 'DNS:cm.example.com,DNS:other.example.com,IP:192.0.2.1,URI:spiffe://example.com/cm';
      const { csr } = openssl.request(kind, '/CN=cm.example.com', '-addext', `subjectAltName=${names}`);
      await api().write('pki/roles/cm', { allow_any_name: true, key_type: 'any', allowed_uri_sans: 'spiffe://*' });
      const signed = await call('POST', 'pki/sign/cm', {
        common_name: 'cm.example.com',
        alt_names: 'cm.example.com,other.example.com',
        ip_sans: '192.0.2.1',
        uri_sans: 'spiffe://example.com/cm',
        ttl: '30m0s',
        csr,
        exclude_cn_from_sans: 'true',
      });
      expect(signed.document.warnings).toBeNull();
      const [certificate, issuer] = [signed.text('certificate'), signed.text('issuing_ca')];
      expect(openssl.run('verify', '-x509_strict', '-CAfile', openssl.file(issuer), openssl.file(certificate)).ok).toBe(
        true,
      );
      expect(signed.texts('ca_chain').map((pem) => pem.trim())).toEqual([issuer]);
      const shown = openssl.ok('x509', '-in', openssl.file(certificate), '-noout', '-ext', 'subjectAltName');
      expect(shown).toContain(
        'DNS:cm.example.com, DNS:other.example.com, IP Address:192.0.2.1, URI:spiffe://example.com/cm',
      );
    },
  );

  // What it leaves out of a request it sends as an empty text.
  test('sign/<role>, a request with nothing but a host name', async () => {
    const { csr } = openssl.request('ec:P-256', '/', '-addext', 'subjectAltName=DNS:cm.example.com');
    await api().write('pki/roles/cm-san', { allow_any_name: true, key_type: 'any', require_cn: false });
    const rest = { common_name: '', ip_sans: '', uri_sans: '', ttl: '30m0s', exclude_cn_from_sans: 'true' };
    const signed = await call('POST', 'pki/sign/cm-san', { ...rest, alt_names: 'cm.example.com', csr });
    const shown = openssl.ok(
      'x509',
      '-in',
      openssl.file(signed.text('certificate')),
      '-noout',
      '-ext',
      'subjectAltName',
    );
    expect(shown).toContain('DNS:cm.example.com');
  });

  test('sign/<role>, refused', async () => {
    const { csr } = openssl.request('ec:P-256', '/CN=cm.other.com');
    await api().write('pki/roles/cm-strict', { allowed_domains: 'example.com', key_type: 'ec' });
    const refused = await call('POST', 'pki/sign/cm-strict', { csr, common_name: 'cm.other.com', ttl: '30m0s' });
    expect(refused.refusal).toEqual({ status: 400, text: 'common name cm.other.com not allowed by this role' });
  });
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

async function tokenOf(...policies: readonly string[]): Promise<string> {
  const { document } = (await api().write('auth/token/create', { policies })).expect(200);
  return z.object({ auth: z.object({ client_token: z.string() }) }).parse(document).auth.client_token;
}

describe('the access guidance of the specification, as the ready policies have it', () => {
  const tokens: Record<string, string | null> = { nobody: null };
  let csr = '';
  beforeAll(async () => {
    ({ csr } = openssl.request('ec:P-256'));
    for (const name of ['default', 'pki-user', 'pki-operator']) tokens[name] = await tokenOf(name);
    tokens['both'] = await tokenOf('pki-user', 'pki-operator');
  });

  const user = ['pki-user', 'pki-operator', 'both'];
  const operator = ['pki-operator', 'both'];
  test.each([
    // Self-serve
    ['POST', 'pki/issue/web', user],
    ['POST', 'pki/sign/web', user],
    // The requester's choice of issuer
    ['POST', 'pki/issuer/default/issue/web', operator],
    ['POST', 'pki/issuer/default/sign/web', operator],
    // Trusted operators only
    ['POST', 'pki/sign-verbatim', operator],
    ['POST', 'pki/sign-verbatim/web', operator],
    ['POST', 'pki/issuer/default/sign-verbatim', operator],
    ['POST', 'pki/root/sign-intermediate', operator],
    ['POST', 'pki/issuer/default/sign-intermediate', operator],
    ['POST', 'pki/root/sign-self-issued', operator],
    ['POST', 'pki/issuer/default/sign-self-issued', operator],
    ['POST', 'pki/revoke', operator],
    // Allowed broadly
    ['POST', 'pki/revoke-with-key', user],
    // Everything else of the mount is an operator's
    ['GET', 'pki/roles?list=true', operator],
    ['GET', 'pki/roles/web', operator],
    ['POST', 'pki/roles/other', operator],
    ['GET', 'pki/issuer/default', operator],
    ['POST', 'pki/keys/generate/internal', operator],
    ['POST', 'pki/config/crl', operator],
    ['GET', 'pki/crl/rotate', operator],
    ['GET', 'pki/certs?list=true', operator],
    ['GET', 'sys/mounts/pki/tune', operator],
    // An operator is no administrator of the system
    ['DELETE', 'pki/root', []],
    ['POST', 'sys/mounts/other', []],
    ['DELETE', 'sys/mounts/pki', []],
    ['PUT', 'sys/policies/acl/mine', []],
    ['GET', 'sys/policies/acl/pki-user', []],
    ['POST', 'auth/token/create', []],
    ['PUT', 'sys/leases/revoke', []],
    // Every token may know itself
    ['GET', 'auth/token/lookup-self', [...user, 'default']],
    ['GET', 'sys/internal/ui/mounts', [...user, 'default']],
  ])('%s %s: %j', async (method, path, allowed) => {
    const sent = {
      ...{ csr, common_name: 'a.example.com', policy: 'path "x" {}', lease_id: 'x' },
      ...(path.startsWith('sys/mounts/') && { type: 'pki' }),
    };
    const body = method === 'GET' || method === 'DELETE' ? undefined : sent;
    const refusals: string[] = [];
    for (const [name, token] of Object.entries(tokens)) {
      const answer = await api().as(token).send(method, path, body);
      if (answer.status !== 403) continue;
      expect(answer.refusal).toEqual({ status: 403, text: 'permission denied' });
      refusals.push(name);
    }
    expect(
      Object.keys(tokens)
        .filter((name) => !refusals.includes(name))
        .sort(),
    ).toEqual([...allowed].sort());
  });
});
