import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { connectionType } from '../../platform/graphql/connection.js';
import { Node } from '../../platform/graphql/node.js';
import { numberedPageType } from '../../platform/graphql/numbered-page.js';
import { BigIntScalar, DateTime } from '../../platform/graphql/scalars.js';
import { plainFields } from './plain-settings.js';
import type { WorkspacePermissionSet } from './workspace-permissions.js';
import type { WorkspaceSortKey } from './workspace-search.js';

export const ExecutionMode = { LOCAL: 'local' } as const;
registerEnumType(ExecutionMode, {
  name: 'ExecutionMode',
  description:
    'Where runs of a workspace are executed. This service keeps state; runs happen on the side of the client.',
  valuesConfig: { LOCAL: { description: 'On the machine of whoever runs the command line.' } },
});

@ObjectType({ simpleResolvers: true, description: 'The repository that the configuration of a workspace comes from.' })
export class VcsRepo {
  @Field(() => String, { description: 'The repository, such as `acme/network`.' })
  identifier!: string;

  @Field(() => String, { nullable: true, description: 'The branch; null for the default branch.' })
  branch?: string | null;

  @Field(() => String, { nullable: true, description: 'The repository as a person would write it.' })
  displayIdentifier?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Submodules are cloned too.' })
  ingressSubmodules?: boolean | null;

  @Field(() => String, { nullable: true, description: 'The OAuth token used to reach the repository.' })
  oauthTokenId?: string | null;

  @Field(() => String, { nullable: true, description: 'The GitHub App installation used to reach the repository.' })
  githubAppInstallationId?: string | null;

  @Field(() => String, { nullable: true, description: 'Where the repository can be looked at.' })
  repositoryHttpUrl?: string | null;

  @Field(() => String, { nullable: true, description: 'Who hosts the repository, such as `github`.' })
  serviceProvider?: string | null;

  @Field(() => String, { nullable: true, description: 'Only tags of the repository that match this start runs.' })
  tagsRegex?: string | null;
}

@ObjectType({
  simpleResolvers: true,
  description: 'Which settings a workspace overwrites; it takes the others from its organization.',
})
export class SettingOverwrites {
  @Field(() => Boolean, { description: 'Whether it overwrites the execution mode.' })
  overwritesExecutionMode!: boolean;

  @Field(() => Boolean, { description: 'Whether it overwrites the agent pool.' })
  overwritesAgentPool!: boolean;
}

@ObjectType({ simpleResolvers: true, description: 'What can be done with a workspace as it stands.' })
export class WorkspaceActions {
  @Field(() => Boolean, { description: 'A destroy plan may be queued.' })
  isDestroyable!: boolean;
}

@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'Holds the state of one configuration, version after version, and the lock that guards it.',
})
export class Workspace extends Node {
  @Field(() => String, { description: 'Unique in its organization: letters, digits, `-` and `_`, at most 90.' })
  name!: string;

  @Field(() => ID, { description: 'The organization it belongs to.' })
  organizationId!: string;

  @Field(() => ID, { description: 'The project it is in.' })
  projectId!: string;

  @Field(() => DateTime, { description: 'When it was created.' })
  createdAt!: Date;

  @Field(() => DateTime, { description: 'When its settings were last changed.' })
  updatedAt!: Date;

  @Field(() => DateTime, {
    description: 'When its latest state version was created, or the workspace itself while it has none.',
  })
  latestChangeAt!: Date;

  @Field(() => BigIntScalar, { description: 'Resources under management in its current state, data sources aside.' })
  resourceCount!: bigint;

  @Field(() => String, { description: 'What created it, such as `tfe-api`.' })
  source!: string;

  @Field(() => ID, { nullable: true, description: 'Its current state version; null before the first one.' })
  currentStateVersionId!: string | null;

  @Field(() => DateTime, { nullable: true, description: 'When it was locked; null when it is not.' })
  lockedAt!: Date | null;

  @Field(() => String, { nullable: true, description: 'The reason that its holder gave for locking it.' })
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
  description: 'What workspaces are sorted by.',
  valuesConfig: {
    NAME: { description: 'By name.' },
    LATEST_CHANGE_AT: { description: 'By the time of the latest state version.' },
    CREATED_AT: { description: 'By the time they were created.' },
    UPDATED_AT: { description: 'By the time their settings were last changed.' },
    CURRENT_RUN_CREATED_AT: {
      description: 'By the time their newest run was recorded; those without a run count as earliest.',
    },
  },
});

@ObjectType({
  simpleResolvers: true,
  description: 'What you may do with a workspace. Names are those of Terraform Enterprise.',
})
export class WorkspacePermissions implements WorkspacePermissionSet {
  @Field(() => Boolean, { description: 'Change its settings.' })
  canUpdate!: boolean;

  @Field(() => Boolean, { description: 'Delete it.' })
  canDestroy!: boolean;

  @Field(() => Boolean, { description: 'Delete it while it still manages resources.' })
  canForceDelete!: boolean;

  @Field(() => Boolean, { description: 'Lock it.' })
  canLock!: boolean;

  @Field(() => Boolean, { description: 'Release a lock of your own.' })
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
