import 'reflect-metadata';
import { Field, Int, InterfaceType, ObjectType, registerEnumType } from 'type-graphql';
import { isPayloadCode, problemCodes, rowOf } from '../problem-catalogue/catalogue.js';
import type { PayloadCode } from '../problem-catalogue/catalogue.js';
import type { ProblemTypeName } from '../problem-catalogue/row.js';
import type { Problem } from '../problems.js';
import { BigIntScalar } from './scalars.js';

const payloadCodes = problemCodes.filter(isPayloadCode);

const ProblemCodeEnum: Readonly<Record<string, string>> = Object.fromEntries(payloadCodes.map((code) => [code, code]));

registerEnumType(ProblemCodeEnum, {
  name: 'ProblemCode',
  description: 'What went wrong, of what payloads tell. Programs decide by this, not by the message.',
  valuesConfig: Object.fromEntries(payloadCodes.map((code) => [code, { description: rowOf(code).text }])),
});

/** What payloads list. Which type a problem is follows from its code: a row of the catalogue says so. */
@InterfaceType('Problem', {
  description: 'Why a mutation did not do what it was asked to, as something the caller can act on.',
  // A payload shows them with the names of their types.
  resolveType: (value: { __typename?: string }) => value.__typename,
})
export abstract class ProblemType {
  @Field(() => ProblemCodeEnum, { description: 'What went wrong.' })
  code!: PayloadCode;

  @Field(() => String, { description: 'The same for a person.' })
  message!: string;

  @Field(() => [String], {
    nullable: true,
    description: 'Path inside `input` of what it is about, outermost name first.',
  })
  field?: readonly string[];
}

@ObjectType('GenericProblem', {
  implements: ProblemType,
  simpleResolvers: true,
  description: 'A problem that has nothing more to tell.',
})
export class GenericProblem extends ProblemType {}

@ObjectType('InputProblem', {
  implements: ProblemType,
  simpleResolvers: true,
  description: 'A value of the input breaks a rule, or is missing.',
})
export class InputProblem extends ProblemType {
  @Field(() => Int, {
    nullable: true,
    description: 'Place in the list that `field` names, from 0; null where it is about no single item.',
  })
  index?: number;

  @Field(() => BigIntScalar, {
    nullable: true,
    description: 'The limit that the value passes; null where the rule is none of size.',
  })
  limit?: number | bigint;
}

@ObjectType('LimitProblem', {
  implements: ProblemType,
  simpleResolvers: true,
  description: 'What was sent, or would be made, is larger than a limit of the installation or of the mount.',
})
export class LimitProblem extends ProblemType {
  @Field(() => BigIntScalar, { nullable: true, description: 'The limit: bytes, outputs or entries, as the code says.' })
  limit?: number | bigint;
}

/** A problem as a payload lists it: with what its type tells, and the name of that. */
export interface ShownProblem extends Problem {
  readonly __typename: ProblemTypeName;
}

/** Shows a problem as the type that its code has in the catalogue. */
export function shownProblem({ facts, ...problem }: Problem): ShownProblem {
  const index = placeIn(problem.field);
  const shown = { ...(index !== undefined && { index }), ...facts, ...problem };
  return { ...shown, __typename: rowOf(problem.code).type ?? 'GenericProblem' };
}

/** The first place in a list that a path goes through. */
function placeIn(field: readonly string[] = []): number | undefined {
  const place = field.find((step) => /^\d{1,9}$/.test(step));
  return place === undefined ? undefined : Number(place);
}
