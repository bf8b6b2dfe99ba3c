import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { BackendBlock } from './harness/backend-blocks.js';
import { expectMirrored } from './harness/state-in-graphql.js';
import { describeTerraform, goOn, halfway, held, onSharedServer, program } from './harness/site.js';
import { terraformVersion } from './harness/terraform.js';
import type { Login } from './harness/terraform.js';
import { fresh } from './harness/world.js';

const settings = (login: Login, organization: string, stem: string, lock: readonly string[]) => {
  const address = `${login.base}/http/v1/${organization}/${stem}`;
  return `backend "http" {
    address = "${address}"
    ${lock.map((line) => line.replace('…', address)).join('\n    ')}
    username = "anybody"
    password = "${login.token ?? ''}"
  }`;
};

const backend = (title: string, ...lock: readonly string[]): BackendBlock => ({
  title,
  block: (login, organization, stem) => settings(login, organization, stem, lock),
  local: null,
  remote: (stem) => stem,
});

const usual = backend('LOCK and UNLOCK', 'lock_address = "…"', 'unlock_address = "…"');
const likeGitlab = backend(
  'POST and DELETE of …/lock',
  'lock_address = "…/lock"',
  'lock_method = "POST"',
  'unlock_address = "…/lock"',
  'unlock_method = "DELETE"',
);
const withoutLock = backend('no lock', 'update_method = "PUT"');

const lockShape = z.object({
  workspace: z.object({
    lock: z.object({ holderName: z.string(), client: z.object({ lockId: z.string(), operation: z.string() }) }),
  }),
});

describeTerraform('the http backend', () => {
  const site = onSharedServer();

  test.for([usual, likeGitlab, withoutLock])('init, apply, plan, output, destroy: $title', async (block) => {
    const { root, world } = site.get;
    const stem = fresh('http');
    const folder = await site.get.started(block, 'default', stem);
    await folder.apply();
    const { id } = await world.found('default', stem);
    expect((await folder.run(['plan', '-detailed-exitcode'])).status).toBe(0);
    expect(await folder.ok('output', '-raw', 'secret')).toBe('hush-one');
    await folder.apply({ word: 'two', copies: '3' });
    const pulled = await folder.pull();
    expect(pulled.serial).toBeGreaterThan(1);
    await expectMirrored(root, id, pulled, terraformVersion);
    await folder.ok('destroy', '-auto-approve');
    expect((await folder.pull()).resources).toEqual([]);
  });

  test.for([usual, likeGitlab])('one client at a time, and force-unlock: $title', async (block) => {
    const { root, world } = site.get;
    const stem = fresh('http');
    const folder = await site.get.started(block, 'default', stem, site.get.login(), held);
    const applying = folder.run(['apply', '-auto-approve']);
    await halfway(folder);
    const { id } = await world.found('default', stem);
    const query = `query ($id: ID!) { workspace(id: $id) { lock { holderName client { lockId operation } } } }`;
    const { workspace } = await root.graphql(lockShape, query, { id });
    expect(workspace.lock).toMatchObject({ holderName: 'root', client: { operation: 'OperationTypeApply' } });

    const other = await site.get.started(block, 'default', stem, site.get.login(), held);
    expect(await other.refused('apply', '-auto-approve')).toContain(`ID=${workspace.lock.client.lockId}`);
    expect(await other.ok('force-unlock', '-force', workspace.lock.client.lockId)).toContain('successfully unlocked');
    // The first one goes on, and notices that it has lost its lock: what it has is not stored over the state of others.
    goOn(folder);
    const ran = await applying;
    expect(ran.status).toBe(1);
    expect(ran.said).toContain('Failed to save state');
    expect(readdirSync(folder.path)).toContain('errored.tfstate');
    goOn(other);
    await other.apply();
    expect((await other.pull()).resources).toHaveLength(2);
  });

  test('a local state moves here with all that it has, and between the backends', async () => {
    const { root, world } = site.get;
    const stem = fresh('moved');
    const folder = site.get.folder();
    folder.write('main.tf', program(''));
    await folder.ok('init');
    await folder.apply({ word: 'local' });
    const before = await folder.pull();

    folder.write('main.tf', program(usual.block(site.get.login(), 'default', stem)));
    await folder.ok('init', '-migrate-state', '-force-copy');
    const after = await folder.pull();
    // Terraform begins a new lineage at a backend that has no state yet.
    expect(after).toMatchObject({ outputs: before.outputs, resources: before.resources });
    expect((await folder.run(['plan', '-detailed-exitcode', '-var=word=local'])).status).toBe(0);
    const { id } = await world.found('default', stem);
    await expectMirrored(root, id, after, terraformVersion);

    const cloud = `backend "remote" {
      hostname     = "${new URL(site.get.login().base).host}"
      organization = "default"
      workspaces { name = "${stem}" }
    }`;
    folder.write('main.tf', program(cloud));
    await folder.ok('init', '-migrate-state', '-force-copy');
    await folder.apply({ word: 'further' });
    const further = await folder.pull();
    expect(further.lineage).toBe(after.lineage);
    await expectMirrored(root, id, further, terraformVersion);
  });

  test('a state of another origin is not written over', async () => {
    const stem = fresh('http');
    const first = await site.get.started(usual, 'default', stem);
    await first.apply();
    const before = await first.pull();
    const second = site.get.folder();
    second.write('main.tf', program(''));
    await second.ok('init');
    await second.apply();
    second.write('main.tf', program(usual.block(site.get.login(), 'default', stem)));
    expect(await second.refused('init', '-migrate-state', '-force-copy')).toContain('409');
    expect(await first.pull()).toEqual(before);
  });

  test('who may not, or is not known, learns so', async () => {
    const { world } = site.get;
    const organization = await world.organization();
    const stem = fresh('http');
    const owner = await site.get.started(usual, organization, stem);
    await owner.apply();
    const stranger = await world.person();
    const folder = site.get.folder();
    const { text } = await world.userToken(stranger.id);
    folder.write('main.tf', program(usual.block(site.get.login(text), organization, stem)));
    await folder.ok('init');
    expect(await folder.refused('plan')).toContain('404');
    const unknown = site.get.folder();
    unknown.write('main.tf', program(usual.block(site.get.login('bad'), organization, stem)));
    expect(await unknown.refused('init')).toContain('requires auth');
  });
});
