import type { OrganizationGrant } from '../caller.js';

/** What a caller may hold on one workspace. */
export const workspaceGrants = [
  'workspace:read',
  'workspace:update',
  'workspace:delete',
  'workspace:lock',
  'workspace:force-unlock',
  'workspace:manage-access',
  'state:read-outputs',
  'state:read',
  'state:write',
  'run:read',
  'run:create',
] as const;
export type WorkspaceGrant = (typeof workspaceGrants)[number];

/** A rule of the table below: what a caller needs, and with which kinds of token. */
export type Rule =
  | { readonly on: 'workspace'; readonly needs: WorkspaceGrant; readonly tokens?: readonly ['user', 'team'] }
  | { readonly on: 'organization'; readonly needs: 'member' | 'owner' | OrganizationGrant }
  | { readonly on: 'site'; readonly needs: 'authenticated' | 'administrator' };

const onWorkspace = (needs: WorkspaceGrant): Rule => ({ on: 'workspace', needs });
const onOrganization = (needs: 'member' | 'owner' | OrganizationGrant): Rule => ({ on: 'organization', needs });

/** The one table of who may do what, for GraphQL and REST alike. Everything that is not here is denied. */
export const operations = {
  'organization.create': { on: 'site', needs: 'authenticated' },
  'organization.read': onOrganization('member'),
  'organization.update': onOrganization('owner'),
  'organization.delete': onOrganization('owner'),
  'membership.read': onOrganization('member'),
  'membership.manage': onOrganization('manage-membership'),
  'team.read': onOrganization('member'),
  'team.manage': onOrganization('manage-teams'),
  'team.manage-organization-access': onOrganization('manage-organization-access'),
  'token.manage-organization': onOrganization('owner'),
  'audit.read': onOrganization('owner'),
  'user.manage': { on: 'site', needs: 'administrator' },

  'project.read': onOrganization('member'),
  'project.manage': onOrganization('manage-projects'),
  'tag.read': onOrganization('member'),
  'tag.manage': onOrganization('owner'),
  'retention.manage-organization': onOrganization('owner'),

  'workspace.create': onOrganization('manage-workspaces'),
  'workspace.read': onWorkspace('workspace:read'),
  'workspace.update': onWorkspace('workspace:update'),
  'workspace.delete': onWorkspace('workspace:delete'),
  'workspace.lock': onWorkspace('workspace:lock'),
  'workspace.unlock': onWorkspace('workspace:lock'),
  'workspace.force-unlock': onWorkspace('workspace:force-unlock'),
  'workspace.manage-access': onWorkspace('workspace:manage-access'),
  'workspace.manage-consumers': onWorkspace('workspace:update'),

  'state-version.list': onWorkspace('state:read'),
  'state-version.read': onWorkspace('state:read'),
  'state-version.read-outputs': onWorkspace('state:read-outputs'),
  'state-version.create': { on: 'workspace', needs: 'state:write', tokens: ['user', 'team'] },
  'state-version.rollback': { on: 'workspace', needs: 'state:write', tokens: ['user', 'team'] },
  'state-version.compare': onWorkspace('state:read'),
  'state-version.manage-backing-data': onOrganization('owner'),
  'resource.search': onWorkspace('state:read'),

  'run.read': onWorkspace('run:read'),
  'run.create': onWorkspace('run:create'),
} as const satisfies Record<string, Rule>;

export type Operation = keyof typeof operations;
