import { Field, ID, InputType } from 'type-graphql';
import { WorkspaceRefType } from './workspace-ref.input.js';
import type { RunStatus } from '../runs/run-status.js';
import { RunStatusEnum } from '../runs/run.type.js';
import { BindingModeEnum } from '../tags/binding-mode.js';
import type { BindingMode } from '../tags/binding-mode.js';
import { TaggedInput, TagInput } from '../tags/tag.input.js';
import { OrderDirectionEnum } from '../../platform/graphql/order.js';
import type { OrderDirection } from '../../platform/graphql/order.js';
import { SettingOverwritesInput } from '../setting-overwrites.js';
import { plainFields } from './plain-settings.js';
import { WorkspaceOrderField } from './workspace.type.js';
import type { WorkspaceSearch, WorkspaceSort, WorkspaceSortKey } from './workspace-search.js';

@InputType({ description: 'A filter for workspaces. All conditions must be met.' })
export class WorkspaceFilter {
  @Field(() => String, { nullable: true, description: 'Part of the name. Case does not matter.' })
  search?: string | null;

  @Field(() => String, { nullable: true, description: 'The name, with `*` at its beginning, at its end, or at both.' })
  wildcardName?: string | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Keys of tags. Only workspaces that have all of these tags. Inherited tags count.',
  })
  tags?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'Keys of tags. Only workspaces that have none of these tags.' })
  excludeTags?: string[] | null;

  @Field(() => [TaggedInput], {
    nullable: true,
    description: 'Tags with values. Only workspaces that have all of them.',
  })
  tagged?: TaggedInput[] | null;

  @Field(() => ID, { nullable: true, description: 'Identifier of a project. Only workspaces of this project.' })
  projectId?: string | null;

  @Field(() => [RunStatusEnum], {
    nullable: true,
    description: 'Only workspaces whose newest run has one of these statuses.',
  })
  currentRunStatuses?: RunStatus[] | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether to list only locked workspaces (true) or only unlocked ones (false).',
  })
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

@InputType({ description: 'The sort order of a list of workspaces.' })
export class WorkspaceOrder {
  @Field(() => WorkspaceOrderField, { description: 'The field to sort by.' })
  field!: WorkspaceSortKey;

  @Field(() => OrderDirectionEnum, { description: 'The sort direction.' })
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

  @Field(() => String, { nullable: true, description: 'The name of the repository for display.' })
  displayIdentifier?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether submodules are cloned too.' })
  ingressSubmodules?: boolean | null;

  @Field(() => String, { nullable: true, description: 'The OAuth token to reach the repository with.' })
  oauthTokenId?: string | null;

  @Field(() => String, { nullable: true, description: 'The GitHub App installation to reach the repository with.' })
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

/** Settings that are left out do not change; null resets them. */
@InputType()
abstract class WorkspaceSettingsInput {
  @Field(() => [String], { nullable: true, description: 'Paths to watch in the repository.' })
  triggerPrefixes?: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Glob patterns of the files to watch in the repository, instead of paths.',
  })
  triggerPatterns?: string[] | null;

  @Field(() => VcsRepoInput, { nullable: true, description: 'The repository to connect. Null removes the connection.' })
  vcsRepo?: VcsRepoInput | null;

  @Field(() => SettingOverwritesInput, {
    nullable: true,
    description: 'The settings that it does not take from its organization.',
  })
  settingOverwrites?: SettingOverwritesInput | null;

  @Field(() => [TagInput], { nullable: true, description: 'Tags to bind.' })
  tags?: TagInput[] | null;
}

for (const { name, type, given } of plainFields) Field(type, given)(WorkspaceSettingsInput.prototype, name);

@InputType({ description: 'The workspace to create.' })
export class CreateWorkspaceInput extends WorkspaceSettingsInput {
  @Field(() => String, { description: 'Name of its organization.' })
  organization!: string;

  @Field(() => String, {
    description: 'At most 90 letters, digits, `-` and `_`. The name must be unique in the organization.',
  })
  name!: string;

  @Field(() => ID, { nullable: true, description: 'Identifier of its project. Defaults to the default project.' })
  projectId?: string | null;

  @Field(() => String, { nullable: true, description: 'Its source. Defaults to `tfe-api`.' })
  source?: string | null;
}

@InputType({ description: 'Changes to a workspace. Fields that are left out do not change. Null resets a setting.' })
export class UpdateWorkspaceInput extends WorkspaceSettingsInput {
  @Field(() => WorkspaceRefType, { description: 'The workspace.' })
  workspace!: WorkspaceRefType;

  @Field(() => String, { nullable: true, description: 'Its new name.' })
  name?: string | null;

  @Field(() => ID, { nullable: true, description: 'Identifier of the project to move it to.' })
  projectId?: string | null;

  @Field(() => BindingModeEnum, {
    nullable: true,
    description: 'How `tags` are combined with the tags that are bound already. Defaults to ADD.',
  })
  tagMode?: BindingMode | null;
}

@InputType({ description: 'The workspaces to move to a project.' })
export class MoveWorkspacesInput {
  @Field(() => ID, { description: 'The project to move them to.' })
  projectId!: string;

  @Field(() => [ID], { description: 'The workspaces, at most 100.' })
  workspaceIds!: string[];
}

@InputType({ description: 'The workspace to delete.' })
export class DeleteWorkspaceInput {
  @Field(() => WorkspaceRefType, { description: 'The workspace.' })
  workspace!: WorkspaceRefType;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether to delete it even if it is locked or still manages resources. Its state is lost.',
  })
  force?: boolean | null;
}
