import 'reflect-metadata';
import { Field, ObjectType, registerEnumType } from 'type-graphql';
import { problems, ProblemError } from '../problems.js';
import type { Problem, ProblemCode } from '../problems.js';
import { declareObjectType } from './declare.js';
import type { DeclaredType, TypeThunk } from './declare.js';

/**
 * What mutations return: the object, or the problems a caller can do something about.
 *
 * @example
 * export const RollbackStateVersionPayload = payloadType('RollbackStateVersionPayload', 'stateVersion', () => StateVersion);
 *
 * @Mutation(() => RollbackStateVersionPayload, { description: 'Makes an earlier state version the current one, as a new version.' })
 * rollbackStateVersion(
 *   @Arg('input', () => RollbackStateVersionInput) input: RollbackStateVersionInput,
 *   @Ctx() context: StateContext,
 * ) {
 *   const caller = requireCaller(context);
 *   return payload('stateVersion', () => context.state.versions.rollback(caller, input.workspaceId, input.stateVersionId));
 * }
 *
 * // A mutation that has nothing to show but that it was done:
 * export const DeleteWorkspacePayload = payloadType('DeleteWorkspacePayload', 'deletedId', () => ID);
 *   return payload('deletedId', async () => { await …; return input.id; });
 */
export const ProblemCodeEnum: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys(problems).map((code) => [code, code]),
);

registerEnumType(ProblemCodeEnum, {
  name: 'ProblemCode',
  description: 'What went wrong. Programs decide by this, not by the message.',
  valuesConfig: Object.fromEntries(Object.entries(problems).map(([code, text]) => [code, { description: text }])),
});

@ObjectType('Problem', {
  simpleResolvers: true,
  description: 'Why a mutation did not do what it was asked to, as something the caller can act on.',
})
export class ProblemType implements Problem {
  @Field(() => ProblemCodeEnum, { description: 'What went wrong.' })
  code!: ProblemCode;

  @Field(() => String, { description: 'The same for a person.' })
  message!: string;

  @Field(() => [String], {
    nullable: true,
    description: 'Path inside `input` of what it is about, outermost name first.',
  })
  field?: string[];
}

/** What {@link payload} answers for a payload type whose object is called `Key`. */
export type Payload<Key extends string, T> = Readonly<Record<Key, T | null>> & {
  readonly problems: readonly Problem[];
};

/** Declares a payload type: `key`, null when there are problems, and `problems`, empty when there are none. */
export function payloadType(
  name: string,
  key: string,
  type: TypeThunk,
  description = 'The result, or the problems that stood in its way.',
): DeclaredType {
  return declareObjectType(name, description, {
    [key]: { type, nullable: true, description: 'The result; null when there are problems.' },
    problems: { type: () => [ProblemType], description: 'What stood in the way; empty when it was done.' },
  });
}

/** What is not for `problems`: a caller cannot mend it by another input. It goes to `errors[]`. */
const outside: ReadonlySet<ProblemCode> = new Set([
  ...(['UNAUTHENTICATED', 'LIMIT_EXCEEDED', 'UNAVAILABLE'] as const),
  ...(['STORAGE_FULL', 'CONTENT_DAMAGED', 'INTERNAL'] as const),
]);

/**
 * Does the work of a mutation; a ProblemError becomes `problems`.
 * @throws whatever belongs into `errors[]`: missing authentication, limits, bugs
 */
export async function payload<const Key extends string, T>(
  key: Key,
  work: () => Promise<T> | T,
): Promise<Payload<Key, T>> {
  try {
    return Object.assign(single<Key, T | null>(key, await work()), { problems: [] });
  } catch (error) {
    if (!(error instanceof ProblemError) || error.problems.some(({ code }) => outside.has(code))) throw error;
    return Object.assign(single<Key, T | null>(key, null), { problems: error.problems });
  }
}

function single<Key extends string, T>(key: Key, value: T): Record<Key, T>;
function single(key: string, value: unknown): Record<string, unknown> {
  return { [key]: value };
}
