import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { describeProgram, pythonWith } from './harness/programs.js';
import { onSharedServer } from './harness/site.js';
import { VaultApi } from './harness/vault.js';

const site = onSharedServer();
const api = () => new VaultApi(site.get.server.http, site.get.server.token);
const folder = mkdtempSync(join(tmpdir(), 'trustate-sign-in-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** A file of a machine, by its name. */
function kept(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

async function machine() {
  await api().write('sys/mounts/machines', { type: 'pki' });
  const root = await api().write('machines/root/generate/internal', { common_name: 'machines', key_type: 'ec' });
  await api().write('machines/roles/m', { allow_any_name: true, key_type: 'ec', ttl: '1h' });
  const issued = await api().write('machines/issue/m', { common_name: 'm1.internal.example' });
  return {
    ca: kept('ca.pem', root.text('certificate')),
    certificate: kept('m.pem', issued.text('certificate')),
    key: kept('m.key', issued.text('private_key')),
  };
}

describeProgram('hvac', pythonWith('hvac'), (command) => {
  test('enables methods, writes users and certificates, and signs in', async () => {
    const { ca, certificate, key } = await machine();
    const program = `
import hvac, sys
http, token, https, own, ca, certificate, key = sys.argv[1:]
c = hvac.Client(url=http, token=token)
c.sys.enable_auth_method('userpass', path='of-hvac', description='people')
assert 'of-hvac/' in c.sys.list_auth_methods()['data']
c.sys.tune_auth_method('of-hvac', default_lease_ttl='1h')
assert c.sys.read_auth_method_tuning('of-hvac')['data']['default_lease_ttl'] == 3600
m = {'mount_point': 'of-hvac'}
u = c.auth.userpass
u.create_or_update_user('bob', 'first', policies='default', **m)
assert u.list_user(**m)['data']['keys'] == ['bob']
assert u.read_user('bob', **m)['data']['token_policies'] == ['default']
u.update_password_on_user('bob', 'second', **m)
d = hvac.Client(url=http)
try: d.auth.userpass.login('bob', 'first', **m); raise AssertionError('signed in')
except hvac.exceptions.InvalidRequest: pass
assert d.auth.userpass.login('bob', 'second', **m)['auth']['metadata'] == {'username': 'bob'}
assert d.is_authenticated() and d.lookup_token()['data']['display_name'] == 'of-hvac-bob'
d.auth.token.renew_self(); d.auth.token.revoke_self()
u.delete_user('bob', **m)
c.sys.disable_auth_method('of-hvac')

c.sys.enable_auth_method('cert', path='cert-of-hvac')
n = {'mount_point': 'cert-of-hvac'}
c.auth.cert.create_ca_certificate_role('machines', certificate=ca, allowed_common_names='*.internal.example', token_policies='default', **n)
assert c.auth.cert.list_certificate_roles(**n)['data']['keys'] == ['machines']
assert c.auth.cert.read_ca_certificate_role('machines', **n)['data']['allowed_common_names'] == ['*.internal.example']
s = hvac.Client(url=https, verify=own, cert=(certificate, key))
said = s.auth.cert.login(name='machines', cert_pem=certificate, key_pem=key, **n)
assert said['auth']['metadata']['common_name'] == 'm1.internal.example'
c.auth.cert.delete_certificate_role('machines', **n)
c.sys.disable_auth_method('cert-of-hvac')
`;
    const { http, token, https, caFile } = site.get.server;
    const ran = spawnSync(command, ['-W', 'ignore', '-c', program, http, token, https, caFile, ca, certificate, key], {
      encoding: 'utf8',
    });
    expect({ status: ran.status, said: ran.stderr }).toEqual({ status: 0, said: '' });
  });
});
