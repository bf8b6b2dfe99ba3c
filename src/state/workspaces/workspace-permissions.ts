import type { WorkspaceGrant } from '../../identity/access/actions.js';

/** What each permission of Terraform Enterprise means here; `false` is what this service does not do. */
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
  canReadVariable: false,
  canUpdateVariable: false,
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

/** The permissions that grants on a workspace add up to. */
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
