import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { Server } from './harness/server.js';
import { Folder, terraformVersion } from './harness/terraform.js';

/** The program of terraform's provider for Vault, of a version that knows ACME: CONTRIBUTING.md says how to name it. */
const provider = process.env['TERRAFORM_VAULT_PROVIDER'] ?? '';

const configuration = (address: string) => `
terraform {
  required_providers {
    vault = { source = "hashicorp/vault" }
  }
}

provider "vault" {}

resource "vault_mount" "pki" {
  path                  = "terraformed"
  type                  = "pki"
  max_lease_ttl_seconds = 315360000
}

resource "vault_pki_secret_backend_root_cert" "root" {
  backend     = vault_mount.pki.path
  type        = "internal"
  common_name = "Terraformed"
  key_type    = "ec"
  key_bits    = 256
  ttl         = "8760h"
}

resource "vault_pki_secret_backend_role" "web" {
  backend          = vault_mount.pki.path
  name             = "web"
  allowed_domains  = ["internal.example"]
  allow_subdomains = true
  key_type         = "any"
}

resource "vault_pki_secret_backend_config_cluster" "here" {
  backend  = vault_mount.pki.path
  path     = "${address}/v1/terraformed"
  aia_path = "${address}/v1/terraformed"
}

resource "vault_pki_secret_backend_config_acme" "acme" {
  backend                  = vault_pki_secret_backend_config_cluster.here.backend
  enabled                  = true
  allowed_roles            = [vault_pki_secret_backend_role.web.name]
  allowed_issuers          = ["*"]
  allow_role_ext_key_usage = true
  default_directory_policy = "role:\${vault_pki_secret_backend_role.web.name}"
  eab_policy               = "new-account-required"
}

resource "vault_pki_secret_backend_acme_eab" "web" {
  backend = vault_pki_secret_backend_config_acme.acme.backend
  role    = vault_pki_secret_backend_role.web.name
}
`;

if (provider === '' || terraformVersion === null) {
  test("terraform's resources for ACME: TERRAFORM_VAULT_PROVIDER names no program, or there is no terraform: not run", () => {
    expect(provider === '' || terraformVersion === null).toBe(true);
  });
} else {
  describe("terraform's provider for Vault", () => {
    test('configures ACME and makes a key for an account, plans nothing more, and takes all of it away', async () => {
      const server = await Server.start();
      const login = { base: server.http, token: null, caFile: server.caFile };
      const folder = new Folder(login, { VAULT_ADDR: server.http, VAULT_TOKEN: server.token });
      const overrides = `provider_installation {\n  dev_overrides { "hashicorp/vault" = "${path.dirname(provider)}" }\n  direct {}\n}\n`;
      writeFileSync(path.join(folder.path, 'home/cli.tfrc'), overrides);
      const read = async (at: string) => {
        const response = await fetch(`${server.http}/v1/terraformed/${at}`, {
          headers: { 'x-vault-token': server.token },
        });
        return { status: response.status, body: await response.json() };
      };
      try {
        folder.write('main.tf', configuration(server.http));
        await folder.apply();
        expect((await read('config/acme')).body).toMatchObject({
          data: {
            ...{ enabled: true, allowed_roles: ['web'], allowed_issuers: ['*'], allow_role_ext_key_usage: true },
            ...{ default_directory_policy: 'role:web', eab_policy: 'new-account-required' },
          },
        });
        const [key] = (await folder.pull()).resources.filter(
          ({ type }) => type === 'vault_pki_secret_backend_acme_eab',
        );
        const [instance] = (key?.instances ?? []) as { attributes: Record<string, string> }[];
        expect(instance?.attributes).toMatchObject({ acme_directory: 'roles/web/acme/directory', key_type: 'hs' });
        expect((await read('eab?list=true')).body).toMatchObject({
          data: { keys: [instance?.attributes['eab_id']] },
        });
        // 0 is nothing to do, 2 is something.
        expect((await folder.run(['plan', '-detailed-exitcode'])).status).toBe(0);
        await folder.ok('destroy', '-auto-approve');
        expect((await read('config/acme')).status).toBe(404);
      } finally {
        folder.remove();
        await server.stop();
      }
    });
  });
}
