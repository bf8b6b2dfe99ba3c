import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { cloudName, remoteName } from './harness/backend-blocks.js';
import type { BackendBlock } from './harness/backend-blocks.js';
import { stateText, terraformData } from './harness/content.js';
import { expectMirrored } from './harness/state-in-graphql.js';
import { describeTerraform, goOn, halfway, held, program, onSharedServer } from './harness/site.js';
import { terraformVersion } from './harness/terraform.js';
import type { PulledState } from './harness/terraform.js';
import { fresh } from './harness/world.js';

const named = [remoteName, cloudName] as const;
const lineageRefused =
  'The lineage provided in the state file does not match the value currently known for this workspace';
const resourceNames = ({ resources }: PulledState) => resources.map(({ name }) => name).sort();

describeTerraform('state commands', () => {
  const site = onSharedServer();

  test.for(named)('mv and rm: $title', async (backend) => {
    const { root, world } = site.get;
    const stem = fresh('state');
    const folder = await site.get.started(backend, 'default', stem);
    await folder.apply({ copies: '2' });
    const { id } = await world.found('default', stem);
    const before = await folder.pull();

    await folder.ok('state', 'mv', 'terraform_data.single', 'terraform_data.renamed');
    const moved = await folder.pull();
    expect(resourceNames(moved)).toEqual(['many', 'renamed']);
    expect(moved.serial).toBe(before.serial + 1);
    await expectMirrored(root, id, moved, terraformVersion);

    await folder.ok('state', 'rm', 'terraform_data.many[0]');
    const removed = await folder.pull();
    expect(removed.serial).toBe(moved.serial + 1);
    const version = await expectMirrored(root, id, removed, terraformVersion);
    expect(version.resources.find(({ name }) => name === 'many')?.count).toBe(1);
  });

  test.for(named)('push, refused and forced: $title', async (backend) => {
    const { root, world } = site.get;
    const stem = fresh('push');
    const folder = await site.get.started(backend, 'default', stem);
    await folder.apply();
    await folder.apply({ word: 'two' });
    const { id } = await world.found('default', stem);
    const before = await folder.pull();

    const next = { ...before, serial: before.serial + 5, outputs: {} };
    folder.write('next.tfstate', JSON.stringify(next));
    await folder.ok('state', 'push', 'next.tfstate');
    const pushed = await folder.pull();
    // Terraform itself counts one further when it stores what was pushed.
    expect(pushed).toMatchObject({ serial: next.serial + 1, lineage: before.lineage, outputs: {} });
    await expectMirrored(root, id, pushed, terraformVersion);

    const stranger = stateText({ serial: 1, resources: [terraformData('stranger')] });
    folder.write('stranger.tfstate', stranger);
    expect(await folder.refused('state', 'push', 'stranger.tfstate')).toContain('lineage');
    folder.write('older.tfstate', JSON.stringify(before));
    expect(await folder.refused('state', 'push', 'older.tfstate')).toContain('serial');
    expect(await folder.pull()).toEqual(pushed);

    if (backend === cloudName) {
      // Terraform 1.11 does not pass `-force` on from a cloud block, so the server keeps what it knows.
      expect(await folder.refused('state', 'push', '-force', 'stranger.tfstate')).toContain(lineageRefused);
      expect(await folder.pull()).toEqual(pushed);
      return;
    }
    await folder.ok('state', 'push', '-force', 'stranger.tfstate');
    const forced = await folder.pull();
    expect(resourceNames(forced)).toEqual(['stranger']);
    expect(forced.lineage).not.toBe(before.lineage);
    await expectMirrored(root, id, forced, terraformVersion);
  });

  test('before the first apply there is nothing', async () => {
    const folder = await site.get.started(remoteName, 'default', fresh('empty'));
    expect(await folder.pull()).toMatchObject({ serial: 0, lineage: '', resources: [] });
    expect(await folder.refused('state', 'list')).toContain('No state file was found');
    expect(await folder.ok('output', '-json')).toBe('{}\n');
  });

  test.for(named)('after a rollback the next apply simply works: $title', async (backend) => {
    const { root, world } = site.get;
    const stem = fresh('rollback');
    const folder = await site.get.started(backend, 'default', stem);
    await folder.apply();
    const workspace = await world.found('default', stem);
    const earlier = await workspace.current();
    await folder.apply({ word: 'two', copies: '3' });
    const later = await folder.pull();

    await workspace.lock();
    const rolledBack = await root.patch(`/workspaces/${workspace.id}/state-versions`, {
      data: {
        type: 'state-versions',
        relationships: { 'rollback-state-version': { data: { type: 'state-versions', id: earlier.id } } },
      },
    });
    rolledBack.expect(201);
    await workspace.unlock();

    const back = await folder.pull();
    expect(back.serial).toBeGreaterThan(later.serial);
    expect(back.outputs['word']?.value).toBe('one');
    await expectMirrored(root, workspace.id, back, terraformVersion);
    expect((await folder.run(['plan', '-detailed-exitcode'])).status).toBe(0);
    expect(await folder.apply({ word: 'three' })).toContain('0 added, 1 changed, 0 destroyed.');
    const next = await folder.pull();
    expect(next.serial).toBeGreaterThan(back.serial);
    await expectMirrored(root, workspace.id, next, terraformVersion);
  });
});

