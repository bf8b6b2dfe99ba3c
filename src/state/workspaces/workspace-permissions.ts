import type { WorkspaceGrant } from '../../identity/access/actions.js';

/** The meaning of each permission of Terraform Enterprise; `false` for features that this service does not have. */
const meaning = {
  canUpdate: 'workspace:update',
  canDestroy: 'workspace:delete',
  canForceDelete: 'workspace:delete',
  canLock: 'workspace:lock',
  canUnlock: 'workspace:lock',
  canForceUnlock: 'workspace:force-unlock',
  canQueueRun: 'run:create',
  canQueueApply: 'run:create',
  canQueueDestroy: 'run:create',
  canReadRun: 'run:read',
  canReadSettings: 'workspace:read',
  canReadVariable: 'variable:read',
  canUpdateVariable: 'variable:write',
  canReadStateVersions: 'state:read',
  canCreateStateVersions: 'state:write',
  canReadStateOutputs: 'state:read-outputs',
  canManageTags: 'workspace:update',
  canManageRunTasks: false,
  canManageAssessments: false,
  canManageEphemeralWorkspaces: false,
  canReadAssessmentResults: false,
} as const satisfies Record<string, WorkspaceGrant | false>;

export type WorkspacePermission = keyof typeof meaning;
export type WorkspacePermissionSet = Readonly<Record<WorkspacePermission, boolean>>;

/** The permissions that follow from grants on a workspace. */
export function permissionsOf(grants: ReadonlySet<WorkspaceGrant>): WorkspacePermissionSet {
  const may = (name: WorkspacePermission) => {
    const needed = meaning[name];
    return needed !== false && grants.has(needed);
  };
  return {
    canUpdate: may('canUpdate'),
    canDestroy: may('canDestroy'),
    canForceDelete: may('canForceDelete'),
    canLock: may('canLock'),
    canUnlock: may('canUnlock'),
    canForceUnlock: may('canForceUnlock'),
    canQueueRun: may('canQueueRun'),
    canQueueApply: may('canQueueApply'),
    canQueueDestroy: may('canQueueDestroy'),
    canReadRun: may('canReadRun'),
    canReadSettings: may('canReadSettings'),
    canReadVariable: may('canReadVariable'),
    canUpdateVariable: may('canUpdateVariable'),
    canReadStateVersions: may('canReadStateVersions'),
    canCreateStateVersions: may('canCreateStateVersions'),
    canReadStateOutputs: may('canReadStateOutputs'),
    canManageTags: may('canManageTags'),
    canManageRunTasks: may('canManageRunTasks'),
    canManageAssessments: may('canManageAssessments'),
    canManageEphemeralWorkspaces: may('canManageEphemeralWorkspaces'),
    canReadAssessmentResults: may('canReadAssessmentResults'),
  };
}
