import { expect, test } from 'vitest';
import { cloudTagMap, cloudTags, remoteName, remotePrefix } from './harness/backend-blocks.js';
import type { BackendBlock } from './harness/backend-blocks.js';
import { describeTerraform, program, onSharedServer } from './harness/site.js';
import { hostOf } from './harness/terraform.js';
import type { Folder } from './harness/terraform.js';
import { fresh } from './harness/world.js';

/** Names that `terraform workspace list` prints, and the chosen one. */
async function listed(folder: Folder) {
  const lines = (await folder.ok('workspace', 'list')).split('\n').filter((line) => line.trim() !== '');
  const chosen = lines
    .find((line) => line.startsWith('*'))
    ?.slice(1)
    .trim();
  return { names: lines.map((line) => line.replace('*', '').trim()).sort(), chosen };
}

const plural: readonly BackendBlock[] = [remotePrefix, cloudTags, cloudTagMap];

describeTerraform('workspace commands', () => {
  const site = onSharedServer();

  test.for(plural)('new, list, select, show, delete: $title', async (backend) => {
    const { world } = site.get;
    const organization = await world.organization();
    const stem = fresh('many');
    const folder = await site.get.started(backend, organization, stem);
    const first = backend.local ?? '';
    // Neither this one nor one of another organization is listed.
    await world.workspace(organization);
    await folder.apply({ word: 'first' });

    expect(await folder.ok('workspace', 'new', 'second')).toContain('second');
    expect(await listed(folder)).toEqual({ names: [first, 'second'].sort(), chosen: 'second' });
    expect((await folder.ok('workspace', 'show')).trim()).toBe('second');
    await folder.apply({ word: 'second' });

    await folder.ok('workspace', 'select', first);
    expect(await listed(folder)).toEqual({ names: [first, 'second'].sort(), chosen: first });
    expect(await folder.ok('output', '-raw', 'word')).toBe('first');
    expect(await folder.refused('workspace', 'select', 'missing')).toMatch(/doesn't exist/);
    expect(await folder.refused('workspace', 'new', 'second')).toMatch(/already exists/);
    expect(await folder.refused('workspace', 'delete', first)).toMatch(/active workspace/);

    // It still manages resources: terraform itself looks, and refuses.
    expect(await folder.refused('workspace', 'delete', 'second')).toMatch(/not empty|tracking|managing/);
    await folder.ok('workspace', 'delete', '-force', 'second');
    expect(await listed(folder)).toEqual({ names: [first], chosen: first });

    await folder.ok('workspace', 'new', 'third');
    await folder.ok('workspace', 'select', first);
    await folder.ok('workspace', 'delete', 'third');
    expect((await listed(folder)).names).toEqual([first]);
    expect(await folder.ok('output', '-raw', 'word')).toBe('first');
  });

  test('a workspace of a tagged configuration has its tags', async () => {
    const { world, root } = site.get;
    const organization = await world.organization();
    const stem = fresh('tagged');
    await site.get.started(cloudTagMap, organization, stem);
    const { id } = await world.found(organization, cloudTagMap.remote(stem));
    const bindings = (await root.get(`/workspaces/${id}/tag-bindings`)).expect(200).many;
    expect(Object.fromEntries(bindings.map(({ attributes }) => [attributes['key'], attributes['value']]))).toEqual({
      stem,
      team: 'core',
    });
  });

  test('a workspace that exists gets the tags of the configuration that asks for them', async () => {
    const { world, root } = site.get;
    const organization = await world.organization();
    const stem = fresh('adopted');
    const folder = await site.get.started(cloudTags, organization, stem);
    const untagged = await world.workspace(organization);
    expect((await listed(folder)).names).toEqual([cloudTags.local]);
    const tags = {
      data: [
        { type: 'tags', attributes: { name: stem } },
        { type: 'tags', attributes: { name: 'shared' } },
      ],
    };
    (await root.post(`/workspaces/${untagged.id}/relationships/tags`, tags)).expect(204);
    expect((await listed(folder)).names).toEqual([cloudTags.local, untagged.name].sort());
    await folder.ok('workspace', 'select', untagged.name);
    await folder.apply();
    expect((await untagged.versions()).length).toBe(1);
  });

  test('a list of workspaces that fills several pages', async () => {
    const { world } = site.get;
    const organization = await world.organization();
    const stem = fresh('pages');
    const folder = await site.get.started(remotePrefix, organization, stem);
    const names = Array.from({ length: 120 }, (_, index) => `n${String(index).padStart(3, '0')}`);
    for (const name of names) await world.workspace(organization, { name: `${stem}-${name}` });
    expect((await listed(folder)).names).toEqual([...names, 'dev'].sort());
  });

  test('a project named in a cloud block is made, and holds the workspace', async () => {
    const { world, root } = site.get;
    const organization = await world.organization();
    const name = fresh('in-project');
    const project = fresh('project');
    const folder = site.get.folder();
    const block = `cloud {
      hostname     = "${hostOf(site.get.login())}"
      organization = "${organization}"
      workspaces {
        name    = "${name}"
        project = "${project}"
      }
    }`;
    folder.write('main.tf', program(block));
    await folder.ok('init');
    await folder.apply();
    const found = (await root.get(`/organizations/${organization}/projects?filter[names]=${project}`)).expect(200).list;
    expect(found.data.map(({ attributes }) => attributes['name'])).toEqual([project]);
    const { id } = await world.found(organization, name);
    const workspace = (await root.get(`/workspaces/${id}`)).expect(200).one;
    expect(workspace.relationships['project']?.data).toMatchObject({ id: found.data[0]?.id });
  });

  test('the workspace of a named configuration cannot be changed from there', async () => {
    const folder = await site.get.started(remoteName, 'default', fresh('single'));
    expect(await folder.refused('workspace', 'new', 'other')).toMatch(/not supported/);
  });

  test('an organization that does not exist', async () => {
    const folder = site.get.folder();
    folder.write('main.tf', program(remoteName.block(site.get.login(), 'nobody-here', 'any')));
    expect(await folder.refused('init')).toMatch(/nobody-here.*not found|organization/i);
  });
});
