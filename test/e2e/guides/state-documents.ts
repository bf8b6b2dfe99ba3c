import { join } from 'node:path';
import { getNamedType } from 'graphql';
import { z } from 'zod';
import { SqliteDatabase } from '../../../src/platform/database/sqlite/driver.js';
import { inlineCreation, stateText, terraformData } from '../harness/content.js';
import { fieldOf } from '../harness/fields.js';
import type { Site } from '../harness/site.js';

/** One object as both interfaces show it. */
export interface Shown {
  readonly type: string;
  /** Below /api/v2. */
  readonly path: string;
  /** The resource of that type in the answer's `included` rather than its `data`. */
  readonly included?: true;
  /** What is asked of `Query`; `…` is where the fields go. */
  readonly query: string;
  /** Where they are in the answer. */
  readonly at: string;
}

const one = (type: string, path: string, field: string): Shown => ({ type, path, query: `it: ${field} …`, at: 'it' });
const listed = (type: string, path: string, field: string): Shown => ({
  type,
  path,
  query: `it: ${field} { nodes … }`,
  at: 'it.nodes.0',
});

/** An object of every type of document, and of those that show more or less at times, several. */
export async function openDocuments(site: Site): Promise<readonly Shown[]> {
  const { root, world, server } = site;
  const organization = await world.organization('guide');
  meter(join(server.folder, 'trustate.db'), organization);

  const made = async (mutation: string, key: string, input: object, selection = '{ id }') => {
    const type = getNamedType(fieldOf(mutation).args[0]!.type).name;
    const shape = z.object({ payload: z.object({ made: z.looseObject({ id: z.string() }) }) });
    const query = `mutation ($input: ${type}!) { payload: ${mutation}(input: $input) { made: ${key} ${selection} problems { code message field } } }`;
    return (await root.graphql(shape, query, { input })).payload.made.id;
  };

  const tags = [{ key: 'env', value: 'prod' }];
  const projectId = await made('createProject', 'project', {
    organization,
    name: 'net',
    autoDestroyDuration: '14d',
    tags: [{ key: 'owner', value: 'net' }],
  });
  const workspace = await world.workspace(organization, {
    description: 'the network',
    'working-directory': 'infra',
    'source-name': 'guide',
    'source-url': 'https://example.com/guide',
    'auto-destroy-at': '2030-01-02T03:04:05.678Z',
    'trigger-prefixes': ['modules/'],
    'vcs-repo': { identifier: 'example/net', branch: 'main', 'oauth-token-id': 'ot-1' },
  });
  const workspaceId = workspace.id;
  await made('updateWorkspace', 'workspace', { workspace: { id: workspaceId }, projectId, tags });
  const bare = await world.workspace(organization);
  const variable = {
    workspace: { id: workspaceId },
    key: 'region',
    category: 'TERRAFORM',
    value: 'eu',
    description: 'd',
  };
  const variableId = await made('createWorkspaceVariable', 'variable', variable);
  const secret = { ...variable, key: 'TOKEN', category: 'ENV', sensitive: true };
  const shared = { workspaceIds: [workspaceId], projectIds: [projectId], variables: [{ key: 'k', category: 'ENV' }] };
  const setId = await made('createVariableSet', 'variableSet', { organization, name: 'shared', ...shared });
  const ownedId = await made('createVariableSet', 'variableSet', { organization, name: 'owned', projectId });
  const inSetId = await made('createVariableSetVariable', 'variable', {
    variableSetId: setId,
    key: 'a',
    category: 'ENV',
  });
  const webhookId = await made('createWebhook', 'webhook', {
    ...{ of: { workspaceId }, name: 'locks', url: 'https://hooks.example.com/', enabled: false },
    ...{ secret: 'sixteen bytes or more', events: ['WORKSPACE_LOCKED', 'STATE_VERSION_FINALIZED'] },
  });
  const reservedId = await made('createReservedTagKey', 'reservedTagKey', { organization, key: 'stage' });
  const secretId = await made('createWorkspaceVariable', 'variable', secret);
  await made(
    'setDataRetentionPolicy',
    'dataRetentionPolicy',
    {
      target: { workspace: { id: workspaceId } },
      kind: 'DELETE_OLDER',
      deleteOlderThanNDays: 30,
    },
    '{ id: targetId }',
  );

  const configurationVersionId = await made('createConfigurationVersion', 'configurationVersion', {
    workspaceId,
    commitSha: 'abc123',
    commitUrl: 'https://example.com/net/abc123',
    commitMessage: 'widen',
    branch: 'main',
    identifier: 'example/net',
    senderUsername: 'somebody',
  });
  const bareConfigurationId = await made('createConfigurationVersion', 'configurationVersion', { workspaceId });
  const runId = await made('createRun', 'run', { workspaceId, configurationVersionId, message: 'widen' });
  await workspace.lock();
  const lineage = '00000000-0000-4000-8000-000000000001';
  const outputs = { address: { value: '10.0.0.1', type: 'string' } };
  const first = await workspace.push(stateText({ serial: 1, lineage }));
  const { data } = inlineCreation(stateText({ serial: 2, lineage, outputs }));
  const relationships = { run: { data: { id: runId, type: 'runs' } } };
  const second = (
    await root.post(`/workspaces/${workspaceId}/state-versions`, { data: { ...data, relationships } })
  ).expect(201).one;
  await workspace.processed(second.id);
  const third = await made('rollbackStateVersion', 'stateVersion', { workspaceId, stateVersionId: second.id });
  await workspace.processed(third);
  await made('softDeleteBackingData', 'stateVersion', { id: first.id, deleteOlderThanNDays: 5 });
  const [output] = (await root.get(`/state-versions/${third}/outputs`)).expect(200).many;

  const other = await world.workspace(organization);
  await other.lock();
  const sealed = await other.push(
    JSON.stringify({ serial: 1, lineage, encryption_version: 'v0', encrypted_data: 'YQ==', meta: {} }),
  );
  await other.processed(sealed.id);
  await other.processed((await other.push(stateText({ serial: 2, lineage, resources: [terraformData('some')] }))).id);
  const retained = { target: { organization: { name: organization } }, kind: 'DONT_DELETE' };
  await made('setDataRetentionPolicy', 'dataRetentionPolicy', retained, '{ id: targetId }');

  const member = await world.member(organization, 'READ_OUTPUTS', workspaceId);
  const { teamId, username } = member;
  const teamWorkspaceId = await firstOf(site, `workspaceTeamAccess(workspaceId: "${workspaceId}", first: 1)`);
  const teamProjectId = await made('addTeamProjectAccess', 'teamProjectAccess', {
    teamId,
    projectId,
    access: 'MAINTAIN',
  });
  const membershipId = (await root.get(`/organizations/${organization}/organization-memberships`)).expect(200).list
    .data[0]?.id;
  const described = await world.userToken(member.id, new Date('2030-01-01T00:00:00Z'));
  await world.teamToken(teamId);

  return [
    one('organizations', `/organizations/${organization}`, `organization(name: "${organization}")`),
    {
      type: 'entitlement-sets',
      path: `/organizations/${organization}/entitlement-set`,
      query: `organization(name: "${organization}") { entitlements … }`,
      at: 'organization.entitlements',
    },
    one('organization-capacity', `/organizations/${organization}/capacity`, `organization(name: "${organization}")`),
    one(
      'organization-token-ttl-policies',
      `/organizations/${organization}/token-ttl-policies`,
      `organization(name: "${organization}")`,
    ),
    one('projects', `/projects/${projectId}`, `project(id: "${projectId}")`),
    one('workspaces', `/workspaces/${workspaceId}?include=outputs`, `workspace(id: "${workspaceId}")`),
    one('workspaces', `/workspaces/${bare.id}`, `workspace(id: "${bare.id}")`),
    one('state-versions', `/state-versions/${first.id}`, `stateVersion(id: "${first.id}")`),
    one('state-versions', `/state-versions/${second.id}`, `stateVersion(id: "${second.id}")`),
    one('state-versions', `/state-versions/${third}`, `stateVersion(id: "${third}")`),
    one('state-versions', `/state-versions/${sealed.id}`, `stateVersion(id: "${sealed.id}")`),
    {
      type: 'resources',
      path: `/workspaces/${other.id}/resources`,
      query: `workspace(id: "${other.id}") { resources { nodes … } }`,
      at: 'workspace.resources.nodes.0',
    },
    one('state-version-outputs', `/state-version-outputs/${output?.id}`, `stateVersionOutput(id: "${output?.id}")`),
    {
      type: 'workspace-outputs',
      path: `/workspaces/${workspaceId}?include=outputs`,
      included: true,
      query: `workspace(id: "${workspaceId}") { currentStateVersion { outputs { nodes … } } }`,
      at: 'workspace.currentStateVersion.outputs.nodes.0',
    },
    one('vars', `/workspaces/${workspaceId}/vars/${variableId}`, `variable(id: "${variableId}")`),
    one('vars', `/workspaces/${workspaceId}/vars/${secretId}`, `variable(id: "${secretId}")`),
    one('vars', `/varsets/${setId}/relationships/vars/${inSetId}`, `variable(id: "${inSetId}")`),
    one('notification-configurations', `/notification-configurations/${webhookId}`, `webhook(id: "${webhookId}")`),
    one('reserved-tag-keys', `/reserved-tag-keys/${reservedId}`, `reservedTagKey(id: "${reservedId}")`),
    one('varsets', `/varsets/${setId}`, `variableSet(id: "${setId}")`),
    one('varsets', `/varsets/${ownedId}`, `variableSet(id: "${ownedId}")`),
    one('users', '/account/details', 'me'),
    one('users', `/users/${username}`, `user(username: "${username}")`),
    one(
      'organization-memberships',
      `/organization-memberships/${membershipId}`,
      `organizationMembership(id: "${membershipId}")`,
    ),
    one('teams', `/teams/${teamId}`, `team(id: "${teamId}")`),
    one('team-workspaces', `/team-workspaces/${teamWorkspaceId}`, `teamWorkspaceAccess(id: "${teamWorkspaceId}")`),
    one('team-projects', `/team-projects/${teamProjectId}`, `teamProjectAccess(id: "${teamProjectId}")`),
    one('authentication-tokens', `/authentication-tokens/${described.id}`, `token(id: "${described.id}")`),
    one('authentication-tokens', `/teams/${teamId}/authentication-token`, `teamToken(teamId: "${teamId}")`),
    listed(
      'tags',
      `/organizations/${organization}/tags?q=env`,
      `tags(organization: "${organization}", filter: { search: "env" }, first: 1)`,
    ),
    {
      type: 'tag-bindings',
      path: `/workspaces/${workspaceId}/tag-bindings`,
      query: `workspace(id: "${workspaceId}") { tagBindings { nodes … } }`,
      at: 'workspace.tagBindings.nodes.0',
    },
    {
      type: 'effective-tag-bindings',
      path: `/workspaces/${workspaceId}/effective-tag-bindings`,
      query: `workspace(id: "${workspaceId}") { effectiveTagBindings { nodes … } }`,
      at: 'workspace.effectiveTagBindings.nodes.0',
    },
    {
      type: 'data-retention-policy-delete-olders',
      path: `/workspaces/${workspaceId}/relationships/data-retention-policy`,
      query: `workspace(id: "${workspaceId}") { dataRetentionPolicy … }`,
      at: 'workspace.dataRetentionPolicy',
    },
    one('runs', `/runs/${runId}`, `run(id: "${runId}")`),
    one(
      'configuration-versions',
      `/configuration-versions/${configurationVersionId}`,
      `configurationVersion(id: "${configurationVersionId}")`,
    ),
    one(
      'configuration-versions',
      `/configuration-versions/${bareConfigurationId}`,
      `configurationVersion(id: "${bareConfigurationId}")`,
    ),
    one(
      'ingress-attributes',
      `/configuration-versions/${configurationVersionId}/ingress-attributes`,
      `configurationVersion(id: "${configurationVersionId}")`,
    ),
  ];
}

async function firstOf({ root }: Site, field: string): Promise<string> {
  const shape = z.object({ it: z.object({ nodes: z.tuple([z.object({ id: z.string() })]) }) });
  return (await root.graphql(shape, `{ it: ${field} { nodes { id } } }`)).it.nodes[0].id;
}

/** Plans come with the contract, not by request: resources under management are counted from here on. */
function meter(file: string, organization: string): void {
  const database = new SqliteDatabase(file);
  try {
    database.prepare(`update "Organization" set plan = 'standard' where name = ?`).run(organization);
  } finally {
    database.close();
  }
}
