import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { connectionType } from '../../platform/graphql/connection.js';
import { Node } from '../../platform/graphql/node.js';
import { numberedPageType } from '../../platform/graphql/numbered-page.js';
import { payloadType } from '../../platform/graphql/payload.js';
import { DateTime } from '../../platform/graphql/scalars.js';
import { NewVariableInput, Variable } from './variable.type.js';
import { mostScopes, mostSets } from './variable-set-limits.js';

@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'Variables that several workspaces have together.',
})
export class VariableSet extends Node {
  @Field(() => String, { description: 'Its name, unique in its organization.' })
  name!: string;

  @Field(() => String, { description: 'What it is for.' })
  description!: string;

  @Field(() => Boolean, { description: 'Whether it is for every workspace of its organization.' })
  global!: boolean;

  @Field(() => Boolean, { description: 'Whether its variables come before those of more specific places.' })
  priority!: boolean;

  @Field(() => ID, { description: 'Identifier of its organization.' })
  organizationId!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'Identifier of the project that owns it. Null if its organization does.',
  })
  projectId!: string | null;

  @Field(() => DateTime, { description: 'When it was created.' })
  createdAt!: Date;

  @Field(() => DateTime, { description: 'When it, or a variable of it, was last changed.' })
  updatedAt!: Date;
}

export const VariableSetConnection = connectionType(
  'VariableSet',
  () => VariableSet,
  'A page of variable sets, by name.',
);
export const VariableSetPage = numberedPageType(
  'VariableSet',
  () => VariableSet,
  'A page of variable sets, by name, by number.',
);

@InputType({ description: 'A filter for variable sets.' })
export class VariableSetFilter {
  @Field(() => String, { nullable: true, description: 'Part of the name. Case does not matter.' })
  search?: string | null;
}

@InputType({ description: 'A variable of a new set.' })
export class VariableOfSetInput extends NewVariableInput {}

const mostOf = (things: string) => `A set is for at most ${mostScopes} ${things}.`;

@InputType({
  description: `The variable set to create. An organization has at most ${mostSets}.`,
})
export class CreateVariableSetInput {
  @Field(() => String, { description: 'Name of the organization.' })
  organization!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'The project that owns it, and to whose workspaces it is bound. Defaults to the organization.',
  })
  projectId?: string | null;

  @Field(() => String, { description: 'Its name: at most 90 characters.' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'What it is for: at most 512 characters.' })
  description?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether it is for every workspace of its organization. No two of these have a variable with the same key and category. Defaults to false.',
  })
  global?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether its variables come before those of more specific places. Defaults to false.',
  })
  priority?: boolean | null;

  @Field(() => [ID], { nullable: true, description: `The workspaces that it is for. ${mostOf('workspaces')}` })
  workspaceIds?: string[] | null;

  @Field(() => [ID], {
    nullable: true,
    description: `The projects for whose workspaces it is. ${mostOf('projects')}`,
  })
  projectIds?: string[] | null;

  @Field(() => [VariableOfSetInput], { nullable: true, description: 'Its variables.' })
  variables?: VariableOfSetInput[] | null;
}

@InputType({ description: 'Changes to a variable set. What is absent or null stays as it is.' })
export class UpdateVariableSetInput {
  @Field(() => ID, { description: 'Identifier of the set.' })
  id!: string;

  @Field(() => String, { nullable: true, description: 'Its new name.' })
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'What it is for.' })
  description?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether it is for every workspace of its organization.' })
  global?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether its variables come before those of more specific places.',
  })
  priority?: boolean | null;

  @Field(() => [ID], { nullable: true, description: 'The workspaces that it is for, instead of the present ones.' })
  workspaceIds?: string[] | null;

  @Field(() => [ID], {
    nullable: true,
    description: 'The projects for whose workspaces it is, instead of the present ones.',
  })
  projectIds?: string[] | null;

  @Field(() => [VariableOfSetInput], { nullable: true, description: 'Variables to add.' })
  variables?: VariableOfSetInput[] | null;
}

@InputType({ description: 'The variable set to delete, with its variables.' })
export class DeleteVariableSetInput {
  @Field(() => ID, { description: 'Identifier of the set.' })
  id!: string;
}

@InputType({ description: 'What a variable set is to be for as well.' })
export class AssignVariableSetInput {
  @Field(() => ID, { description: 'Identifier of the set.' })
  id!: string;

  @Field(() => [ID], { nullable: true, description: `Workspaces. ${mostOf('workspaces')}` })
  workspaceIds?: string[] | null;

  @Field(() => [ID], { nullable: true, description: `Projects. ${mostOf('projects')}` })
  projectIds?: string[] | null;
}

@InputType({ description: 'What a variable set is no longer to be for. What it is not for is no error.' })
export class UnassignVariableSetInput {
  @Field(() => ID, { description: 'Identifier of the set.' })
  id!: string;

  @Field(() => [ID], { nullable: true, description: 'Workspaces.' })
  workspaceIds?: string[] | null;

  @Field(() => [ID], { nullable: true, description: 'Projects.' })
  projectIds?: string[] | null;
}

@InputType({ description: 'The variable to create in a set.' })
export class CreateVariableSetVariableInput extends NewVariableInput {
  @Field(() => ID, { description: 'Identifier of the set.' })
  variableSetId!: string;
}

const set = () => VariableSet;
export const CreateVariableSetPayload = payloadType('CreateVariableSetPayload', 'variableSet', set);
export const UpdateVariableSetPayload = payloadType('UpdateVariableSetPayload', 'variableSet', set);
export const DeleteVariableSetPayload = payloadType('DeleteVariableSetPayload', 'deletedId', () => ID);
export const AssignVariableSetPayload = payloadType('AssignVariableSetPayload', 'variableSet', set);
export const UnassignVariableSetPayload = payloadType('UnassignVariableSetPayload', 'variableSet', set);
export const CreateVariableSetVariablePayload = payloadType(
  'CreateVariableSetVariablePayload',
  'variable',
  () => Variable,
);
