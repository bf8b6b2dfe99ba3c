import { Field, ID, InputType } from 'type-graphql';
import { WorkspaceRefType } from './workspace-ref.input.js';
import type { RunStatus } from '../runs/run-status.js';
import { RunStatusEnum } from '../runs/run.type.js';
import { TagInput } from '../tags/tag.input.js';
import { OrderDirectionEnum } from '../../platform/graphql/order.js';
import type { OrderDirection } from '../../platform/graphql/order.js';
import { plainFields } from './plain-settings.js';
import { WorkspaceOrderField } from './workspace.type.js';
import type { WorkspaceSearch, WorkspaceSort, WorkspaceSortKey } from './workspace-search.js';

@InputType({ description: 'A tag to look for.' })
export class TaggedInput {
  @Field(() => String, { description: 'The key.' })
  key!: string;

  @Field(() => String, { nullable: true, description: 'The value; left out, any value.' })
  value?: string | null;
}

@InputType({ description: 'What a list of workspaces is narrowed by. All that is said holds together.' })
export class WorkspaceFilter {
  @Field(() => String, { nullable: true, description: 'Part of the name, in any case.' })
  search?: string | null;

  @Field(() => String, { nullable: true, description: 'The name with `*` in front, behind, or on both sides.' })
  wildcardName?: string | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Keys of tags that must all be there, inherited ones included.',
  })
  tags?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'Keys of tags of which none may be there.' })
  excludeTags?: string[] | null;

  @Field(() => [TaggedInput], { nullable: true, description: 'Tags that must all be there, with their values.' })
  tagged?: TaggedInput[] | null;

  @Field(() => ID, { nullable: true, description: 'Only those of this project.' })
  projectId?: string | null;

  @Field(() => [RunStatusEnum], { nullable: true, description: 'Only those whose newest run stands at one of these.' })
  currentRunStatuses?: RunStatus[] | null;

  @Field(() => Boolean, { nullable: true, description: 'Only those that are locked, or only those that are not.' })
  locked?: boolean | null;
}

export function searchOf(input: WorkspaceFilter | null | undefined): WorkspaceSearch {
  return {
    ...(input?.search != null && { name: input.search }),
    ...(input?.wildcardName != null && { wildcardName: input.wildcardName }),
    ...(input?.tags != null && { tags: input.tags }),
    ...(input?.excludeTags != null && { excludeTags: input.excludeTags }),
    ...(input?.tagged != null && {
      tagged: input.tagged.map(({ key, value }) => ({ key, ...(value != null && { value }) })),
    }),
    ...(input?.projectId != null && { projectId: input.projectId }),
    ...(input?.currentRunStatuses != null && { currentRunStatuses: input.currentRunStatuses }),
    ...(input?.locked != null && { locked: input.locked }),
  };
}

@InputType({ description: 'What a list of workspaces is sorted by.' })
export class WorkspaceOrder {
  @Field(() => WorkspaceOrderField, { description: 'By what.' })
  field!: WorkspaceSortKey;

  @Field(() => OrderDirectionEnum, { description: 'Which way.' })
  direction!: OrderDirection;
}

export const orderByName = { field: 'name', direction: 'ASC' } as const satisfies WorkspaceOrder;

export const sortOf = ({ field, direction }: WorkspaceOrder): WorkspaceSort => ({
  by: field,
  descending: direction === 'DESC',
});

@InputType({ description: 'The repository that the configuration of a workspace comes from.' })
export class VcsRepoInput {
  @Field(() => String, { description: 'The repository, such as `acme/network`.' })
  identifier!: string;

  @Field(() => String, { nullable: true, description: 'The branch. Defaults to the default branch.' })
  branch?: string | null;

  @Field(() => String, { nullable: true, description: 'The repository as a person would write it.' })
  displayIdentifier?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Clone submodules too.' })
  ingressSubmodules?: boolean | null;

