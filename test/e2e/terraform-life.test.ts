import { expect, test } from 'vitest';
import { backendBlocks, cloudName, remoteName } from './harness/backend-blocks.js';
import type { BackendBlock } from './harness/backend-blocks.js';
import { expectMirrored } from './harness/state-in-graphql.js';
import { describeTerraform, onSharedServer } from './harness/site.js';
import type { Scheme } from './harness/site.js';
import { terraformVersion } from './harness/terraform.js';
import { fresh } from './harness/world.js';

const rows: readonly (BackendBlock & { scheme: Scheme })[] = [
  ...backendBlocks.map((backend) => ({ ...backend, scheme: 'http' as const })),
  { ...remoteName, scheme: 'https' },
  { ...cloudName, scheme: 'https' },
];

describeTerraform('terraform keeps its state in Trustate', () => {
  const site = onSharedServer();

  test.for(rows)('$title, over $scheme', async (row) => {
    const { root, world } = site.get;
    const organization = await world.organization();
    const stem = fresh('life');
    const folder = await site.get.started(row, organization, stem, site.get.login(undefined, row.scheme));

    expect(await folder.apply()).toContain('Resources: 2 added, 0 changed, 0 destroyed.');
    const { id } = await world.found(organization, row.remote(stem));
    const first = await folder.pull();
    await expectMirrored(root, id, first, terraformVersion);

    expect((await folder.run(['plan', '-detailed-exitcode'])).status).toBe(0);
    expect((await folder.run(['plan', '-detailed-exitcode', '-var=copies=3'])).status).toBe(2);
    expect(await folder.apply({ word: 'two', copies: '3' })).toContain('2 added, 1 changed, 0 destroyed.');
    const second = await folder.pull();
    expect(second.lineage).toBe(first.lineage);
    expect(second.serial).toBeGreaterThan(first.serial);
    await expectMirrored(root, id, second, terraformVersion);

    expect(await folder.ok('output', '-raw', 'word')).toBe('two');
    expect(await folder.ok('output', '-raw', 'secret')).toBe('hush-two');
    expect(await folder.ok('output', 'secret')).toBe('"hush-two"\n');
    expect(await folder.ok('output')).toContain('secret = <sensitive>');
    const outputs: unknown = JSON.parse(await folder.ok('output', '-json'));
    expect(outputs).toEqual({
      word: { sensitive: false, type: 'string', value: 'two' },
      secret: { sensitive: true, type: 'string', value: 'hush-two' },
      shape: {
        sensitive: false,
        type: ['object', { flag: 'bool', list: ['tuple', ['number', 'number']] }],
        value: { flag: true, list: [1, 2] },
      },
    });

    expect((await folder.ok('state', 'list')).trim().split('\n')).toEqual([
      'terraform_data.many[0]',
      'terraform_data.many[1]',
      'terraform_data.many[2]',
      'terraform_data.single',
    ]);
    expect(await folder.ok('state', 'show', 'terraform_data.single')).toMatch(/output = "two"/);
    expect(await folder.ok('show')).toContain('terraform_data.single');

    expect(await folder.ok('destroy', '-auto-approve')).toContain('Resources: 4 destroyed.');
    const last = await folder.pull();
    expect(last.resources).toEqual([]);
    const version = await expectMirrored(root, id, last, terraformVersion);
    expect(version.modules).toEqual({});
  });
});
