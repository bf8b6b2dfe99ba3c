import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { serverCommand, serverRoot } from './harness/server.js';
import { withServer } from './harness/site.js';

const site = withServer({ TRUSTATE_DEFAULT_PLAN: 'standard' });
const run = promisify(execFile);

/** `trustate organization plan …` on the folder of the running server. */
async function command(...args: string[]): Promise<string> {
  const env = { ...process.env, TRUSTATE_DATA_DIR: site.get.server.folder };
  const given = serverCommand('organization', 'plan', ...args);
  return (await run(process.execPath, given, { cwd: serverRoot, env })).stdout.trim();
}

const planOf = async (organization: string) =>
  (await site.get.root.get(`/organizations/${organization}`)).expect(200).one.attributes['plan-identifier'];
const set = (plan: unknown, api = site.get.root, organization = 'default') =>
  api.patch(`/admin/organizations/${organization}`, {
    data: { type: 'organizations', attributes: { 'plan-identifier': plan } },
  });

test('new organizations, the first one too, have the plan of the setting', async () => {
  expect(await planOf('default')).toBe('standard');
  expect(await planOf(await site.get.world.organization())).toBe('standard');
});

test('the command line shows and sets the plan while the server runs', async () => {
  const organization = await site.get.world.organization();
  expect(await command(organization)).toBe('standard');
  expect(await command(organization, 'free')).toBe('free');
  expect(await planOf(organization)).toBe('free');
  await expect(command(organization, 'premium')).rejects.toThrow('plan must be one of free, standard, enterprise');
  await expect(command('nobody', 'free')).rejects.toThrow('There is no organization nobody.');
  expect(await command(organization)).toBe('free');
});

test('a site administrator sets the plan, and nobody else', async () => {
  const { world } = site.get;
  const organization = await world.organization();
  expect((await set('free', site.get.root, organization)).expect(200).one.attributes['plan-identifier']).toBe('free');
  const person = await world.person();
  expect((await set('enterprise', person.api, organization)).status).toBe(404);
  expect(await planOf(organization)).toBe('free');
  const refused = await set('premium', site.get.root, organization);
  expect(refused.status).toBe(422);
  expect(refused.json).toMatchObject({
    errors: [
      {
        detail: 'plan-identifier must be one of free, standard, enterprise',
        source: { pointer: '/data/attributes/plan-identifier' },
      },
    ],
  });
  expect((await set('free', site.get.root, 'nobody')).status).toBe(404);
});

test('a site administrator reads any organization where the plan is set, and nobody else any', async () => {
  const { world, root } = site.get;
  const organization = await world.organization();
  const asAdministrator = (api = root, name = organization) => api.get(`/admin/organizations/${name}`);
  const { one } = (await asAdministrator()).expect(200);
  expect(one).toEqual((await root.get(`/organizations/${organization}`)).expect(200).one);
  const member = await world.member(organization, 'READ');
  (await member.api.get(`/organizations/${organization}`)).expect(200);
  const refused = await asAdministrator(member.api);
  expect(refused.status).toBe(404);
  expect(refused.json).toEqual((await asAdministrator(root, 'nobody')).json);
});

test('the plan decides at once whether resources are metered', async () => {
  const { world, root } = site.get;
  const organization = await world.organization();
  const workspace = await (await world.workspace(organization)).lock();
  const { id } = await workspace.push(
    JSON.stringify({ version: 4, serial: 1, lineage: 'l', terraform_version: '1.9.0', outputs: {}, resources: [] }),
  );
  await workspace.processed(id);
  const metered = async () =>
    'billable-rum-count' in (await root.get(`/state-versions/${id}`)).expect(200).one.attributes;
  expect(await metered()).toBe(true);
  (await set('enterprise', root, organization)).expect(200);
  expect(await metered()).toBe(false);
});
