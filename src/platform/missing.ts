import { ProblemError } from './problems.js';
import type { ProblemCode } from './problems.js';

const answersNull: ReadonlySet<ProblemCode> = new Set(['NOT_FOUND', 'TOKEN_KIND_REFUSED']);

/** What is not there, or is not for the caller or for tokens of its kind, answers null. */
export async function orNull<T>(find: () => Promise<T>): Promise<T | null> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof ProblemError && answersNull.has(error.code)) return null;
    throw error;
  }
}
