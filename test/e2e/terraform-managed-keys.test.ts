import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { Server } from './harness/server.js';
import { describeTokens, SoftToken } from './harness/soft-token.js';
import { Folder, terraformVersion } from './harness/terraform.js';

/** The program of terraform's provider for Vault: CONTRIBUTING.md says how to name it. */
const provider = process.env['TERRAFORM_VAULT_PROVIDER'] ?? '';

const configuration = (more: string) => `
terraform {
  required_providers {
    vault = { source = "hashicorp/vault" }
  }
}

resource "vault_managed_keys" "keys" {
  pkcs {
    name               = "root"
    library            = "softhsm"
    token_label        = "Trustate test"
    pin                = "1234"
    key_label          = "root"
    key_id             = "0x01"
    mechanism          = "0x1041"
    curve              = "P256"
    allow_generate_key = true
  }
  pkcs {
    name               = "below"
    library            = "softhsm"
    token_label        = "Trustate test"
    pin                = "1234"
    key_label          = "below"
    mechanism          = "0x0001"
    key_bits           = "2048"
    allow_generate_key = true
    any_mount          = true
    force_rw_session   = "true"
    max_parallel       = 4
    ${more}
  }
}
`;

if (provider === '' || terraformVersion === null) {
  test("terraform's managed keys: TERRAFORM_VAULT_PROVIDER names no program, or there is no terraform: not run", () => {
    expect(provider === '' || terraformVersion === null).toBe(true);
  });
} else {
  describeTokens("terraform's managed keys", () => {
    test('are applied, planned clean, changed and destroyed', async () => {
      const token = new SoftToken();
      const server = await Server.start(token.settings);
      const login = { base: server.http, token: null, caFile: server.caFile };
      const folder = new Folder(login, { VAULT_ADDR: server.http, VAULT_TOKEN: server.token });
      const overrides = `provider_installation {\n  dev_overrides { "hashicorp/vault" = "${path.dirname(provider)}" }\n  direct {}\n}\n`;
      writeFileSync(path.join(folder.path, 'home/cli.tfrc'), overrides);
      const settles = async (text: string) => {
        folder.write('main.tf', text);
        const applied = await folder.run(['apply', '-auto-approve']);
        expect(applied.status, applied.said).toBe(0);
        const planned = await folder.run(['plan', '-detailed-exitcode']);
        expect(planned.status, planned.said).toBe(0);
      };
      try {
        await settles(configuration(''));
        await settles(configuration('usages = ["sign"]'));
        const destroyed = await folder.run(['destroy', '-auto-approve']);
        expect(destroyed.status, destroyed.said).toBe(0);
        expect(token.privateKeys()).toEqual([]);
      } finally {
        folder.remove();
        await server.stop();
        token.remove();
      }
    });
  });
}
