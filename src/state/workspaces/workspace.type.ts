import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { connectionType } from '../../platform/graphql/connection.js';
import { Node } from '../../platform/graphql/node.js';
import { numberedPageType } from '../../platform/graphql/numbered-page.js';
import { DateTime } from '../../platform/graphql/scalars.js';
import { plainFields } from './plain-settings.js';
import type { WorkspacePermissionSet } from './workspace-permissions.js';
import type { WorkspaceSortKey } from './workspace-search.js';

export const ExecutionMode = { LOCAL: 'local' } as const;
registerEnumType(ExecutionMode, {
  name: 'ExecutionMode',
  description: 'Where the runs of a workspace are executed. This service only stores state; clients execute the runs.',
  valuesConfig: { LOCAL: { description: 'On the machine of the user who runs the command line.' } },
});

@ObjectType({ simpleResolvers: true, description: 'The repository that the configuration of a workspace comes from.' })
export class VcsRepo {
  @Field(() => String, { description: 'The repository, such as `acme/network`.' })
  identifier!: string;

  @Field(() => String, { nullable: true, description: 'The branch. Null for the default branch.' })
  branch?: string | null;

  @Field(() => String, { nullable: true, description: 'The name of the repository for display.' })
  displayIdentifier?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether submodules are cloned too.' })
  ingressSubmodules?: boolean | null;

  @Field(() => String, { nullable: true, description: 'The OAuth token used to reach the repository.' })
  oauthTokenId?: string | null;

  @Field(() => String, { nullable: true, description: 'The GitHub App installation used to reach the repository.' })
  githubAppInstallationId?: string | null;

  @Field(() => String, { nullable: true, description: 'Address of a page that shows the repository.' })
  repositoryHttpUrl?: string | null;

  @Field(() => String, { nullable: true, description: 'The host of the repository, such as `github`.' })
  serviceProvider?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'A regular expression. Only tags of the repository that match it start runs.',
  })
  tagsRegex?: string | null;
}

@ObjectType({
  simpleResolvers: true,
  description: 'Actions that are possible in the present condition of a workspace.',
})
export class WorkspaceActions {
  @Field(() => Boolean, { description: 'Whether a destroy plan may be queued.' })
  isDestroyable!: boolean;
}

@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'The state of one configuration in all its versions, and the lock that protects it.',
})
export class Workspace extends Node {
  @Field(() => String, {
    description: 'Its name, unique in its organization: at most 90 letters, digits, `-` and `_`.',
  })
  name!: string;

  @Field(() => ID, { description: 'Identifier of its organization.' })
  organizationId!: string;

  @Field(() => ID, { description: 'Identifier of its project.' })
  projectId!: string;

  @Field(() => DateTime, { description: 'When it was created.' })
  createdAt!: Date;

  @Field(() => DateTime, { description: 'When its settings were last changed.' })
  updatedAt!: Date;

  @Field(() => DateTime, {
    description: 'When its latest state version was created. If it has none, when the workspace was created.',
  })
  latestChangeAt!: Date;

  /** Negative if unknown; a resolver shows it. */
  resourceCount!: bigint;

  @Field(() => String, { description: 'Its source, such as `tfe-api`.' })
  source!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'Identifier of its current state version. Null before the first one.',
  })
  currentStateVersionId!: string | null;

  @Field(() => DateTime, { nullable: true, description: 'When it was locked. Null if it is not locked.' })
  lockedAt!: Date | null;

  @Field(() => String, { nullable: true, description: 'The reason that the holder of the lock gave.' })
  lockReason!: string | null;
}
for (const { name, type, shown } of plainFields) Field(type, shown)(Workspace.prototype, name);

export const WorkspaceConnection = connectionType('Workspace', () => Workspace, 'A page of workspaces.');
export const WorkspacePage = numberedPageType('Workspace', () => Workspace, 'A page of workspaces, by number.');

export const WorkspaceOrderField = {
  NAME: 'name',
  LATEST_CHANGE_AT: 'latest-change-at',
  CREATED_AT: 'created-at',
  UPDATED_AT: 'updated-at',
  CURRENT_RUN_CREATED_AT: 'current-run.created-at',
} as const satisfies Record<string, WorkspaceSortKey>;
registerEnumType(WorkspaceOrderField, {
  name: 'WorkspaceOrderField',
  description: 'Fields by which workspaces can be sorted.',
  valuesConfig: {
    NAME: { description: 'Name.' },
    LATEST_CHANGE_AT: { description: 'Time of the latest state version.' },
    CREATED_AT: { description: 'Time of creation.' },
    UPDATED_AT: { description: 'Time of the last change of settings.' },
    CURRENT_RUN_CREATED_AT: {
      description: 'Time at which the newest run was recorded. Workspaces without a run count as earliest.',
    },
  },
});

@ObjectType({
  simpleResolvers: true,
  description: 'Your permissions on a workspace. The names are those of Terraform Enterprise.',
})
export class WorkspacePermissions implements WorkspacePermissionSet {
  @Field(() => Boolean, { description: 'Change its settings.' })
  canUpdate!: boolean;

  @Field(() => Boolean, { description: 'Delete it.' })
  canDestroy!: boolean;

  @Field(() => Boolean, { description: 'Delete it even if it still manages resources.' })
  canForceDelete!: boolean;

  @Field(() => Boolean, { description: 'Lock it.' })
  canLock!: boolean;

  @Field(() => Boolean, { description: 'Release your own lock.' })
  canUnlock!: boolean;

  @Field(() => Boolean, { description: 'Release the lock of somebody else.' })
  canForceUnlock!: boolean;

  @Field(() => Boolean, { description: 'Record runs.' })
  canQueueRun!: boolean;

  @Field(() => Boolean, { description: 'Apply runs.' })
  canQueueApply!: boolean;

  @Field(() => Boolean, { description: 'Queue destroy plans.' })
  canQueueDestroy!: boolean;

  @Field(() => Boolean, { description: 'Read runs.' })
  canReadRun!: boolean;

  @Field(() => Boolean, { description: 'Read its settings.' })
  canReadSettings!: boolean;

  @Field(() => Boolean, { description: 'Read variables.' })
  canReadVariable!: boolean;

  @Field(() => Boolean, { description: 'Change variables.' })
  canUpdateVariable!: boolean;

  @Field(() => Boolean, { description: 'Read its state versions.' })
  canReadStateVersions!: boolean;

  @Field(() => Boolean, { description: 'Create state versions.' })
  canCreateStateVersions!: boolean;

  @Field(() => Boolean, { description: 'Read the outputs of its state.' })
  canReadStateOutputs!: boolean;

  @Field(() => Boolean, { description: 'Change its tags.' })
  canManageTags!: boolean;

  @Field(() => Boolean, { description: 'Manage run tasks.' })
  canManageRunTasks!: boolean;

  @Field(() => Boolean, { description: 'Manage health assessments.' })
  canManageAssessments!: boolean;

  @Field(() => Boolean, { description: 'Manage ephemeral workspaces.' })
  canManageEphemeralWorkspaces!: boolean;

  @Field(() => Boolean, { description: 'Read the results of health assessments.' })
  canReadAssessmentResults!: boolean;
}
