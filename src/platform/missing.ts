import { isAbsence } from './problems.js';

/** What is not there, or is not for the caller or for tokens of its kind, answers null. */
export async function orNull<T>(find: () => Promise<T>): Promise<T | null> {
  try {
    return await find();
  } catch (error) {
    if (isAbsence(error)) return null;
    throw error;
  }
}
