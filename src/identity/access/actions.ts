import type { Caller, OrganizationGrant } from '../caller.js';

/** The possible grants on one workspace. */
export const workspaceGrants = [
  'workspace:read',
  'workspace:update',
  'workspace:delete',
  'workspace:move',
  'workspace:lock',
  'workspace:force-unlock',
  'workspace:manage-access',
  'state:read-outputs',
  'state:read',
  'state:write',
  'run:read',
  'run:create',
  'variable:read',
  'variable:write',
] as const;
export type WorkspaceGrant = (typeof workspaceGrants)[number];

/** The possible grants on one project, in addition to those that the project gives on each of its workspaces. */
export const projectGrants = [
  'project:read',
  'project:create-workspace',
  'project:receive-workspace',
  'project:update',
  'project:delete',
  'project:read-access',
  'project:manage-access',
  'project:see-secret-teams',
  'project:read-variable-sets',
  'project:manage-variable-sets',
] as const;
export type ProjectGrant = (typeof projectGrants)[number];

interface Rules {
  workspace: WorkspaceGrant;
  project: ProjectGrant;
  organization: 'member' | 'owner' | OrganizationGrant;
  site: 'authenticated' | 'administrator';
}

/** A rule of the table below: what a caller needs, and with which kinds of token. Defaults to all kinds. */
export type Rule = { [On in keyof Rules]: RuleOn<On> }[keyof Rules];
export interface RuleOn<On extends keyof Rules> {
  readonly on: On;
  readonly needs: Rules[On];
  readonly tokens?: readonly Caller['kind'][];
}

const rule =
  <const On extends keyof Rules>(on: On) =>
  (needs: Rules[On], ...tokens: Caller['kind'][]): RuleOn<On> => ({ on, needs, ...(tokens.length > 0 && { tokens }) });

const onWorkspace = rule('workspace');
const onProject = rule('project');
const onOrganization = rule('organization');
const onSite = rule('site');

/** The only table of who may do what, for GraphQL and REST. Everything that is not in it is denied. */
export const actions = {
  'account.read': onSite('authenticated'),
  'account.update': onSite('authenticated', 'user'),
  'organization.create': onSite('authenticated', 'user'),
  'organization.read': onOrganization('member'),
  'organization.update': onOrganization('owner'),
  'organization.delete': onOrganization('owner'),
  'organization.set-plan': onSite('administrator'),
  'membership.read': onOrganization('member'),
  'membership.manage': onOrganization('manage-membership'),
  'team.read': onOrganization('member'),
  'team.manage': onOrganization('manage-teams'),
  'team.manage-organization-access': onOrganization('manage-organization-access'),
  'team.manage-owners': onOrganization('owner'),
  'token.manage-own': onSite('authenticated', 'user'),
  'token.manage-organization': onOrganization('owner'),
  'audit.read': onOrganization('owner'),
  'user.manage': onSite('administrator'),

  'project.read': onProject('project:read'),
  'project.manage': onOrganization('manage-projects'),
  'project.update': onProject('project:update'),
  'project.delete': onProject('project:delete'),
  'project.read-access': onProject('project:read-access'),
  'project.manage-access': onProject('project:manage-access'),
  'tag.read': onOrganization('member'),
  'tag.manage': onOrganization('owner'),
  'retention.manage-organization': onOrganization('owner'),
  'storage.read': onOrganization('owner'),
  'storage-quota.manage': onSite('administrator'),

  'workspace.create': onProject('project:create-workspace'),
  'workspace.create-shared': onProject('project:create-workspace'),
  'workspace.read': onWorkspace('workspace:read'),
  'workspace.update': onWorkspace('workspace:update'),
  'workspace.delete': onWorkspace('workspace:delete'),
  'workspace.lock': onWorkspace('workspace:lock'),
  'workspace.unlock': onWorkspace('workspace:lock'),
  'workspace.force-unlock': onWorkspace('workspace:force-unlock'),
  'workspace.manage-access': onWorkspace('workspace:manage-access'),
  'workspace.manage-consumers': onWorkspace('workspace:update'),
  'workspace.share-state': onWorkspace('workspace:update'),
  'workspace.move': onWorkspace('workspace:move'),
  'workspace.move-here': onProject('project:receive-workspace'),

  'state-version.list': onWorkspace('state:read'),
  'state-version.read': onWorkspace('state:read'),
  'state-version.read-outputs': onWorkspace('state:read-outputs'),
  'state-version.create': onWorkspace('state:write', 'user', 'team'),
  'state-version.rollback': onWorkspace('state:write', 'user', 'team'),
  'state-version.compare': onWorkspace('state:read'),
  'state-version.manage-backing-data': onOrganization('owner'),
  'resource.search': onWorkspace('state:read'),

  'run.read': onWorkspace('run:read'),
  'run.create': onWorkspace('run:create'),

  'variable.read': onWorkspace('variable:read'),
  'variable.write': onWorkspace('variable:write'),
  'variable-set.read': onProject('project:read-variable-sets'),
  'variable-set.manage': onProject('project:manage-variable-sets'),

  'webhook.manage': onWorkspace('workspace:update'),
  'webhook.manage-organization': onOrganization('owner'),
  'webhook.manage-project': onProject('project:update'),
  'webhook.manage-team': onOrganization('manage-teams'),
} as const satisfies Record<string, Rule>;

export type Action = keyof typeof actions;

/** The actions on one kind of object. */
export type ActionOn<On extends keyof Rules> = {
  [Name in Action]: (typeof actions)[Name]['on'] extends On ? Name : never;
}[Action];

/**
 * Actions that are forbidden for narrowed tokens, whatever their owner may do: each gives somebody something, or binds the account, beyond the permissions and
 * the life of the token. `token.manage-own` is not one of them, because a token that is created so has no more than its creator.
 */
export const notWhenNarrowed: ReadonlySet<Action> = new Set([
  'account.update',
  'organization.create',
  'organization.update',
  'organization.delete',
  'organization.set-plan',
  'membership.manage',
  'team.manage',
  'team.manage-organization-access',
  'team.manage-owners',
  'token.manage-organization',
  'user.manage',
  'storage-quota.manage',
  'project.manage-access',
  'workspace.manage-access',
  // With these, others can read state, now or when it is written later.
  'workspace.create-shared',
  'workspace.manage-consumers',
  'workspace.share-state',
  'workspace.move',
  // Whoever is told goes on being told.
  'webhook.manage',
  'webhook.manage-organization',
  'webhook.manage-project',
  'webhook.manage-team',
]);

/** Actions whose refusal is not recorded: reading records instead of state, without any change. */
export const unrecordedWhenDenied: ReadonlySet<Action> = new Set([
  'account.read',
  'organization.read',
  'membership.read',
  'team.read',
  'project.read',
  'tag.read',
  'workspace.read',
  'run.read',
]);
