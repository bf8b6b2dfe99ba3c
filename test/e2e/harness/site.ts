import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { eventually } from '../../eventually.js';
import { Api } from './api.js';
import type { BackendBlock } from './backend-blocks.js';
import { Server } from './server.js';
import type { Reached } from './server.js';
import './shared-server.js';
import { Folder, terraformVersion } from './terraform.js';
import type { Login } from './terraform.js';
import { World } from './world.js';

export type Scheme = 'http' | 'https';

/** A server, and what tests need to reach it. */
export class Site<To extends Reached = Reached> {
  readonly #folders: Folder[] = [];

  constructor(readonly server: To) {}

  /** A client of plain HTTP with root's token. */
  get root(): Api {
    return new Api(this.server.http, this.server.token);
  }

  get secure(): Api {
    return new Api(this.server.https, this.server.token, readFileSync(this.server.caFile, 'utf8'));
  }

  get world(): World {
    return new World(this.root);
  }

  login(token: string | null = this.server.token, scheme: Scheme = 'http'): Login {
    return { base: this.server[scheme], token, caFile: this.server.caFile };
  }

  /** A folder for terraform, removed after the tests. */
  folder(login: Login = this.login(), environment?: Readonly<Record<string, string>>): Folder {
    const folder = new Folder(login, environment);
    this.#folders.push(folder);
    return folder;
  }

  /** A folder whose configuration keeps its state behind `backend`; initialized, its workspace chosen. */
  async started(
    backend: BackendBlock,
    organization: string,
    stem: string,
    login = this.login(),
    source = program,
  ): Promise<Folder> {
    const folder = this.folder(login);
    folder.write('main.tf', source(backend.block(login, organization, stem)));
    const { local } = backend;
    if (local === null) await folder.ok('init');
    else {
      // There is no workspace yet: a cloud block asks for the name of the first, a backend wants it made by command.
      const ran = await folder.run(['init'], { input: `${local}\n` });
      if (ran.status !== 0) {
        expect(ran.said).toContain('No existing workspaces');
        await folder.ok('workspace', 'new', local);
        await folder.ok('init');
      }
      expect((await folder.ok('workspace', 'show')).trim()).toBe(local);
    }
    return folder;
  }

  /** Removes the folders of terraform. */
  tidy(): void {
    for (const folder of this.#folders) folder.remove();
  }
}

/**
 * A server of a file's own, from before its tests until after them: for those that stop it, look into its folder or its log, count what is in it, or need a
 * setting.
 * @param expectedErrors messages of the log that do not fail the tests
 */
export function withServer(
  settings: Readonly<Record<string, string>> = {},
  expectedErrors?: RegExp,
): { get: Site<Server> } {
  let site: Site<Server> | undefined;
  beforeAll(async () => {
    site = new Site(await Server.start(settings));
  });
  afterAll(async () => {
    site?.tidy();
    await site?.server.stop(expectedErrors);
  });
  return {
    get get() {
      if (!site) throw new Error('the server has not been started');
      return site;
    },
  };
}

/** The server that all files share that need none of their own: what they make there has names that nobody else uses. */
export function onSharedServer(): { get: Site } {
  const site = new Site(inject('server'));
  afterAll(() => site.tidy());
  return { get: site };
}

/** Tests that need terraform. On a machine without it, one that says so takes their place. */
export function describeTerraform(title: string, body: () => void): void {
  if (terraformVersion !== null) {
    describe(title, body);
    return;
  }
  test(`${title}: terraform is not installed: not run`, () => {
    expect(spawnSync('terraform', ['version']).status).not.toBe(0);
  });
}

/** A configuration with resources, outputs of several types, and two variables that change it. */
export const program = (block: string) => `
terraform {
  ${block}
}
variable "word" {
  default = "one"
}
variable "copies" {
  default = 1
}
resource "terraform_data" "single" {
  input = var.word
}
resource "terraform_data" "many" {
  count = var.copies
  input = count.index
}
output "word" {
  value = terraform_data.single.output
}
output "shape" {
  value = { list = [1, 2], flag = true }
}
output "secret" {
  value     = "hush-\${var.word}"
  sensitive = true
}
`;

/** A configuration whose apply stops in the middle until {@link goOn}. */
export const held = (block: string) => `
terraform {
  ${block}
}
resource "terraform_data" "first" {
  input = timestamp()
  provisioner "local-exec" {
    command = "touch started; until [ -e go-on ]; do sleep 0.02; done"
  }
}
resource "terraform_data" "second" {
  input      = "after"
  depends_on = [terraform_data.first]
}
`;

/** Resolves when the apply of {@link held} has come to its middle. */
export async function halfway(folder: Folder): Promise<void> {
  const begun = path.join(folder.path, 'started');
  await vi.waitFor(() => expect(existsSync(begun), 'the apply has come to its middle').toBe(true), eventually);
}

export function goOn(folder: Folder): void {
  writeFileSync(path.join(folder.path, 'go-on'), '');
}
