import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { connectionType } from '../../platform/graphql/connection.js';
import { Node } from '../../platform/graphql/node.js';
import { numberedPageType } from '../../platform/graphql/numbered-page.js';
import { payloadType } from '../../platform/graphql/payload.js';
import { DateTime } from '../../platform/graphql/scalars.js';
import { oneGiven, OneOf } from '../../platform/graphql/one-of.js';
import { WorkspaceRefType } from '../workspaces/workspace-ref.input.js';
import { Project } from '../projects/project.type.js';
import { Workspace } from '../workspaces/workspace.type.js';
import { TagInput } from './tag.input.js';
import { BindingModeEnum } from './binding-mode.js';
import type { BindingMode } from './binding-mode.js';
import type { TagRef } from './tags.js';

@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'A tag key of an organization: the name of a flat tag, or a key with values.',
})
export class Tag extends Node {
  @Field(() => String, { description: 'Unique in its organization.' })
  key!: string;

  @Field(() => ID, { description: 'Identifier of its organization.' })
  organizationId!: string;

  @Field(() => DateTime, { description: 'When it was first used.' })
  createdAt!: Date;
}

@ObjectType({ implements: Node, simpleResolvers: true, description: 'A tag on a workspace or project.' })
export class TagBinding extends Node {
  @Field(() => ID, { description: 'Id of the tag.' })
  tagId!: string;

  @Field(() => String, { description: 'The key.' })
  key!: string;

  @Field(() => String, { description: 'The value. Empty for a flat tag.' })
  value!: string;
}

@ObjectType({
  simpleResolvers: true,
  description: "A tag that applies to a workspace. It is the workspace's own tag, or inherited.",
})
class EffectiveTagBinding {
  @Field(() => String, { description: 'The key.' })
  key!: string;

  @Field(() => String, { description: 'The value. Empty for a flat tag.' })
  value!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'Identifier of the project that it is inherited from. Null for a tag of the workspace itself.',
  })
  inheritedFrom!: string | null;
}

export const TagBindingConnection = connectionType('TagBinding', () => TagBinding, 'Tags of an object, by key.');
export const EffectiveTagBindingConnection = connectionType(
  'EffectiveTagBinding',
  () => EffectiveTagBinding,
  'Tags that apply to a workspace, by key.',
);
export const TagConnection = connectionType('Tag', () => Tag, 'A page of tags.');
export const TagPage = numberedPageType('Tag', () => Tag, 'A page of tags, by number.');

@InputType({ description: 'A filter for tags.' })
export class TagFilter {
  @Field(() => String, { nullable: true, description: 'Part of the key. Case does not matter.' })
  search?: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Identifier of a workspace. Excludes tags that this workspace already has.',
  })
  notOnWorkspaceId?: string | null;
}

@OneOf('TagRef', 'Names a tag: by its id, or by its key.')
class TagRefType {
  @Field(() => ID, { nullable: true, description: 'Its id.' })
  id?: string;

  @Field(() => String, { nullable: true, description: 'Its key. For a flat tag, its name.' })
  key?: string;
}

export const tagRefOf = ({ id, key }: TagRefType): TagRef =>
  oneGiven<TagRef>(id === undefined ? null : { id }, key === undefined ? null : { key });

@InputType({ description: 'The tags to delete from an organization, and to remove from all workspaces and projects.' })
export class DeleteTagsInput {
  @Field(() => String, { description: 'Name of the organization.' })
  organization!: string;

  @Field(() => [ID], { description: 'The tags.' })
  ids!: string[];
}

@InputType({ description: 'The flat tags to add to a workspace.' })
export class AddWorkspaceTagsInput {
  @Field(() => WorkspaceRefType, { description: 'The workspace.' })
  workspace!: WorkspaceRefType;

  @Field(() => [TagRefType], {
    description: 'The tags. To add a tag that the organization does not have yet, give its key.',
  })
  tags!: TagRefType[];
}

@InputType({ description: 'The tag to add to workspaces.' })
export class AddTagToWorkspacesInput {
  @Field(() => ID, { description: 'The tag.' })
  id!: string;

  @Field(() => [ID], { description: 'The workspaces, at most 100. One that has the tag already keeps it as it is.' })
  workspaceIds!: string[];
}

@InputType({ description: 'The tags to remove from a workspace.' })
export class RemoveWorkspaceTagsInput {
  @Field(() => WorkspaceRefType, { description: 'The workspace.' })
  workspace!: WorkspaceRefType;

  @Field(() => [TagRefType], { description: 'The tags. A tag that the workspace does not have is not an error.' })
  tags!: TagRefType[];
}

@InputType({ description: 'The tags with values to bind to a workspace.' })
export class BindWorkspaceTagsInput {
  @Field(() => WorkspaceRefType, { description: 'The workspace.' })
  workspace!: WorkspaceRefType;

  @Field(() => [TagInput], { description: 'The tags.' })
  tags!: TagInput[];

  @Field(() => BindingModeEnum, {
    nullable: true,
    description: 'How the tags are combined with the tags that are bound already. Defaults to ADD.',
  })
  mode?: BindingMode | null;
}

@InputType({ description: 'The tags with values to bind to a project. Its workspaces inherit them.' })
export class BindProjectTagsInput {
  @Field(() => ID, { description: 'The project.' })
  id!: string;

  @Field(() => [TagInput], { description: 'The tags.' })
  tags!: TagInput[];

  @Field(() => BindingModeEnum, {
    nullable: true,
    description: 'How the tags are combined with the tags that are bound already. Defaults to ADD.',
  })
  mode?: BindingMode | null;
}

export const DeleteTagsPayload = payloadType('DeleteTagsPayload', 'deletedIds', () => [ID]);
export const AddTagToWorkspacesPayload = payloadType('AddTagToWorkspacesPayload', 'tag', () => Tag);
export const AddWorkspaceTagsPayload = payloadType('AddWorkspaceTagsPayload', 'workspace', () => Workspace);
export const RemoveWorkspaceTagsPayload = payloadType('RemoveWorkspaceTagsPayload', 'workspace', () => Workspace);
export const BindWorkspaceTagsPayload = payloadType('BindWorkspaceTagsPayload', 'workspace', () => Workspace);
export const BindProjectTagsPayload = payloadType('BindProjectTagsPayload', 'project', () => Project);
