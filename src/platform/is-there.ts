import { statSync } from 'node:fs';
import { OperatorError, errorCode, systemReason } from './operator-error.js';

/**
 * Whether something has this path. Unlike `existsSync`, it does not take for missing what this user may not look at.
 * @throws OperatorError
 */
export function isThere(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    // A part of the path is a file.
    if (errorCode(error) === 'ENOTDIR') return false;
    throw new OperatorError(`${path} cannot be looked at: ${systemReason(error)}.`, { cause: error });
  }
}
