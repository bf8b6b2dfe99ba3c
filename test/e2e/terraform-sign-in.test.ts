import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLive } from '../gateway/rest/live.js';
import type { Live } from '../gateway/rest/live.js';
import { describeVaultProvider, VaultFolder } from './harness/vault-provider.js';

const configuration = (ttl: number) => `
resource "vault_policy" "enroll" {
  name   = "enroll"
  policy = "path \\"machines/cmp\\" { capabilities = [\\"update\\"] }"
}
resource "vault_auth_backend" "people" {
  type = "userpass"
  path = "people"
  tune {
    default_lease_ttl = "1800s"
    max_lease_ttl     = "7200s"
    audit_non_hmac_request_keys  = ["a"]
    audit_non_hmac_response_keys = ["b"]
    passthrough_request_headers  = ["X-A"]
    allowed_response_headers     = ["X-B"]
  }
}
resource "vault_auth_backend" "devices" {
  type = "scep"
  path = "devices"
}
resource "vault_scep_auth_backend_role" "routers" {
  backend        = vault_auth_backend.devices.path
  name           = "routers"
  auth_type      = "static-challenge"
  challenge      = "open sesame"
  display_name   = "a router"
  token_type     = "batch"
  token_policies = ["default"]
}
resource "vault_generic_endpoint" "alice" {
  path                 = "auth/\${vault_auth_backend.people.path}/users/alice"
  ignore_absent_fields = true
  data_json = jsonencode({
    password       = "a password of alice"
    token_policies = [vault_policy.enroll.name]
    token_ttl      = ${ttl}
  })
}
resource "vault_auth_backend" "machines" {
  type = "cert"
  path = "machine-certs"
}
resource "vault_mount" "pki" {
  path                     = "machines"
  type                     = "pki"
  max_lease_ttl_seconds    = 315360000
  delegated_auth_accessors = [vault_auth_backend.machines.accessor]
}
resource "vault_pki_secret_backend_root_cert" "root" {
  backend     = vault_mount.pki.path
  type        = "internal"
  common_name = "Machines"
  key_type    = "ec"
  key_bits    = 256
  ttl         = "315360000"
}
resource "vault_cert_auth_backend_role" "routers" {
  backend              = vault_auth_backend.machines.path
  name                 = "routers"
  display_name         = "a router"
  certificate          = vault_pki_secret_backend_root_cert.root.certificate
  allowed_common_names = ["*.net.example"]
  allowed_dns_sans     = ["*.net.example"]
  required_extensions  = ["1.2.3.4:*"]
  token_policies       = [vault_policy.enroll.name]
  token_bound_cidrs    = ["127.0.0.0/8"]
  token_ttl            = ${ttl}
  token_max_ttl        = 3600
  token_num_uses       = 3
}
resource "vault_pki_secret_backend_config_cmpv2" "cmp" {
  backend             = vault_mount.pki.path
  enabled             = true
  default_path_policy = "sign-verbatim"
  authenticators {
    cert = { "accessor" = vault_auth_backend.machines.accessor, "cert_role" = vault_cert_auth_backend_role.routers.name }
  }
  enable_sentinel_parsing = true
  audit_fields            = ["csr", "common_name"]
}
`;

describeVaultProvider("terraform's resources of methods to sign in, and of CMP", (provider) => {
  let live: Live;
  let folder: VaultFolder;
  beforeAll(async () => {
    live = await openLive();
    folder = new VaultFolder(provider, { address: live.base, token: live.rootToken });
  });
  afterAll(async () => {
    folder.remove();
    await live.close();
  });

  test('apply, plan nothing more, change, and are destroyed', async () => {
    folder.write('main.tf', configuration(600));
    await folder.settles();
    const login = () => live.vault('POST', 'auth/people/login/alice', { password: 'a password of alice' });
    expect(await login()).toMatchObject({
      status: 200,
      body: { auth: { lease_duration: 600, policies: ['default', 'enroll'] } },
    });
    const role = () => live.vault('GET', 'auth/machine-certs/certs/routers');
    expect((await role()).body).toMatchObject({
      data: {
        ...{ display_name: 'a router', allowed_common_names: ['*.net.example'], required_extensions: ['1.2.3.4:*'] },
        ...{ token_ttl: 600, token_max_ttl: 3600, token_num_uses: 3, token_bound_cidrs: ['127.0.0.0/8'] },
      },
    });
    expect((await live.vault('GET', 'machines/config/cmp')).body).toMatchObject({
      data: { enabled: true, default_path_policy: 'sign-verbatim', audit_fields: ['csr', 'common_name'] },
    });

    folder.write('main.tf', configuration(900));
    await folder.settles();
    expect((await login()).body).toMatchObject({ auth: { lease_duration: 900 } });
    expect((await role()).body).toMatchObject({ data: { token_ttl: 900 } });

    await folder.ok('destroy', '-auto-approve');
    expect((await login()).status).toBe(400);
    expect(JSON.stringify((await live.vault('GET', 'sys/auth')).body)).not.toContain('machine-certs');
  });
});
