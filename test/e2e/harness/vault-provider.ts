import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { terraformVersion } from './terraform.js';

/** The program of terraform's provider for Vault: CONTRIBUTING.md says how to name it. */
const program = process.env['TERRAFORM_VAULT_PROVIDER'] ?? '';

/** Tests with terraform and its provider for Vault, which no package has: on most machines, one that says so takes their place. */
export function describeVaultProvider(title: string, body: (provider: string) => void): void {
  if (program !== '' && terraformVersion !== null) {
    describe(title, () => {
      body(path.dirname(program));
    });
    return;
  }
  test(`${title}: TERRAFORM_VAULT_PROVIDER names no program, or there is no terraform: not run`, () => {
    expect(program === '' || terraformVersion === null).toBe(true);
  });
}

/** A folder with a configuration of that provider, in which terraform runs. */
export class VaultFolder {
  readonly path = mkdtempSync(path.join(tmpdir(), 'trustate-provider-'));

  constructor(
    provider: string,
    private readonly server: { readonly address: string; readonly token: string },
  ) {
    const overrides = `dev_overrides { "hashicorp/vault" = "${provider}" }`;
    this.write('cli.tfrc', `provider_installation {\n  ${overrides}\n  direct {}\n}\n`);
  }

  write(name: string, text: string): void {
    writeFileSync(path.join(this.path, name), text);
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }

  run(...args: readonly string[]): Promise<{ readonly status: number | null; readonly said: string }> {
    const child = spawn('terraform', args, {
      cwd: this.path,
      env: {
        ...{ PATH: process.env['PATH'] ?? '', HOME: this.path, TF_CLI_CONFIG_FILE: path.join(this.path, 'cli.tfrc') },
        ...{ CHECKPOINT_DISABLE: '1', TF_IN_AUTOMATION: '1', TF_INPUT: '0' },
        ...{ VAULT_ADDR: this.server.address, VAULT_TOKEN: this.server.token },
      },
      timeout: 180_000,
    });
    const said: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => said.push(part));
    return new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (status) => {
        resolve({ status, said: stripVTControlCharacters(Buffer.concat(said).toString()) });
      });
    });
  }

  /** @throws Error with all it said when it failed */
  async ok(...args: readonly string[]): Promise<string> {
    const { status, said } = await this.run(...args);
    if (status !== 0) throw new Error(`terraform ${args.join(' ')}: status ${String(status)}: ${said}`);
    return said;
  }

  /** Applies, and plans nothing more. */
  async settles(): Promise<void> {
    await this.ok('apply', '-auto-approve');
    const { status, said } = await this.run('plan', '-detailed-exitcode');
    expect(status, said).toBe(0);
  }
}