describeTerraform('what the server refuses shows in the terminal', () => {
  const site = onSharedServer();

  /** An apply during which somebody else does something to its workspace; what terraform said in the end. */
  async function disturbed(disturb: (stem: string) => Promise<unknown>, backend = remoteName) {
    const stem = fresh('disturbed');
    const folder = await site.get.started(backend, 'default', stem, site.get.login(), held);
    const applying = folder.run(['apply', '-auto-approve']);
    await halfway(folder);
    await disturb(stem);
    goOn(folder);
    const ran = await applying;
    expect(ran.status).toBe(1);
    // Nothing is lost: what could not be stored is left beside the configuration.
    expect(existsSync(path.join(folder.path, 'errored.tfstate'))).toBe(true);
    return ran.said;
  }

  /** An apply to a workspace that has a state already, during which its state is replaced. */
  async function overtaken(
    backend: BackendBlock,
    replacement: (state: PulledState) => { state: string; force: boolean },
  ) {
    const stem = fresh('overtaken');
    const folder = await site.get.started(backend, 'default', stem, site.get.login(), held);
    goOn(folder);
    await folder.apply();
    const workspace = await site.get.world.found('default', stem);
    const again = site.get.folder();
    again.write('main.tf', held(backend.block(site.get.login(), 'default', stem)));
    await again.ok('init');
    const applying = again.run(['apply', '-auto-approve', '-replace=terraform_data.first']);
    await halfway(again);
    const { state, force } = replacement(await folder.pull());
    const winner = await workspace.push(state, { force });
    goOn(again);
    const ran = await applying;
    expect(ran.status).toBe(1);
    expect((await workspace.current()).id).toBe(winner.id);
    return ran.said;
  }

  test.for(named)('another lineage: $title', async (backend) => {
    const said = await overtaken(backend, ({ serial }) => ({ state: stateText({ serial }), force: true }));
    expect(said).toContain(lineageRefused);
  });

  test.for(named)('a later serial: $title', async (backend) => {
    const said = await overtaken(backend, ({ serial, lineage }) => ({
      state: stateText({ serial: serial + 50, lineage }),
      force: false,
    }));
    expect(said).toContain(
      'The serial provided in the state file is not greater than the serial currently known remotely',
    );
  });

  test.for(named)('another state of the same serial: $title', async (backend) => {
    const said = await overtaken(backend, ({ serial, lineage }) => ({
      state: stateText({ serial: serial + 1, lineage }),
      force: false,
    }));
    expect(said).toContain(
      'The MD5 hash of the state provided does not match what is currently known for the same serial number',
    );
  });

  test.for(named)('a lock that was taken away: $title', async (backend) => {
    const said = await disturbed(async (stem) => {
      const { id } = await site.get.world.found('default', stem);
      (await site.get.root.post(`/workspaces/${id}/actions/force-unlock`)).expect(200);
    }, backend);
    expect(said).toContain('This workspace is not locked and will only accept state uploads when locked');
  });

  test('a lock that another took', async () => {
    const other = await site.get.world.administrator('default');
    const said = await disturbed(async (stem) => {
      const workspace = await site.get.world.found('default', stem);
      (await site.get.root.post(`/workspaces/${workspace.id}/actions/force-unlock`)).expect(200);
      await workspace.as(other.api).lock();
    });
    expect(said).toContain(
      `This workspace is locked by User ${other.username} and will only accept state uploads from them while locked.`,
    );
  });

  test('a lock of another keeps everybody out until it is forced', async () => {
    const { world, root } = site.get;
    const stem = fresh('locked');
    const folder = await site.get.started(remoteName, 'default', stem);
    await folder.apply();
    const workspace = await world.found('default', stem);
    const other = await world.member('default', 'WRITE', workspace.id);
    await workspace.as(other.api).lock();
    const before = await workspace.snapshot();

    for (const command of [['plan'], ['apply', '-auto-approve'], ['state', 'rm', 'terraform_data.single']]) {
      const said = await folder.refused(...command);
      expect(said).toContain('Error acquiring the state lock');
      expect(said.toLowerCase()).toContain('workspace already locked');
    }
    expect(await workspace.snapshot()).toEqual(before);
    expect(await root.post(`/workspaces/${workspace.id}/actions/unlock`).then((reply) => reply.refusal)).toMatchObject({
      status: 409,
      detail: expect.stringContaining(`is locked by User ${other.username}`) as string,
    });

    expect(await folder.ok('force-unlock', '-force', `default/${stem}`)).toContain('unlocked');
    await folder.apply({ word: 'two' });
    await expectMirrored(root, workspace.id, await folder.pull(), terraformVersion);
  });
});

