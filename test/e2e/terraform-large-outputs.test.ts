import { expect, test } from 'vitest';
import { z } from 'zod';
import { cloudName } from './harness/backend-blocks.js';
import type { BackendBlock } from './harness/backend-blocks.js';
import { describeTerraform, withServer } from './harness/site.js';
import { fresh } from './harness/world.js';

const http: BackendBlock = {
  title: 'backend "http"',
  block: (login, organization, stem) => {
    const address = `${login.base}/http/v1/${organization}/${stem}`;
    return `backend "http" {
    address        = "${address}"
    lock_address   = "${address}"
    unlock_address = "${address}"
    username       = "anybody"
    password       = "${login.token ?? ''}"
  }`;
  },
  local: null,
  remote: (stem) => stem,
};

/** Together 50 MB, of which 16 MiB have room as values of their own. */
const names = ['one', 'two', 'three', 'four', 'five'];
const bytes = 10_000_000;

const program = (block: string) => `
terraform {
  ${block}
}
${names.map((name) => `output "${name}" {\n  value     = file("\${path.module}/${name}.txt")\n  sensitive = true\n}`).join('\n')}
output "small" {
  value = "kept"
}
`;

const outputs = z.object({
  workspace: z.object({
    currentStateVersion: z.object({
      resourcesProcessed: z.boolean(),
      outputs: z.object({
        nodes: z.array(z.object({ name: z.string(), value: z.unknown(), valueOmitted: z.boolean() })),
      }),
    }),
  }),
});

describeTerraform('an apply with 50 MB of outputs', () => {
  // The default settings, which the shared server does not have.
  const site = withServer();

  // `remote` sends what `cloud` sends.
  test.for([cloudName, http])('$title', async (block) => {
    const { root, world } = site.get;
    const stem = fresh('large');
    const folder = site.get.folder();
    folder.write('main.tf', program(block.block(site.get.login(), 'default', stem)));
    names.forEach((name, at) => folder.write(`${name}.txt`, String(at).repeat(bytes)));
    await folder.ok('init');
    await folder.apply();
    expect((await folder.run(['plan', '-detailed-exitcode'])).status).toBe(0);
    // Whether the value has room beside the others or not.
    const shown = z
      .record(z.string(), z.object({ value: z.string() }))
      .parse(JSON.parse(await folder.ok('output', '-json')));
    expect(Object.keys(shown).toSorted()).toEqual([...names, 'small'].toSorted());
    expect(names.filter((name, at) => shown[name]?.value !== String(at).repeat(bytes))).toEqual([]);
    expect(shown['small']?.value).toBe('kept');

    const { id } = await world.found('default', stem);
    const query = `query ($id: ID!) { workspace(id: $id) { currentStateVersion {
      resourcesProcessed outputs(first: 10) { nodes { name value valueOmitted } } } } }`;
    const current = async () => (await root.graphql(outputs, query, { id })).workspace.currentStateVersion;
    await expect.poll(async () => (await current()).resourcesProcessed).toBe(true);
    const { nodes } = (await current()).outputs;
    expect(nodes.map(({ name }) => name)).toEqual([...names, 'small'].toSorted());
    expect(nodes.filter(({ valueOmitted }) => valueOmitted)).toHaveLength(4);
    expect(nodes.find(({ name }) => name === 'small')).toEqual({ name: 'small', value: 'kept', valueOmitted: false });
  });
});
