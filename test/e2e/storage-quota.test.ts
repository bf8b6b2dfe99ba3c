import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { problems } from '../../src/platform/problems.js';
import type { Api } from './harness/api.js';
import { base64Of, creation, inlineCreation, md5Of, stateText } from './harness/content.js';
import { text } from './harness/documents.js';
import { cloudName, remoteName } from './harness/backend-blocks.js';
import { describeTerraform, onSharedServer, program } from './harness/site.js';
import { assignments } from './harness/terraform.js';
import { fresh } from './harness/world.js';

const site = onSharedServer();
const bytes = { 'content-type': 'application/octet-stream' };
const json = JSON.stringify({ format_version: '1.0', terraform_version: '1.11.4', values: { root_module: {} } });
const detail = problems.STORAGE_QUOTA_EXCEEDED;
const refused = { status: 413, title: 'Payload Too Large', detail };

const storage = z.object({ usedBytes: z.number(), quotaBytes: z.number().nullable(), quotaKind: z.string() });
const shown = z.object({ organization: z.object({ storage: storage.nullable() }).nullable() }).nullish();
const settable = z.object({
  setStorageQuota: z.object({
    organization: z.object({ storage }).nullable(),
    problems: z.array(z.object({ code: z.string(), field: z.array(z.string()).nullable() })),
  }),
});
const fields = 'storage { usedBytes quotaBytes quotaKind }';
/** Undefined for who does not see the organization. */
const usage = async (api: Api, name: string) =>
  shown.parse(
    (await api.graphqlAnswer(`query ($name: String!) { organization(name: $name) { ${fields} } }`, { name })).data,
  )?.organization?.storage;
const set = async (api: Api, input: object) => {
  const mutation = `mutation ($input: SetStorageQuotaInput!) { setStorageQuota(input: $input) { organization { ${fields} } problems { code field } } }`;
  return settable.parse((await api.graphqlAnswer(mutation, { input })).data).setStorageQuota;
};
const limited = (organization: string, quota: number) =>
  set(site.get.root, { organization: { name: organization }, kind: 'BYTES', bytes: quota });

