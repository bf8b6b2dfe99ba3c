import { expect, test } from 'vitest';
import { cloudName, remoteName } from './harness/backend-blocks.js';
import { describeTerraform, program, onSharedServer } from './harness/site.js';
import { hostOf } from './harness/terraform.js';
import type { Login } from './harness/terraform.js';
import { fresh } from './harness/world.js';

const named = [remoteName, cloudName] as const;

/** Reads the outputs of another workspace. */
const consumer = (block: string, login: Login, organization: string, name: string) => `
terraform {
  ${block}
}
data "terraform_remote_state" "network" {
  backend = "remote"
  config = {
    hostname     = "${hostOf(login)}"
    organization = "${organization}"
    workspaces   = { name = "${name}" }
  }
}
resource "terraform_data" "consumer" {
  input = data.terraform_remote_state.network.outputs.word
}
output "seen" {
  value = terraform_data.consumer.output
}
`;

describeTerraform('who is calling', () => {
  const site = onSharedServer();

  test.for(named)('without a token, terraform says so: $title', async (backend) => {
    const login = site.get.login(null);
    const folder = site.get.folder(login);
    folder.write('main.tf', program(backend.block(login, 'default', fresh('anonymous'))));
    expect(await folder.refused('init')).toMatch(/token|credentials|unauthorized/i);
  });

  test.for(named)('a token that is not one: $title', async (backend) => {
    const login = site.get.login('at-0000000000000000.atlasv1.nothing');
    const folder = site.get.folder(login);
    folder.write('main.tf', program(backend.block(login, 'default', fresh('forged'))));
    expect(await folder.refused('init')).toMatch(/unauthorized|token/i);
  });

  test('a revoked token stops at once', async () => {
    const { world } = site.get;
    const person = await world.person();
    const organization = await world.organization();
    const workspace = await world.workspace(organization);
    await world.team(organization, [person.username], 'WRITE', workspace.id);
    const token = await world.userToken(person.id);
    const folder = await site.get.started(remoteName, organization, workspace.name, site.get.login(token.text));
    await folder.apply();
    const before = await workspace.snapshot();
    await world.revoke(token.id);
    expect(await folder.refused('apply', '-auto-approve', '-var=word=two')).toMatch(/unauthorized/i);
    expect(await workspace.snapshot()).toEqual(before);
  });

  test('an expired token stops at its hour', async () => {
    const { world } = site.get;
    const person = await world.person();
    const organization = await world.organization();
    const workspace = await world.workspace(organization);
    await world.team(organization, [person.username], 'WRITE', workspace.id);
    const expiry = new Date(Date.now() + 3_000);
    const login = site.get.login((await world.userToken(person.id, expiry)).text);
    const folder = await site.get.started(remoteName, organization, workspace.name, login);
    const api = person.api.as(login.token);
    while ((await api.get('/account/details')).status === 200) await new Promise((resolve) => setTimeout(resolve, 100));
    expect(Date.now()).toBeGreaterThanOrEqual(expiry.getTime());
    expect(await folder.refused('plan')).toMatch(/unauthorized/i);
  });

  test.for(named)('who may only read can plan without the lock, and not apply: $title', async (backend) => {
    const { world } = site.get;
    const organization = await world.organization();
    const workspace = await world.workspace(organization);
    const owner = await site.get.started(backend, organization, workspace.name);
    await owner.apply();
    const reader = await world.member(organization, 'READ', workspace.id);
    const before = await workspace.snapshot();

    const folder = await site.get.started(backend, organization, workspace.name, site.get.login(reader.api.token));
    expect(await folder.ok('output', '-raw', 'word')).toBe('one');
    expect((await folder.run(['plan', '-lock=false', '-detailed-exitcode'])).status).toBe(0);
    expect(await folder.refused('plan')).toMatch(/lock/i);
    expect(await folder.refused('apply', '-auto-approve', '-var=word=two')).toMatch(/lock|permission/i);
    await folder.refused('apply', '-auto-approve', '-lock=false', '-var=word=two');
    expect(await workspace.snapshot()).toEqual(before);
  });

  test('a team token applies, and the team holds the lock meanwhile', async () => {
    const { world } = site.get;
    const organization = await world.organization();
    const workspace = await world.workspace(organization);
    const teamId = await world.team(organization, [], 'WRITE', workspace.id);
    const login = site.get.login(await world.teamToken(teamId));
    const folder = await site.get.started(remoteName, organization, workspace.name, login);
    await folder.apply();
    expect(await folder.ok('output', '-raw', 'secret')).toBe('hush-one');
    expect((await workspace.versions()).length).toBe(1);
  });

  test('an organization token may read, and may not write state', async () => {
    const { world } = site.get;
    const organization = await world.organization();
    const workspace = await world.workspace(organization);
    const login = site.get.login(await world.organizationToken(organization));
    const folder = await site.get.started(remoteName, organization, workspace.name, login);
    const before = await workspace.snapshot();
    expect(await folder.refused('apply', '-auto-approve')).toMatch(/Error/);
    const after = await workspace.snapshot();
    expect(after.versions).toEqual(before.versions);
  });

  test('what terraform login asks', async () => {
    const { world } = site.get;
    const person = await world.person();
    const account = (await person.api.get('/account/details')).expect(200).one;
    expect(account).toMatchObject({ id: person.id, type: 'users', attributes: { username: person.username } });
    expect((await person.api.as('no-such-token').get('/account/details')).status).toBe(401);
  });
});

describeTerraform('terraform_remote_state', () => {
  const site = onSharedServer();

  async function provider(organization: string) {
    const workspace = await site.get.world.workspace(organization);
    const folder = await site.get.started(remoteName, organization, workspace.name);
    await folder.apply({ word: 'provided' });
    return workspace;
  }

  async function consuming(login: Login, organization: string, providerName: string) {
    const workspace = await site.get.world.workspace(organization);
    const folder = site.get.folder(login);
    const block = remoteName.block(login, organization, workspace.name);
    folder.write('main.tf', consumer(block, login, organization, providerName));
    return { folder, workspace };
  }

  test('reads the outputs of another workspace', async () => {
    const organization = await site.get.world.organization();
    const network = await provider(organization);
    const { folder } = await consuming(site.get.login(), organization, network.name);
    await folder.ok('init');
    await folder.apply();
    expect(await folder.ok('output', '-raw', 'seen')).toBe('provided');
  });

  test('is refused to who may not read that state', async () => {
    const { world } = site.get;
    const organization = await world.organization();
    const network = await provider(organization);
    const person = await world.person();
    const login = site.get.login(person.api.token);
    const { folder, workspace } = await consuming(login, organization, network.name);
    const teamId = await world.team(organization, [person.username], 'WRITE', workspace.id);
    await folder.ok('init');
    await folder.refused('plan');
    expect((await workspace.versions()).length).toBe(0);

    await world.grant(teamId, 'READ', network.id);
    await folder.apply();
    expect(await folder.ok('output', '-raw', 'seen')).toBe('provided');
  });
});
