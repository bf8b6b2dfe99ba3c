import type { Installation } from './installation.js';

/** What an id or a name can be of. */
export type Kind =
  | 'configurationVersion'
  | 'organization'
  | 'organizationMembership'
  | 'organizationName'
  | 'project'
  | 'reservedTagKey'
  | 'run'
  | 'stateVersion'
  | 'stateVersionOutput'
  | 'tag'
  | 'team'
  | 'teamProjectAccess'
  | 'teamWorkspaceAccess'
  | 'token'
  | 'user'
  | 'variable'
  | 'variableSet'
  | 'webhook'
  | 'webhookDelivery'
  | 'workspace'
  | 'workspaceName';

/** By the name of the field, of the argument, or in the path, wherever it stands. */
const byName: Readonly<Record<string, Kind>> = {
  configurationVersionId: 'configurationVersion',
  configuration_version_id: 'configurationVersion',
  consumerIds: 'workspace',
  from: 'stateVersion',
  membershipIds: 'organizationMembership',
  notification_configuration_id: 'webhook',
  organization: 'organizationName',
  output_id: 'stateVersionOutput',
  projectId: 'project',
  projectIds: 'project',
  project_id: 'project',
  reserved_tag_key_id: 'reservedTagKey',
  runId: 'run',
  run_id: 'run',
  stateVersionId: 'stateVersion',
  state_version_id: 'stateVersion',
  tag_id: 'tag',
  teamId: 'team',
  teamIds: 'team',
  team_id: 'team',
  to: 'stateVersion',
  variableSetId: 'variableSet',
  variable_id: 'variable',
  varset_id: 'variableSet',
  webhookId: 'webhook',
  workspaceId: 'workspace',
  workspaceIds: 'workspace',
  workspace_id: 'workspace',
};

/** By the input, the query or the first part of the path as well. */
const byPlace: Readonly<Record<string, Kind | null>> = {
  'OrganizationRef.id': 'organization',
  'OrganizationRef.name': 'organizationName',
  'TagRef.id': 'tag',
  'UserRef.id': 'user',
  'WorkspaceName.name': 'workspaceName',
  'WorkspaceRef.id': 'workspace',
  // These are references of their own.
  'DataRetentionTarget.organization': null,
  'DeleteOrganizationInput.organization': null,
  'RegenerateOrganizationTokenInput.organization': null,
  'RevokeOrganizationTokenInput.organization': null,
  'SetOrganizationPlanInput.organization': null,
  'SetStorageQuotaInput.organization': null,
  'UpdateOrganizationInput.organization': null,
  'workspaceByName.name': 'workspaceName',
  'organization.name': 'organizationName',
  'node.id': 'workspace',
  'nodes.ids': 'stateVersion',
  'organizations.name': 'workspaceName',
  'authentication-tokens.id': 'token',
  'organization-memberships.id': 'organizationMembership',
  'team-projects.id': 'teamProjectAccess',
  'team-workspaces.id': 'teamWorkspaceAccess',
  'users.user': 'user',
};

/** What the id of an operation is of, which the name of the operation says. */
const byOperation: readonly (readonly [name: RegExp, kind: Kind])[] = [
  [/BackingData$|^stateVersion$/, 'stateVersion'],
  [/^stateVersionOutput$/, 'stateVersionOutput'],
  [/^acceptInvitation$|OrganizationMember(?:ship)?$/i, 'organizationMembership'],
  [/^addTagToWorkspaces$|^deleteTags$/, 'tag'],
  [/ReservedTagKey$/i, 'reservedTagKey'],
  [/TeamProjectAccess$/i, 'teamProjectAccess'],
  [/TeamWorkspaceAccess$/i, 'teamWorkspaceAccess'],
  [/VariableSet$/i, 'variableSet'],
  [/Variable$/i, 'variable'],
  [/WebhookDelivery$/i, 'webhookDelivery'],
  [/Webhook$/i, 'webhook'],
  [/ConfigurationVersion$/i, 'configurationVersion'],
  [/Project(?:Tags)?$/i, 'project'],
  [/Team(?:Members)?$/i, 'team'],
  [/Token$/i, 'token'],
  [/Run$/i, 'run'],
  [/^workspace$/, 'workspace'],
];

/**
 * What stands in a field of an input, an argument of a query or a part of a path; `null` for no id or name.
 * @param parent the input, `Query`, or the first part of the path
 */
export function kindOf(operation: string, parent: string, field: string): Kind | null {
  const place = `${parent === 'Query' ? operation : parent}.${field}`;
  if (place in byPlace) return byPlace[place] ?? null;
  if (field in byName) return byName[field] ?? null;
  if (field !== 'id' && field !== 'ids') return null;
  return byOperation.find(([name]) => name.test(operation))?.[1] ?? null;
}

/** Ids and names of what belongs to an organization. */
export async function rowsOf(
  { client }: Installation,
  organizationId: string,
): Promise<Record<Kind, readonly string[]>> {
  const select = { id: true } as const;
  const here = { where: { organizationId }, select };
  const onWorkspace = { where: { workspace: { organizationId } }, select };
  const ofTeam = { where: { team: { organizationId } }, select };
  const idsOf = async (rows: Promise<readonly { readonly id: string }[]>) => (await rows).map(({ id }) => id);
  const workspaces = await client.workspace.findMany({ where: { organizationId } });
  const organization = await client.organization.findUniqueOrThrow({ where: { id: organizationId } });
  const version = { stateVersion: { workspace: { organizationId } } };
  return {
    configurationVersion: await idsOf(client.configurationVersion.findMany(onWorkspace)),
    organization: [organizationId],
    organizationMembership: await idsOf(client.organizationMembership.findMany(here)),
    organizationName: [organization.name],
    project: await idsOf(client.project.findMany(here)),
    reservedTagKey: await idsOf(client.reservedTagKey.findMany(here)),
    run: await idsOf(client.run.findMany(onWorkspace)),
    stateVersion: await idsOf(client.stateVersion.findMany(onWorkspace)),
    stateVersionOutput: await idsOf(client.stateVersionOutput.findMany({ where: version, select })),
    tag: await idsOf(client.tag.findMany(here)),
    team: await idsOf(client.team.findMany(here)),
    teamProjectAccess: await idsOf(client.teamProjectAccess.findMany(ofTeam)),
    teamWorkspaceAccess: await idsOf(client.teamWorkspaceAccess.findMany(ofTeam)),
    token: await idsOf(client.token.findMany(ofTeam)),
    user: await idsOf(client.user.findMany({ where: { memberships: { some: { organizationId } } }, select })),
    variable: await idsOf(client.variable.findMany(onWorkspace)),
    variableSet: await idsOf(client.variableSet.findMany(here)),
    webhook: await idsOf(client.webhook.findMany(here)),
    webhookDelivery: await idsOf(client.webhookDelivery.findMany({ where: { webhook: { organizationId } }, select })),
    workspace: workspaces.map(({ id }) => id),
    workspaceName: workspaces.map(({ name }) => name),
  };
}
