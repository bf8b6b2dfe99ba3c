import { statSync } from 'node:fs';
import { OutageError } from '../../outage.js';

/** The file of a database was moved, deleted or replaced while it is open. */
export class DatabaseFileGone extends OutageError {
  override readonly name = 'DatabaseFileGone';
  readonly outage = 'away';
}

const identityOf = (file: string): string | null => {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? null : `${found.dev} ${found.ino}`;
};

/** A system lets a file be deleted while it is open: what is written then is acknowledged, and gone with the process. @returns a check that the file has its name */
export function fileInPlace(file: string): () => void {
  const opened = identityOf(file);
  return () => {
    if (identityOf(file) !== opened)
      throw new DatabaseFileGone(
        `the database file ${file} was moved, deleted or replaced while the server runs: what is written now is lost unless that file is put back. Stop the server`,
      );
  };
}
