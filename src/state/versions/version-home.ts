import type { OrganizationId, ProjectId, StateVersionId, WorkspaceId } from '../../platform/ids.js';

/** The data of a state version's workspace for decisions about access and the presence of fields. */
export interface VersionHome {
  readonly workspaceId: WorkspaceId;
  readonly workspaceName: string;
  readonly organizationId: OrganizationId;
  readonly projectId: ProjectId;
  readonly globalRemoteState: boolean;
  readonly connectedToVcs: boolean;
  readonly plan: string;
  /** `Organization.storageQuota`. */
  readonly storageQuota: bigint | null;
}

/** The states of a workspace before and after a version; `null` for none. */
export interface Neighbours {
  readonly previous: StateVersionId | null;
  readonly next: StateVersionId | null;
}

/** A workspace by the names that REST paths and filters use. */
export interface WorkspaceName {
  readonly organization: string;
  readonly workspace: string;
}
