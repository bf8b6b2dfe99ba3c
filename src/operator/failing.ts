import { ConfigError } from '../config.js';
import { databaseCode } from '../platform/database/database-code.js';
import { OperatorError, errorCode, systemReason } from '../platform/operator-error.js';
import { SealError } from '../platform/seal/seal-error.js';

/** What an operator can do something about, of what a database in use may say. */
const databaseFailures: readonly (readonly [RegExp, string])[] = [
  [/^SQLITE_(?:FULL|IOERR)|^53100$/, 'The database cannot be written: the disk is full or failing.'],
  [/^SQLITE_(?:CORRUPT|NOTADB)|^XX00[12]$/, 'The database is damaged: restore it from a backup.'],
  [/^SQLITE_READONLY|^25006$/, 'The database can be read only.'],
];

/**
 * What standard error gets for a command that failed: one line, or one for each setting that is wrong. Only what should
 * never happen shows a stack.
 */
export function failureText(error: unknown): string {
  if (error instanceof ConfigError) return error.lines.map((line) => `trustate: ${line}`).join('\n');
  if (error instanceof OperatorError || error instanceof SealError) return oneLine(error.message);
  const code = databaseCode(error);
  const failure = code === undefined ? undefined : databaseFailures.find(([shape]) => shape.test(code))?.[1];
  if (failure !== undefined) return oneLine(failure);
  if (errorCode(error) !== undefined && error instanceof Error) {
    const path = 'path' in error && typeof error.path === 'string' ? `${error.path}: ` : '';
    return oneLine(path + systemReason(error));
  }
  return `trustate: this should not have happened: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}

function oneLine(message: string): string {
  return `trustate: ${message.trim().replaceAll(/\s*[\r\n]+\s*/g, ' ')}`;
}
