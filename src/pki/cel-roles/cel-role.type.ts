import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { connectionType } from '../../platform/graphql/connection.js';
import { Node } from '../../platform/graphql/node.js';
import { payloadType } from '../../platform/graphql/payload.js';
import type { Program, ProgramVariable } from '../expressions/program.js';
import { InMountInput } from '../graphql/mount-argument.js';
import { CelRoleRef } from '../graphql/references.js';
import type { ReadCelRole } from './cel-roles.js';

@ObjectType({
  simpleResolvers: true,
  description: 'A named step of a program: its result is a variable for what comes after it.',
})
export class CelVariable implements ProgramVariable {
  @Field(() => String, { description: 'Its name: an identifier of CEL.' })
  readonly name!: string;

  @Field(() => String, { description: 'What it is: an expression in CEL.' })
  readonly expression!: string;
}

@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description:
    'A role that is a program in CEL, the Common Expression Language. The program decides which certificates can be requested, and what these contain.',
})
export class CelRole implements Node {
  @Field(() => ID, { description: 'Identifier of the form `celrole-…`.' })
  readonly id!: string;

  @Field(() => String, {
    description: 'Unique in its mount. A certificate names it in `roleName` with `cel/` in front.',
  })
  readonly name!: string;

  @Field(() => String, { description: 'Path of its mount.' })
  readonly mountPath!: string;

  @Field(() => [CelVariable], {
    description: 'The steps of its program, in the order in which they are evaluated. At most 64.',
  })
  readonly variables!: readonly CelVariable[];

  @Field(() => String, {
    description:
      'The expression that decides. It results in a `ValidationOutput` to allow a request, or in a text or a bool to refuse it.',
  })
  readonly expression!: string;
}

export const CelRoleConnection = connectionType('CelRole', () => CelRole, 'CEL roles, by name.');

export const toCelRole = ({ id, name, mount, program }: ReadCelRole): CelRole => ({
  id,
  name,
  mountPath: mount,
  variables: program.variables,
  expression: program.expression,
});

@InputType({ description: 'A named step of a program.' })
export class CelVariableInput implements ProgramVariable {
  @Field(() => String, { description: 'Its name: an identifier of CEL that no other variable has.' })
  readonly name!: string;

  @Field(() => String, { description: 'What it is: an expression in CEL.' })
  readonly expression!: string;
}

const steps = { nullable: true, description: 'The steps of its program, in the order in which they are evaluated.' };

@InputType({ description: 'The complete role.' })
export class CreateCelRoleInput extends InMountInput {
  @Field(() => String, {
    description: 'Its name. It may contain letters, digits, underscores, dots and hyphens.',
  })
  readonly name!: string;

  @Field(() => [CelVariableInput], steps)
  readonly variables?: readonly CelVariableInput[] | null;

  @Field(() => String, { description: 'The expression that decides.' })
  readonly expression!: string;
}

@InputType({ description: 'Changes to a CEL role. Fields that are left out do not change.' })
export class UpdateCelRoleInput {
  @Field(() => CelRoleRef, { description: 'The role.' })
  readonly role!: CelRoleRef;

  @Field(() => [CelVariableInput], steps)
  readonly variables?: readonly CelVariableInput[] | null;

  @Field(() => String, { nullable: true, description: 'The expression that decides.' })
  readonly expression?: string | null;
}

@InputType({ description: 'The CEL role to delete.' })
export class DeleteCelRoleInput {
  @Field(() => CelRoleRef, { description: 'The role.' })
  readonly role!: CelRoleRef;
}

export const CreateCelRolePayload = payloadType('CreateCelRolePayload', 'celRole', () => CelRole);
export const UpdateCelRolePayload = payloadType('UpdateCelRolePayload', 'celRole', () => CelRole);
export const DeleteCelRolePayload = payloadType('DeleteCelRolePayload', 'deletedId', () => ID);

/** @returns the parts that an input gives */
export const givenParts = ({
  variables,
  expression,
}: Pick<UpdateCelRoleInput, 'variables' | 'expression'>): Partial<Program> => ({
  ...(variables && { variables: variables.map(({ name, expression: text }) => ({ name, expression: text })) }),
  ...(typeof expression === 'string' && { expression }),
});
