import { ProblemError } from '../platform/problems.js';

/** A query for something that is not there, or that the caller may not see, answers null. */
export async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}
