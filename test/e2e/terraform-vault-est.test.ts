import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLive } from '../gateway/rest/live.js';
import type { Live } from '../gateway/rest/live.js';
import { describeVaultProvider, VaultFolder } from './harness/vault-provider.js';

const around = `
resource "vault_auth_backend" "devices" {
  type = "userpass"
  path = "devices"
}
resource "vault_auth_backend" "certs" {
  type = "cert"
  path = "device-certs"
}
resource "vault_mount" "pki" {
  path                     = "routers"
  type                     = "pki"
  max_lease_ttl_seconds    = 315360000
  delegated_auth_accessors = [vault_auth_backend.devices.accessor, vault_auth_backend.certs.accessor]
  allowed_response_headers = ["Content-Transfer-Encoding", "Content-Length", "WWW-Authenticate"]
}
resource "vault_pki_secret_backend_root_cert" "root" {
  backend     = vault_mount.pki.path
  type        = "internal"
  common_name = "Root"
  key_type    = "ec"
  key_bits    = 256
  ttl         = "315360000"
}
resource "vault_pki_secret_backend_role" "routers" {
  backend          = vault_mount.pki.path
  name             = "routers"
  allowed_domains  = ["net.example"]
  allow_subdomains = true
  key_type         = "ec"
  key_bits         = 256
}
`;

const configuration = (fields: string) => `${around}
resource "vault_pki_secret_backend_config_est" "est" {
  backend = vault_mount.pki.path
${fields}
}
data "vault_pki_secret_backend_config_est" "est" {
  backend = vault_pki_secret_backend_config_est.est.backend
}
output "read" {
  value = data.vault_pki_secret_backend_config_est.est
}
`;

const whole = `
  enabled             = true
  default_mount       = true
  default_path_policy = "role:\${vault_pki_secret_backend_role.routers.name}"
  label_to_path_policy = {
    "all" : "sign-verbatim",
    "routers" : "role:\${vault_pki_secret_backend_role.routers.name}"
  }
  authenticators {
    userpass = { "accessor" = vault_auth_backend.devices.accessor }
    cert     = { "accessor" = vault_auth_backend.certs.accessor, "cert_role" = "routers" }
  }
  enable_sentinel_parsing = true
  audit_fields            = ["csr", "common_name", "key_bits"]
`;

describeVaultProvider('terraform with its provider for Vault', (provider) => {
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

  test('configures EST, plans nothing more, changes it, and destroys it', async () => {
    folder.write('main.tf', configuration(whole));
    await folder.settles();
    expect(JSON.parse(await folder.ok('output', '-json', 'read'))).toMatchObject({
      ...{ enabled: true, default_mount: true, default_path_policy: 'role:routers', enable_sentinel_parsing: true },
      audit_fields: ['csr', 'common_name', 'key_bits'],
      authenticators: [{ cert: { cert_role: 'routers' } }],
      label_to_path_policy: { all: 'sign-verbatim', routers: 'role:routers' },
    });
    folder.write('main.tf', configuration('  enabled = true\n  default_path_policy = "sign-verbatim"'));
    await folder.settles();
    await folder.ok('destroy', '-auto-approve');
    const { body } = await live.vault('GET', 'sys/mounts');
    expect(JSON.stringify(body)).not.toContain('"routers/"');
  });

  test('is told what cannot be used', async () => {
    folder.write('main.tf', configuration('  enabled = true\n  default_path_policy = "role:nobody"'));
    const { status, said } = await folder.run('apply', '-auto-approve');
    expect([status, said.replaceAll(/[\s│╷╵]+/g, ' ')]).toEqual([
      1,
      expect.stringContaining('the role nobody does not exist'),
    ]);
    await folder.ok('destroy', '-auto-approve');
  });
});
