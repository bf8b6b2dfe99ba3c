import { problem } from '../platform/problems.js';

/**
 * Two callers who take the same name at the same moment both find it free; the database then lets one of them through, and the other one is told what
 * it would have been told a moment later.
 * @throws NAME_TAKEN in place of a broken unique index
 */
export async function takenName<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isUniqueViolation(error)) throw problem('NAME_TAKEN', undefined, ['name']);
    throw error;
  }
}

/** Prisma's code for a broken unique index. */
function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'P2002';
}
