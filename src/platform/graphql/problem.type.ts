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
  description: 'What went wrong, as payloads report it. Programs should use this code, not the message.',
  valuesConfig: Object.fromEntries(payloadCodes.map((code) => [code, { description: rowOf(code).text }])),
});

/** The problems in payloads. The code determines the type: a row of the catalogue defines it. */
@InterfaceType('Problem', {
  description: 'A reason why a mutation did nothing, which the caller can act on.',
  // A payload contains them with the names of their types.
  resolveType: (value: { __typename?: string }) => value.__typename,
})
export abstract class ProblemType {
  @Field(() => ProblemCodeEnum, { description: 'What went wrong.' })
  code!: PayloadCode;

  @Field(() => String, { description: 'What went wrong, in words for humans.' })
  message!: string;

  @Field(() => [String], {
    nullable: true,
    description: 'Path of the offending field inside `input`, outermost name first.',
  })
  field?: readonly string[];
}

@ObjectType('GenericProblem', {
  implements: ProblemType,
  simpleResolvers: true,
  description: 'A problem that has no further details.',
})
export class GenericProblem extends ProblemType {}

@ObjectType('InputProblem', {
  implements: ProblemType,
  simpleResolvers: true,
  description: 'An input value breaks a rule, or is missing.',
})
export class InputProblem extends ProblemType {
  @Field(() => Int, {
    nullable: true,
    description:
      'Index of the item in the list that `field` names, from 0; null if the problem is not about a single item.',
  })
  index?: number;

  @Field(() => BigIntScalar, {
    nullable: true,
    description: 'The limit that the value exceeds; null if the rule is not about size.',
  })
  limit?: number | bigint;
}

@ObjectType('LimitProblem', {
  implements: ProblemType,
  simpleResolvers: true,
  description: 'The content that was sent, or the result, exceeds a limit of the installation or of the mount.',
})
export class LimitProblem extends ProblemType {
  @Field(() => BigIntScalar, {
    nullable: true,
    description: 'The limit. The code says whether it counts bytes, outputs or entries.',
  })
  limit?: number | bigint;
}

/** A problem as a payload lists it: with the fields of its type, and the name of the type. */
export interface ShownProblem extends Problem {
  readonly __typename: ProblemTypeName;
}

/** Shows a problem as the type that its code has in the catalogue. */
export function shownProblem({ facts, ...problem }: Problem): ShownProblem {
  const index = placeIn(problem.field);
  const shown = { ...(index !== undefined && { index }), ...facts, ...problem };
  return { ...shown, __typename: rowOf(problem.code).type ?? 'GenericProblem' };
}

/** The first position in a list that a path contains. */
function placeIn(field: readonly string[] = []): number | undefined {
  const place = field.find((step) => /^\d{1,9}$/.test(step));
  return place === undefined ? undefined : Number(place);
}