  @Field(() => String, { nullable: true, description: 'The OAuth token to reach the repository with.' })
  oauthTokenId?: string | null;

  @Field(() => String, { nullable: true, description: 'The GitHub App installation to reach the repository with.' })
  githubAppInstallationId?: string | null;

  @Field(() => String, { nullable: true, description: 'Where the repository can be looked at.' })
  repositoryHttpUrl?: string | null;

  @Field(() => String, { nullable: true, description: 'Who hosts the repository, such as `github`.' })
  serviceProvider?: string | null;

  @Field(() => String, { nullable: true, description: 'Only tags of the repository that match this start runs.' })
  tagsRegex?: string | null;
}

@InputType({ description: 'Which settings a workspace overwrites.' })
export class SettingOverwritesInput {
  @Field(() => Boolean, { nullable: true, description: 'Whether it overwrites the execution mode.' })
  overwritesExecutionMode?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether it overwrites the agent pool.' })
  overwritesAgentPool?: boolean | null;
}

/** Left out, a setting stays as it is; null resets it. */
@InputType()
abstract class WorkspaceSettingsInput {
  @Field(() => [String], { nullable: true, description: 'Paths of the repository to watch.' })
  triggerPrefixes?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'Glob patterns of the repository to watch, instead.' })
  triggerPatterns?: string[] | null;

  @Field(() => VcsRepoInput, { nullable: true, description: 'The repository to connect; null disconnects.' })
  vcsRepo?: VcsRepoInput | null;

  @Field(() => SettingOverwritesInput, { nullable: true, description: 'Which settings it overwrites.' })
  settingOverwrites?: SettingOverwritesInput | null;

  @Field(() => [TagInput], { nullable: true, description: 'Tags to bind, beside those that are bound.' })
  tags?: TagInput[] | null;
}

/** As they are kept; left out where nobody said any. */
export function overwritesIn({ settingOverwrites }: Pick<WorkspaceSettingsInput, 'settingOverwrites'>) {
  if (settingOverwrites === undefined) return { settingOverwrites };
  const { overwritesExecutionMode, overwritesAgentPool } = settingOverwrites ?? {};
  return {
    settingOverwrites: settingOverwrites && {
      ...(overwritesExecutionMode != null && { executionMode: overwritesExecutionMode }),
      ...(overwritesAgentPool != null && { agentPool: overwritesAgentPool }),
    },
  };
}

for (const { name, type, given } of plainFields) Field(type, given)(WorkspaceSettingsInput.prototype, name);

@InputType({ description: 'A workspace to create.' })
export class CreateWorkspaceInput extends WorkspaceSettingsInput {
  @Field(() => String, { description: 'Name of the organization it belongs to.' })
  organization!: string;

  @Field(() => String, { description: 'Unique in the organization: letters, digits, `-` and `_`, at most 90.' })
  name!: string;

  @Field(() => ID, { nullable: true, description: 'The project that it belongs to. Defaults to the default project.' })
  projectId?: string | null;

  @Field(() => String, { nullable: true, description: 'What makes it. Defaults to `tfe-api`.' })
  source?: string | null;
}

@InputType({ description: 'Changes to a workspace. What is left out stays as it is; null resets a setting.' })
export class UpdateWorkspaceInput extends WorkspaceSettingsInput {
  @Field(() => WorkspaceRefType, { description: 'The workspace.' })
  workspace!: WorkspaceRefType;

  @Field(() => String, { nullable: true, description: 'Its new name.' })
  name?: string | null;

  @Field(() => ID, { nullable: true, description: 'The project to move it to.' })
  projectId?: string | null;
}

@InputType({ description: 'A workspace to delete.' })
export class DeleteWorkspaceInput {
  @Field(() => WorkspaceRefType, { description: 'The workspace.' })
  workspace!: WorkspaceRefType;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Delete it even when it is locked or still manages resources. Its state is lost.',
  })
  force?: boolean | null;
}
