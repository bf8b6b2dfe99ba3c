import { ConfigError } from '../settings/config.js';
import { databaseCode } from '../platform/database/database-code.js';
import { lacksOpenFiles, openFilesText } from '../platform/open-files.js';
import { OperatorError, errorCode, systemReason } from '../platform/operator-error.js';
import { isLostConnection } from '../platform/outage.js';
import { SealError } from '../platform/seal/seal-error.js';

/** Failures of a database in use that an operator can do something about. */
const databaseFailures: readonly (readonly [RegExp, string])[] = [
  [/^SQLITE_(?:FULL|IOERR)|^53100$/, 'cannot be written: the disk is full or failing.'],
  [/^SQLITE_(?:CORRUPT|NOTADB)|^XX00[12]$/, 'is damaged: restore it from a backup.'],
  [/^SQLITE_(?:READONLY|PERM)/, 'cannot be written: let the user that runs the server write the file and its folder.'],
  [
    /^SQLITE_CANTOPEN/,
    'cannot be opened: check that its folder exists, that the user that runs the server may write there, and that the disk has room for more files (df -i).',
  ],
  [/^25006$/, 'is read-only: the server needs to write to it.'],
  [
    /^53300$/,
    'takes no more connections: raise its limit (max_connections, or that of the role or the database), or end other programs that use it.',
  ],
  [
    /^(?:42501|3F000)$/,
    'refuses its user what a server needs: make that user the owner of the database, or of the schema that has the tables.',
  ],
];

/**
 * The text on standard error for a failed command: one line, or one for each invalid setting. Only unexpected errors show a stack.
 * @param file of the embedded database, if there is one: what a failure is about that names no other
 */
export function failureText(error: unknown, file: string | null = null): string {
  if (error instanceof ConfigError) return error.lines.map((line) => `trustate: ${line}`).join('\n');
  if (lacksOpenFiles(error)) return oneLine(openFilesText());
  if (error instanceof OperatorError || error instanceof SealError) return oneLine(error.message);
  const code = databaseCode(error);
  const failure = code === undefined ? undefined : databaseFailures.find(([shape]) => shape.test(code))?.[1];
  if (failure !== undefined) {
    const place = error instanceof Error && 'database' in error ? String(error.database) : file;
    return oneLine(`The database ${place === null ? '' : `${place} `}${failure}`);
  }
  if (isLostConnection(error))
    return oneLine('The connection to the database was lost: run the same command again when the database is there.');
  if (errorCode(error) !== undefined && error instanceof Error) {
    const path = 'path' in error && typeof error.path === 'string' ? `${error.path}: ` : '';
    return oneLine(path + systemReason(error));
  }
  return `trustate: this should not have happened: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}

function oneLine(message: string): string {
  return `trustate: ${message.trim().replaceAll(/\s*[\r\n]+\s*/g, ' ')}`;
}
