import { PrismaClientKnownRequestError } from '@prisma/client/runtime/client';
import { errorCode } from '../operator-error.js';
import { at, causeCode } from './database-code.js';

/**
 * Whether a write failed because another row has the same values in these columns of a unique constraint of the model. Without columns: in any constraint.
 * SQLite names the columns and PostgreSQL names the constraint; Prisma passes that on.
 */
export function isUniqueViolation(error: unknown, model?: string, fields?: readonly string[]): boolean {
  if (!isKnown(error, 'P2002')) return false;
  if (model === undefined || fields === undefined) return true;
  const constraint = at(error.meta, 'driverAdapterError', 'cause', 'constraint');
  const index = at(constraint, 'index');
  if (typeof index === 'string') {
    return index === `${model}_${fields.join('_')}_key` || (index === `${model}_pkey` && fields.join() === 'id');
  }
  const violated = at(constraint, 'fields');
  return at(error.meta, 'modelName') === model && Array.isArray(violated) && violated.join() === fields.join();
}

/** Whether an update or delete found no row. */
export function isMissingRow(error: unknown): boolean {
  return isKnown(error, 'P2025');
}

/** The databases' own codes: a batch of writes passes their errors on unchanged. */
const referenceViolations: readonly unknown[] = ['SQLITE_CONSTRAINT_FOREIGNKEY', '23503'];

/** Whether a row refers to another row that does not exist, or an existing row refers to a deleted one. */
export function isReferenceViolation(error: unknown): boolean {
  return isKnown(error, 'P2003') || referenceViolations.includes(causeCode(error) ?? errorCode(error));
}

/** Whether a change failed because somebody deleted what it is about while it was under way. */
export const isDeletedMeanwhile = (error: unknown): boolean => isReferenceViolation(error) || isMissingRow(error);

/** PostgreSQL's `serialization_failure` and `deadlock_detected` (its appendix A, class 40). */
const rolledBack: readonly unknown[] = ['40001', '40P01'];

/** Whether the database rolled back a transaction in favour of another: they waited for each other, or one read what the other changed. */
export function isWriteConflict(error: unknown): boolean {
  // From the client; from a raw statement or the commit of a transaction; from the driver.
  return isKnown(error, 'P2034') || rolledBack.includes(causeCode(error) ?? errorCode(error));
}

/** Whether a text contains NUL, which neither database accepts: PostgreSQL's `character_not_in_repertoire`. */
export function isUnstorableText(error: unknown): boolean {
  const code = isKnown(error, 'P2039') || isKnown(error, 'P2010') ? causeCode(error) : errorCode(error);
  return code === '22021';
}

function isKnown(error: unknown, code: string): error is PrismaClientKnownRequestError {
  return error instanceof PrismaClientKnownRequestError && error.code === code;
}