describeTerraform('moving in and out', () => {
  const site = onSharedServer();

  /** What moves; terraform itself gives the state a lineage and serial of its own where it arrives. */
  const contentOf = ({ resources, outputs }: PulledState) => ({ resources, outputs });

  async function withLocalState() {
    const folder = site.get.folder();
    folder.write('main.tf', program(''));
    await folder.ok('init');
    await folder.apply({ word: 'local' });
    return { folder, before: await folder.pull() };
  }

  test('a local state moves into the remote backend and back', async () => {
    const { folder, before } = await withLocalState();
    const stem = fresh('move');
    folder.write('main.tf', program(remoteName.block(site.get.login(), 'default', stem)));
    expect(await folder.ok('init', '-migrate-state', '-force-copy')).toContain('Successfully configured the backend');
    const moved = await folder.pull();
    expect(contentOf(moved)).toEqual(contentOf(before));
    const { id } = await site.get.world.found('default', stem);
    await expectMirrored(site.get.root, id, moved, terraformVersion);
    expect((await folder.run(['plan', '-detailed-exitcode', '-var=word=local'])).status).toBe(0);
    await folder.apply({ word: 'remote' });
    const there = await folder.pull();

    folder.write('main.tf', program(''));
    await folder.ok('init', '-migrate-state', '-force-copy');
    const back = await folder.pull();
    expect(contentOf(back)).toEqual(contentOf(there));
    expect((await folder.run(['plan', '-detailed-exitcode', '-var=word=remote'])).status).toBe(0);
  });

  test('a local state moves into a cloud block; the way back is a pulled state', async () => {
    const { folder, before } = await withLocalState();
    const stem = fresh('move');
    folder.write('main.tf', program(cloudName.block(site.get.login(), 'default', stem)));
    const ran = await folder.run(['init'], { input: 'yes\nyes\n' });
    expect(ran).toMatchObject({ status: 0 });
    const moved = await folder.pull();
    expect(contentOf(moved)).toEqual(contentOf(before));
    const { id } = await site.get.world.found('default', stem);
    await expectMirrored(site.get.root, id, moved, terraformVersion);

    const home = site.get.folder();
    home.write('main.tf', program(''));
    home.write('terraform.tfstate', await folder.ok('state', 'pull'));
    await home.ok('init');
    expect((await home.run(['plan', '-detailed-exitcode', '-var=word=local'])).status).toBe(0);
  });
});