describe('the quota of an organization', () => {
  test('is set by site administrators, and shown to its owners', async () => {
    const { root, world } = site.get;
    const organization = await world.organization();
    const workspace = await (await world.workspace(organization)).lock();
    const state = stateText();
    await workspace.push(state, { 'json-state': base64Of(json) });
    const used = state.length + json.length;
    expect(await usage(root, organization)).toEqual({ usedBytes: used, quotaBytes: null, quotaKind: 'INSTALLATION' });
    expect((await limited(organization, 5)).organization).toEqual({
      storage: { usedBytes: used, quotaBytes: 5, quotaKind: 'BYTES' },
    });
    const owner = await world.person();
    await root.graphql(
      z.unknown(),
      `mutation ($input: AddOrganizationMemberInput!) { addOrganizationMember(input: $input) { problems { code } } }`,
      { input: { organization, username: owner.username, teamIds: [await ownersOf(organization)] } },
    );
    expect(await usage(owner.api, organization)).toEqual({ usedBytes: used, quotaBytes: 5, quotaKind: 'BYTES' });
    const member = await world.member(organization, 'ADMIN', workspace.id);
    for (const api of [member.api, root.as(await world.teamToken(member.teamId))]) {
      expect(await usage(api, organization)).toBeNull();
    }
    expect(await usage((await world.person()).api, organization)).toBeUndefined();
    expect(await usage(root.as(null), organization)).toBeUndefined();
    for (const api of [owner.api, member.api, root.as(await world.organizationToken(organization))]) {
      const answer = await set(api, { organization: { name: organization }, kind: 'UNLIMITED' });
      expect(answer).toEqual({ organization: null, problems: [{ code: 'NOT_FOUND', field: null }] });
    }
    for (const [input, code, field] of [
      [{ kind: 'BYTES' }, 'MISSING_INPUT', 'bytes'],
      [{ kind: 'BYTES', bytes: -1 }, 'INVALID_INPUT', 'bytes'],
      [{ kind: 'BYTES', bytes: '1152921504606846977' }, 'INVALID_INPUT', 'bytes'],
    ] as const) {
      expect((await set(root, { organization: { name: organization }, ...input })).problems).toEqual([
        { code, field: [field] },
      ]);
    }
    expect(
      (await set(root, { organization: { name: organization }, kind: 'UNLIMITED' })).organization?.storage.quotaBytes,
    ).toBeNull();
    const records = await owner.api.graphql(
      z.object({
        organization: z.object({
          auditRecords: z.object({ nodes: z.array(z.object({ action: z.string(), details: z.unknown() })) }),
        }),
      }),
      `query ($name: String!) { organization(name: $name) { auditRecords(first: 50, filter: { action: "organization.set-storage-quota" }) { nodes { action details } } } }`,
      { name: organization },
    );
    expect(records.organization.auditRecords.nodes.map(({ details }) => details)).toEqual([
      { from: '5', to: 'unlimited' },
      { from: 'installation', to: '5' },
    ]);
  });

  async function ownersOf(organization: string): Promise<string> {
    const shape = z.object({
      organization: z.object({ teams: z.object({ nodes: z.array(z.object({ id: z.string(), name: z.string() })) }) }),
    });
    const query = `query ($name: String!) { organization(name: $name) { teams(first: 10) { nodes { id name } } } }`;
    const { organization: found } = await site.get.root.graphql(shape, query, { name: organization });
    return found.teams.nodes.find(({ name }) => name === 'owners')?.id ?? '';
  }

  test('says what a workspace stores to who may list its state versions', async () => {
    const { world } = site.get;
    const organization = await world.organization();
    const workspace = await (await world.workspace(organization)).lock();
    const state = stateText();
    await workspace.push(state);
    const shape = z.object({ workspace: z.object({ storedBytes: z.number().nullable() }) });
    const query = `query ($id: ID!) { workspace(id: $id) { storedBytes } }`;
    const reader = await world.member(organization, 'READ', workspace.id);
    const onlyOutputs = await world.member(organization, 'READ_OUTPUTS', workspace.id);
    const asked = (api: Api) => api.graphql(shape, query, { id: workspace.id });
    expect((await asked(reader.api)).workspace.storedBytes).toBe(state.length);
    expect((await asked(onlyOutputs.api)).workspace.storedBytes).toBeNull();
  });

  test('refuses over REST and GraphQL, and leaves what there is as it was', async () => {
    const { root, world } = site.get;
    const organization = await world.organization();
    const workspace = await (await world.workspace(organization)).lock();
    const state = stateText();
    const first = await workspace.push(state);
    await limited(organization, state.length * 2 - 1);
    const next = state.replace('"serial":1', '"serial":2');
    const before = await workspace.snapshot();
    const path = `/workspaces/${workspace.id}/state-versions`;
    expect((await root.post(path, inlineCreation(next))).refusal).toEqual(refused);
    const created = await root.graphqlAnswer(
      `mutation ($input: CreateStateVersionInput!) { createStateVersion(input: $input) { stateVersion { id } problems { code message field } } }`,
      { input: { workspaceId: workspace.id, serial: '2', md5: md5Of(next), state: base64Of(next) } },
    );
    expect(created.data?.['createStateVersion']).toEqual({
      stateVersion: null,
      problems: [{ code: 'STORAGE_QUOTA_EXCEEDED', message: detail, field: null }],
    });
    const relationship = { data: { type: 'state-versions', id: first.id } };
    const rollback = { data: { type: 'state-versions', relationships: { 'rollback-state-version': relationship } } };
    expect((await root.patch(path, rollback)).refusal).toEqual(refused);
    expect(await workspace.snapshot()).toEqual(before);

    await limited(organization, state.length);
    expect((await root.post(path, creation(next))).refusal).toEqual(refused);
    await limited(organization, state.length * 2);
    const longer = next.replace('{', '{ ');
    const version = await workspace.announce(longer);
    const url = text(version, 'hosted-state-upload-url');
    expect((await root.as(null).send('PUT', url, longer, bytes)).refusal).toEqual(refused);
    expect((await workspace.version(version.id)).attributes['status']).toBe('discarded');
    const json = text(version, 'hosted-json-state-upload-url');
    const discarded = { ...refused, detail: expect.stringContaining('was discarded') as unknown };
    expect((await root.as(null).send('PUT', json, '{}', bytes)).refusal).toEqual(discarded);
    expect(await workspace.currentContent()).toBe(state);
    await workspace.unlock();

    const { text: metrics } = await root.get(`${root.base}/metrics`);
    expect(metrics).toMatch(/^trustate_storage_refused_total [1-9]/m);
    expect(metrics).toMatch(/^trustate_stored_bytes \d+$/m);
  });
});

describeTerraform('terraform without room', () => {
  test.for([remoteName, cloudName] as const)(
    'says so and keeps the state, and nothing waits for ever: $title',
    async (backend) => {
      const { root, world } = site.get;
      const organization = await world.organization();
      const stem = fresh('quota');
      const folder = await site.get.started(backend, organization, stem, site.get.login(), program);
      await folder.apply();
      const workspace = await world.found(organization, stem);
      const before = await folder.pull();
      const { usedBytes } = (await usage(root, organization)) ?? { usedBytes: 0 };

      for (const [room, growth, told] of [
        [0, {}, 'This content would exceed the storage quota of the organization'],
        // Room for some of it: what is refused while it is sent is told by its status alone.
        [usedBytes, { copies: '30' }, 'error HTTP response: 413'],
      ] as const) {
        await limited(organization, usedBytes + room);
        const said = await folder.refused('apply', '-auto-approve', ...assignments({ word: 'two', ...growth }));
        // terraform breaks long lines and puts a bar before each.
        expect(said.replaceAll(/[\s│]+/g, ' ')).toContain(told);
        expect(said).toContain('terraform state push errored.tfstate');
        expect(readFileSync(path.join(folder.path, 'errored.tfstate'), 'utf8')).toContain('two');
        // Terraform itself leaves the lock, so that nobody goes on from an older state.
        await workspace.unlock();
        expect(await folder.pull()).toEqual(before);
        expect(await usage(root, organization)).toMatchObject({ usedBytes });
      }
      await set(root, { organization: { name: organization }, kind: 'INSTALLATION' });
      await folder.ok('state', 'push', 'errored.tfstate');
      expect((await folder.pull()).outputs['word']?.value).toBe('two');
    },
  );
});
