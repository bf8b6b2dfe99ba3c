import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { connectionType } from '../../platform/graphql/connection.js';
import { Internal } from '../../platform/graphql/internal.js';
import { Node } from '../../platform/graphql/node.js';
import { payloadType } from '../../platform/graphql/payload.js';
import { DateTime } from '../../platform/graphql/scalars.js';
import { WorkspaceRefType } from '../workspaces/workspace-ref.input.js';
import { mostBytesTogether, mostValueBytes, mostVariables } from './variable-rules.js';
import type { VariableCategory } from './variable-rules.js';

const VariableCategoryEnum = { TERRAFORM: 'terraform', ENV: 'env' } as const satisfies Record<string, VariableCategory>;
registerEnumType(VariableCategoryEnum, {
  name: 'VariableCategory',
  description: 'How a run gets a variable.',
  valuesConfig: {
    TERRAFORM: { description: 'As a variable of its configuration.' },
    ENV: { description: 'In its environment.' },
  },
});

@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'What a run is given. This service only keeps it for those who run.',
})
export class Variable extends Node {
  @Field(() => String, { description: 'Its name, unique with its category in its workspace or set.' })
  key!: string;

  @Field(() => VariableCategoryEnum, { description: 'How a run gets it.' })
  category!: VariableCategory;

  @Field(() => String, { description: 'What it is for.' })
  description!: string;

  @Field(() => Boolean, {
    description: 'Whether its value is an expression. Of a variable of the environment it means nothing.',
  })
  hcl!: boolean;

  @Field(() => Boolean, { description: 'Whether its value is never shown again.' })
  sensitive!: boolean;

  @Field(() => String, { description: 'Another one after each change.' })
  versionId!: string;

  @Field(() => DateTime, { description: 'When it was created.' })
  createdAt!: Date;

  @Field(() => DateTime, { description: 'When it was last changed.' })
  updatedAt!: Date;

  @Field(() => ID, { nullable: true, description: 'Identifier of its workspace. Null for a variable of a set.' })
  workspaceId!: string | null;

  @Field(() => ID, { nullable: true, description: 'Identifier of its set. Null for a variable of a workspace.' })
  variableSetId!: string | null;
}

export const VariableConnection = connectionType('Variable', () => Variable, 'A page of variables, by key.');

const ofValue = `At most ${mostValueBytes} bytes; all values of one workspace or set together have at most ${mostBytesTogether}.`;

@InputType({ description: 'What every new variable has.' })
export abstract class NewVariableInput {
  @Field(() => String, {
    description: `Its name: at most 128 characters. A workspace or set has at most ${mostVariables} variables.`,
  })
  key!: string;

  @Field(() => VariableCategoryEnum, { description: 'How a run gets it.' })
  category!: VariableCategory;

  @Field(() => String, { nullable: true, description: `Its value. Defaults to an empty text. ${ofValue}` })
  value?: string | null;

  @Field(() => String, { nullable: true, description: 'What it is for: at most 512 characters.' })
  description?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether its value is an expression. Defaults to false.' })
  hcl?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether its value is never shown again. Defaults to false.' })
  sensitive?: boolean | null;
}

@InputType({ description: 'The variable to create in a workspace.' })
export class CreateWorkspaceVariableInput extends NewVariableInput {
  @Field(() => WorkspaceRefType, { description: 'The workspace.' })
  workspace!: WorkspaceRefType;
}

@InputType({ description: 'Changes to a variable. What is absent or null stays as it is.' })
export class UpdateVariableInput {
  @Field(() => ID, { description: 'Identifier of the variable.' })
  id!: string;

  @Internal()
  @Field(() => ID, { nullable: true, description: 'Identifier of the workspace or set that it must be of.' })
  ofId?: string | null;

  @Field(() => String, { nullable: true, description: 'Its new name.' })
  key?: string | null;

  @Field(() => VariableCategoryEnum, { nullable: true, description: 'How a run gets it.' })
  category?: VariableCategory | null;

  @Field(() => String, { nullable: true, description: `Its new value. ${ofValue}` })
  value?: string | null;

  @Field(() => String, { nullable: true, description: 'What it is for.' })
  description?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether its value is an expression.' })
  hcl?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether its value is never shown again. To show that of a sensitive variable, give a new one.',
  })
  sensitive?: boolean | null;
}

@InputType({ description: 'The variable to delete.' })
export class DeleteVariableInput {
  @Field(() => ID, { description: 'Identifier of the variable.' })
  id!: string;

  @Internal()
  @Field(() => ID, { nullable: true, description: 'Identifier of the workspace or set that it must be of.' })
  ofId?: string | null;
}

export const CreateWorkspaceVariablePayload = payloadType('CreateWorkspaceVariablePayload', 'variable', () => Variable);
export const UpdateVariablePayload = payloadType('UpdateVariablePayload', 'variable', () => Variable);
export const DeleteVariablePayload = payloadType('DeleteVariablePayload', 'deletedId', () => ID);
