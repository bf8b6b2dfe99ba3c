import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { connectionType } from '../../platform/graphql/connection.js';
import { Node } from '../../platform/graphql/node.js';
import { numberedPageType } from '../../platform/graphql/numbered-page.js';
import { payloadType } from '../../platform/graphql/payload.js';
import { BigIntScalar, DateTime } from '../../platform/graphql/scalars.js';
import { TagInput } from '../tags/tag.input.js';

@ObjectType({ implements: Node, simpleResolvers: true, description: 'A group of workspaces of an organization.' })
export class Project extends Node {
  @Field(() => String, { description: 'Unique in its organization.' })
  name!: string;

  @Field(() => String, { description: 'What it is for; empty when nothing was given.' })
  description!: string;

  @Field(() => ID, { description: 'The organization it belongs to.' })
  organizationId!: string;

  @Field(() => Boolean, { description: 'Workspaces go here unless another project is named. It cannot be deleted.' })
  isDefault!: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'After how long without activity what its workspaces manage is to be destroyed, such as `14d`.',
  })
  autoDestroyDuration!: string | null;

  @Field(() => DateTime, { description: 'When it was created.' })
  createdAt!: Date;

  @Field(() => DateTime, { description: 'When it was last changed.' })
  updatedAt!: Date;

  @Field(() => BigIntScalar, { description: 'How many workspaces are in it.' })
  workspaceCount!: bigint;
}

@ObjectType({
  simpleResolvers: true,
  description: 'What you may do with a project. Names are those of Terraform Enterprise.',
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

@InputType({ description: 'What a list of projects is narrowed by.' })
export class ProjectFilter {
  @Field(() => String, { nullable: true, description: 'Part of the name, in any case.' })
  search?: string | null;

  @Field(() => [String], { nullable: true, description: 'Whole names, any of them.' })
  names?: string[] | null;
}

@InputType({ description: 'A project to create.' })
export class CreateProjectInput {
  @Field(() => String, { description: 'Name of the organization it belongs to.' })
  organization!: string;

  @Field(() => String, { description: 'Unique there; 3 to 40 letters, digits, inner spaces, `-` and `_`.' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'What it is for.' })
  description?: string | null;

  @Field(() => String, { nullable: true, description: 'After how long to destroy what its workspaces manage.' })
  autoDestroyDuration?: string | null;

  @Field(() => [TagInput], { nullable: true, description: 'Tags to bind.' })
  tags?: TagInput[] | null;
}

@InputType({ description: 'Changes to a project. What is left out stays as it is.' })
export class UpdateProjectInput {
  @Field(() => ID, { description: 'The project.' })
  id!: string;

  @Field(() => String, { nullable: true, description: 'Its new name.' })
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'What it is for.' })
  description?: string | null;

  @Field(() => String, { nullable: true, description: 'After how long to destroy what its workspaces manage.' })
  autoDestroyDuration?: string | null;

  @Field(() => [TagInput], { nullable: true, description: 'Tags to bind, beside those that are bound.' })
  tags?: TagInput[] | null;
}

@InputType({ description: 'A project to delete.' })
export class DeleteProjectInput {
  @Field(() => ID, { description: 'The project; one without workspaces, and not the default one.' })
  id!: string;
}

export const CreateProjectPayload = payloadType('CreateProjectPayload', 'project', () => Project);
export const UpdateProjectPayload = payloadType('UpdateProjectPayload', 'project', () => Project);
export const DeleteProjectPayload = payloadType('DeleteProjectPayload', 'deletedId', () => ID);
