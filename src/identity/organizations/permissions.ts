import type { Access } from '../access/access.js';
import type { ActionOn } from '../access/actions.js';
import type { Caller } from '../caller.js';

/** `permissions` of an organization's document → the action that decides; `null` for features that Trustate does not have. */
const permissions = {
  canUpdate: 'organization.update',
  canDestroy: 'organization.delete',
  canAccessViaTeams: 'team.read',
  canCreateTeam: 'team.manage',
  canCreateWorkspace: 'workspace.create',
  canCreateProject: 'project.manage',
  canManageUsers: 'membership.manage',
  canManageTags: 'tag.manage',
  canManageVarsets: 'variable-set.manage',
  canUpdateApiToken: 'token.manage-organization',
  canTraverse: 'organization.read',
  canReadAuditRecords: 'audit.read',
  canManageOrganizationAccess: 'team.manage-organization-access',
  canCreateModule: null,
  canManageSso: null,
  canManageSubscription: null,
  canManageRunTasks: null,
  canUpdateAgentPools: null,
  canUpdateOauth: null,
  canUpdateSentinel: null,
  canUpdateSshKeys: null,
} as const satisfies Record<string, ActionOn<'organization'> | 'workspace.create' | 'variable-set.manage' | null>;

export type OrganizationPermissionName = keyof typeof permissions;
export type OrganizationPermissions = Readonly<Record<OrganizationPermissionName, boolean>>;

export function organizationPermissions(
  access: Access,
  caller: Caller,
  organizationId: string,
): OrganizationPermissions {
  const allowed = (action: (typeof permissions)[OrganizationPermissionName]) => {
    if (action === null) return false;
    // In any project; teams may also have it in single projects.
    if (action === 'workspace.create') return access.createsWorkspacesAnywhere(caller, organizationId);
    if (action === 'variable-set.manage') {
      return access.holdsOnEveryProject(caller, organizationId, 'project:manage-variable-sets');
    }
    return access.allowsOnOrganization(caller, action, organizationId);
  };
  return mapValues(permissions, allowed);
}

function mapValues<K extends string, T, U>(table: Readonly<Record<K, T>>, map: (value: T) => U): Record<K, U>;
function mapValues(
  table: Readonly<Record<string, unknown>>,
  map: (value: unknown) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(table).map(([key, value]) => [key, map(value)]));
}
