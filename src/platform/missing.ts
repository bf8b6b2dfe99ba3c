import { ProblemError } from './problems.js';

/** What is not there, or is not for the caller, answers null. */
export async function orNull<T>(find: () => Promise<T>): Promise<T | null> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}
