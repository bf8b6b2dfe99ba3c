import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { connectionType } from '../../platform/graphql/connection.js';
import { Node } from '../../platform/graphql/node.js';
import { numberedPageType } from '../../platform/graphql/numbered-page.js';
import { OrderDirectionEnum } from '../../platform/graphql/order.js';
import type { OrderDirection } from '../../platform/graphql/order.js';
import { payloadType } from '../../platform/graphql/payload.js';
import { BigIntScalar, DateTime } from '../../platform/graphql/scalars.js';
import { BindingModeEnum } from '../tags/binding-mode.js';
import type { BindingMode } from '../tags/binding-mode.js';
import { TaggedInput, TagInput } from '../tags/tag.input.js';
import { SettingOverwritesInput } from '../setting-overwrites.js';
import type { ProjectOrderField } from './project.store.js';

@ObjectType({ implements: Node, simpleResolvers: true, description: 'A group of workspaces in an organization.' })
export class Project extends Node {
  @Field(() => String, { description: 'Unique in its organization.' })
  name!: string;

  @Field(() => String, { description: 'Its purpose. Empty if there is no description.' })
  description!: string;

  @Field(() => ID, { description: 'Identifier of its organization.' })
  organizationId!: string;

  @Field(() => Boolean, {
    description:
      'Whether it is the default project. New workspaces belong to it unless another project is given. It cannot be deleted.',
  })
  isDefault!: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'After how long without activity the resources of its workspaces are to be destroyed, such as `14d`.',
  })
  autoDestroyDuration!: string | null;

  @Field(() => DateTime, { description: 'When it was created.' })
  createdAt!: Date;

  @Field(() => DateTime, { description: 'When it was last changed.' })
  updatedAt!: Date;

  @Field(() => BigIntScalar, { description: 'The number of its workspaces, with those that the caller may not see.' })
  workspaceCount!: bigint;
}

@ObjectType({
  simpleResolvers: true,
  description: 'Your permissions on a project. The names are those of Terraform Enterprise.',
})
export class ProjectPermissions {
  @Field(() => Boolean, { description: 'See it.' })
  canRead!: boolean;

  @Field(() => Boolean, { description: 'Change it.' })
  canUpdate!: boolean;

  @Field(() => Boolean, { description: 'Delete it.' })
  canDestroy!: boolean;

  @Field(() => Boolean, { description: 'Create workspaces in it.' })
  canCreateWorkspace!: boolean;

  @Field(() => Boolean, { description: 'Move workspaces into and out of it.' })
  canMoveWorkspace!: boolean;

  @Field(() => Boolean, { description: 'See which teams have access to it.' })
  canReadTeams!: boolean;

  @Field(() => Boolean, { description: 'Give teams access to it.' })
  canManageTeams!: boolean;

  @Field(() => Boolean, { description: 'Change its tags.' })
  canManageTags!: boolean;
}

export const ProjectConnection = connectionType('Project', () => Project, 'A page of projects.');
export const ProjectPage = numberedPageType('Project', () => Project, 'A page of projects, by number.');

@InputType({ description: 'A filter for projects.' })
export class ProjectFilter {
  @Field(() => String, { nullable: true, description: 'Part of the name. Case does not matter.' })
  search?: string | null;

  @Field(() => [String], { nullable: true, description: 'Complete names. Only objects with one of these names.' })
  names?: string[] | null;

  @Field(() => [TaggedInput], {
    nullable: true,
    description: 'Tags, with or without values. Only projects that have all of them, at most 20.',
  })
  tagged?: TaggedInput[] | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether you may change them. Only those.' })
  canUpdate?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether you may create workspaces in them. Only those.' })
  canCreateWorkspace?: boolean | null;
}

const ProjectOrderFieldEnum = {
  NAME: 'name',
  CREATED_AT: 'createdAt',
  UPDATED_AT: 'updatedAt',
} as const satisfies Record<string, ProjectOrderField>;
registerEnumType(ProjectOrderFieldEnum, {
  name: 'ProjectOrderField',
  description: 'Fields by which projects can be sorted.',
  valuesConfig: {
    NAME: { description: 'Name.' },
    CREATED_AT: { description: 'Time of creation.' },
    UPDATED_AT: { description: 'Time of the last change.' },
  },
});

@InputType({ description: 'The sort order of a list of projects.' })
export class ProjectOrder {
  @Field(() => ProjectOrderFieldEnum, { description: 'The field to sort by.' })
  readonly field!: ProjectOrderField;

  @Field(() => OrderDirectionEnum, { description: 'The sort direction.' })
  readonly direction!: OrderDirection;
}

export const orderByName = { field: 'name', direction: 'ASC' } as const satisfies ProjectOrder;

@InputType({ description: 'The project to create.' })
export class CreateProjectInput {
  @Field(() => String, { description: 'Name of its organization.' })
  organization!: string;

  @Field(() => String, {
    description:
      '3 to 40 letters, digits, `-`, `_`, and spaces in the middle. The name must be unique in the organization.',
  })
  name!: string;

  @Field(() => String, { nullable: true, description: 'The purpose of the project.' })
  description?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'After how long without activity the resources of its workspaces are to be destroyed, such as `14d`.',
  })
  autoDestroyDuration?: string | null;

  @Field(() => SettingOverwritesInput, {
    nullable: true,
    description: 'The settings that it does not take from its organization.',
  })
  settingOverwrites?: SettingOverwritesInput | null;

  @Field(() => [TagInput], { nullable: true, description: 'Tags to bind.' })
  tags?: TagInput[] | null;
}

@InputType({ description: 'Changes to a project. Fields that are left out do not change.' })
export class UpdateProjectInput {
  @Field(() => ID, { description: 'The project.' })
  id!: string;

  @Field(() => String, { nullable: true, description: 'Its new name.' })
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'The purpose of the project.' })
  description?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'After how long without activity the resources of its workspaces are to be destroyed, such as `14d`.',
  })
  autoDestroyDuration?: string | null;

  @Field(() => SettingOverwritesInput, {
    nullable: true,
    description: 'The settings that it does not take from its organization.',
  })
  settingOverwrites?: SettingOverwritesInput | null;

  @Field(() => [TagInput], { nullable: true, description: 'Tags to bind.' })
  tags?: TagInput[] | null;

  @Field(() => BindingModeEnum, {
    nullable: true,
    description: 'How `tags` are combined with the tags that are bound already. Defaults to ADD.',
  })
  tagMode?: BindingMode | null;
}

@InputType({ description: 'The project to delete.' })
export class DeleteProjectInput {
  @Field(() => ID, {
    description: 'Identifier of the project. It must have no workspaces, and must not be the default project.',
  })
  id!: string;
}

export const CreateProjectPayload = payloadType('CreateProjectPayload', 'project', () => Project);
export const UpdateProjectPayload = payloadType('UpdateProjectPayload', 'project', () => Project);
export const DeleteProjectPayload = payloadType('DeleteProjectPayload', 'deletedId', () => ID);
