import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
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
import type { BindingMode, TagRef } from './tags.js';

@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'A tag key of an organization: the name of a flat tag, or the key that bindings give values to.',
})
export class Tag extends Node {
  @Field(() => String, { description: 'Unique in its organization.' })
  key!: string;

  @Field(() => ID, { description: 'The organization it belongs to.' })
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

  @Field(() => String, { description: 'The value; empty for a flat tag.' })
  value!: string;
}

@ObjectType({ simpleResolvers: true, description: 'A tag that takes effect on a workspace: its own, or inherited.' })
export class EffectiveTagBinding {
  @Field(() => String, { description: 'The key.' })
  key!: string;

  @Field(() => String, { description: 'The value; empty for a flat tag.' })
  value!: string;

  @Field(() => ID, { nullable: true, description: 'The project it is inherited from; null for one of its own.' })
  inheritedFrom!: string | null;
}

export const TagBindingConnection = connectionType('TagBinding', () => TagBinding, 'Tags of an object, by key.');
export const EffectiveTagBindingConnection = connectionType(
  'EffectiveTagBinding',
  () => EffectiveTagBinding,
  'Tags that take effect on a workspace, by key.',
);
export const TagConnection = connectionType('Tag', () => Tag, 'A page of tags.');
export const TagPage = numberedPageType('Tag', () => Tag, 'A page of tags, by number.');

export const BindingModeEnum = { ADD: 'add', REPLACE: 'replace' } as const satisfies Record<string, BindingMode>;
registerEnumType(BindingModeEnum, {
  name: 'TagBindingMode',
  description: 'How the tags given meet those that are bound already.',
  valuesConfig: {
    ADD: { description: 'They are added; a key that is bound already gets the new value.' },
    REPLACE: { description: 'They are all that stays.' },
  },
});

@InputType({ description: 'What a list of tags is narrowed by.' })
export class TagFilter {
  @Field(() => String, { nullable: true, description: 'Part of the key, in any case.' })
  search?: string | null;

  @Field(() => ID, { nullable: true, description: 'Leaves out what this workspace already has.' })
  notOnWorkspaceId?: string | null;
}

@OneOf('TagRef', 'Names a tag: by its id, or by its key.')
export class TagRefType {
  @Field(() => ID, { nullable: true, description: 'Its id.' })
  id?: string;

  @Field(() => String, { nullable: true, description: 'Its key, the name of a flat tag.' })
  key?: string;
}

export const tagRefOf = ({ id, key }: TagRefType): TagRef =>
  oneGiven<TagRef>(id === undefined ? null : { id }, key === undefined ? null : { key });

@InputType({ description: 'Tags to delete from an organization, and from everything that carries them.' })
export class DeleteTagsInput {
  @Field(() => String, { description: 'Name of the organization.' })
  organization!: string;

  @Field(() => [ID], { description: 'The tags.' })
  ids!: string[];
}

@InputType({ description: 'Flat tags to put on a workspace.' })
export class AddWorkspaceTagsInput {
  @Field(() => WorkspaceRefType, { description: 'The workspace.' })
  workspace!: WorkspaceRefType;

  @Field(() => [TagRefType], { description: 'The tags; one that the organization does not have yet, by its key.' })
  tags!: TagRefType[];
}

@InputType({ description: 'Tags to take off a workspace.' })
export class RemoveWorkspaceTagsInput {
  @Field(() => WorkspaceRefType, { description: 'The workspace.' })
  workspace!: WorkspaceRefType;

  @Field(() => [TagRefType], { description: 'The tags; one that it does not have is no error.' })
  tags!: TagRefType[];
}

@InputType({ description: 'Tags with values for a workspace.' })
export class BindWorkspaceTagsInput {
  @Field(() => WorkspaceRefType, { description: 'The workspace.' })
  workspace!: WorkspaceRefType;

  @Field(() => [TagInput], { description: 'The tags.' })
  tags!: TagInput[];

  @Field(() => BindingModeEnum, {
    nullable: true,
    description: 'How they meet those that are bound already. Defaults to ADD.',
  })
  mode?: BindingMode | null;
}

@InputType({ description: 'Tags with values for a project; its workspaces inherit them.' })
export class BindProjectTagsInput {
  @Field(() => ID, { description: 'The project.' })
  id!: string;

  @Field(() => [TagInput], { description: 'The tags.' })
  tags!: TagInput[];

  @Field(() => BindingModeEnum, {
    nullable: true,
    description: 'How they meet those that are bound already. Defaults to ADD.',
  })
  mode?: BindingMode | null;
}

export const DeleteTagsPayload = payloadType('DeleteTagsPayload', 'deletedIds', () => [ID]);
export const AddWorkspaceTagsPayload = payloadType('AddWorkspaceTagsPayload', 'workspace', () => Workspace);
export const RemoveWorkspaceTagsPayload = payloadType('RemoveWorkspaceTagsPayload', 'workspace', () => Workspace);
export const BindWorkspaceTagsPayload = payloadType('BindWorkspaceTagsPayload', 'workspace', () => Workspace);
export const BindProjectTagsPayload = payloadType('BindProjectTagsPayload', 'project', () => Project);
