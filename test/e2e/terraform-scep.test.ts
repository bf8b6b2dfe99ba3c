import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { Server } from './harness/server.js';
import { Folder, terraformVersion } from './harness/terraform.js';

/** The program of terraform's provider for Vault, of a version that knows SCEP: CONTRIBUTING.md says how to name it. */
const provider = process.env['TERRAFORM_VAULT_PROVIDER'] ?? '';

const configuration = `
terraform {
  required_providers {
    vault = { source = "hashicorp/vault" }
  }
}

provider "vault" {}

resource "vault_auth_backend" "scep" {
  path = "devices"
  type = "scep"
}

resource "vault_scep_auth_backend_role" "routers" {
  backend        = vault_auth_backend.scep.id
  name           = "routers"
  auth_type      = "static-challenge"
  challenge      = "open sesame"
  token_policies = ["scep"]
}

resource "vault_mount" "pki" {
  path = "terraformed-scep"
  type = "pki"
}

resource "vault_pki_secret_backend_config_scep" "scep" {
  backend                       = vault_mount.pki.path
  enabled                       = true
  default_path_policy           = "sign-verbatim"
  allowed_digest_algorithms     = ["sha-512", "sha-256"]
  allowed_encryption_algorithms = ["aes256-cbc", "aes128-cbc"]
  restrict_ca_chain_to_issuer   = true
  authenticators {
    scep = { accessor = vault_auth_backend.scep.accessor }
  }
}
`;

if (provider === '' || terraformVersion === null) {
  test("terraform's resource for SCEP: TERRAFORM_VAULT_PROVIDER names no program, or there is no terraform: not run", () => {
    expect(provider === '' || terraformVersion === null).toBe(true);
  });
} else {
  describe("terraform's provider for Vault", () => {
    test('configures SCEP, plans nothing more, and takes it away', async () => {
      const server = await Server.start();
      const login = { base: server.http, token: null, caFile: server.caFile };
      const folder = new Folder(login, { VAULT_ADDR: server.http, VAULT_TOKEN: server.token });
      const overrides = `provider_installation {\n  dev_overrides { "hashicorp/vault" = "${path.dirname(provider)}" }\n  direct {}\n}\n`;
      writeFileSync(path.join(folder.path, 'home/cli.tfrc'), overrides);
      const read = async () => {
        const headers = { 'x-vault-token': server.token };
        const response = await fetch(`${server.http}/v1/terraformed-scep/config/scep`, { headers });
        return { status: response.status, body: await response.json() };
      };
      try {
        folder.write('main.tf', configuration);
        await folder.apply();
        expect((await read()).body).toMatchObject({
          data: {
            ...{ enabled: true, default_path_policy: 'sign-verbatim', restrict_ca_chain_to_issuer: true },
            allowed_digest_algorithms: ['sha-512', 'sha-256'],
            allowed_encryption_algorithms: ['aes256-cbc', 'aes128-cbc'],
          },
        });
        // 0 is nothing to do, 2 is something.
        expect((await folder.run(['plan', '-detailed-exitcode'])).status).toBe(0);
        await folder.ok('destroy', '-auto-approve');
        expect((await read()).status).toBe(404);
      } finally {
        folder.remove();
        await server.stop();
      }
    });
  });
}
