import { isAbsence } from './problems.js';

/** Returns null for objects that do not exist, or that are not for the caller or for tokens of its kind. */
export async function orNull<T>(find: () => Promise<T>): Promise<T | null> {
  try {
    return await find();
  } catch (error) {
    if (isAbsence(error)) return null;
    throw error;
  }
}
