import 'reflect-metadata';
import { rowOf } from '../problem-catalogue/catalogue.js';
import { ProblemError } from '../problems.js';
import type { Problem } from '../problems.js';
import { declareObjectType } from './declare.js';
import type { DeclaredType, TypeThunk } from './declare.js';
import { ProblemType, shownProblem } from './problem.type.js';
import type { ShownProblem } from './problem.type.js';

export { ProblemType };

/** The result of {@link payload} for a payload type whose object is called `Key`. */
export type Payload<Key extends string, T> = Readonly<Record<Key, T | null>> & {
  readonly problems: readonly ShownProblem[];
};

/** Declares a payload type: `key`, null when there are problems, and `problems`, empty when there are none. */
export function payloadType(
  name: string,
  key: string,
  type: TypeThunk,
  description = 'The result, or the problems that prevented it.',
): DeclaredType {
  return declareObjectType(name, description, {
    [key]: { type, nullable: true, description: 'The result; null when there are problems.' },
    problems: { type: () => [ProblemType], description: 'The problems that prevented it; empty on success.' },
  });
}

/** Whether it belongs in `problems`. A problem that another input cannot solve, or that does not occur here, goes to `errors[]`. */
const isForPayloads = ({ code }: Problem): boolean => rowOf(code).type !== undefined;

/**
 * Does the work of a mutation; a ProblemError becomes `problems`.
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
 * @throws whatever belongs into `errors[]`: missing authentication, limits, bugs
 */
export async function payload<const Key extends string, T>(
  key: Key,
  work: () => Promise<T> | T,
): Promise<Payload<Key, T>> {
  try {
    return Object.assign(single<Key, T | null>(key, await work()), { problems: [] });
  } catch (error) {
    if (!(error instanceof ProblemError) || !error.problems.every(isForPayloads)) throw error;
    return Object.assign(single<Key, T | null>(key, null), { problems: error.problems.map(shownProblem) });
  }
}

function single<Key extends string, T>(key: Key, value: T): Record<Key, T>;
function single(key: string, value: unknown): Record<string, unknown> {
  return { [key]: value };
}
