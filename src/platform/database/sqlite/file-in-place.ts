import { realpathSync, statSync } from 'node:fs';
import { OutageError } from '../../outage.js';
import type { ForeignWrites } from './foreign-writes.js';

/** What SQLite keeps of a database: its file, the write-ahead log, and the index of that, which holds the locks. */
const parts = [
  { part: 'database', suffix: '', name: 'the database file' },
  { part: 'log', suffix: '-wal', name: 'the write-ahead log' },
  { part: 'index', suffix: '-shm', name: 'the index of the write-ahead log' },
] as const;

export type DatabasePart = (typeof parts)[number]['part'];

const sayings = {
  gone: 'was moved, deleted or replaced while the server runs: nothing is written until that file is put back or the server is restarted',
  overwritten:
    'was overwritten by another program while the server runs: nothing more is written. Stop the server, move that file away with its -wal and -shm, and restore a backup',
} as const;

/** A file of a database was moved, deleted, replaced or overwritten while it is open. */
export class DatabaseFileGone extends OutageError {
  override readonly name = 'DatabaseFileGone';
  readonly outage = 'away';

  constructor(
    what: string,
    /** The first of its files of which that is so. */
    readonly part: DatabasePart,
    readonly how: keyof typeof sayings = 'gone',
  ) {
    super(`${what} ${sayings[how]}`);
  }
}

const lookAt = (file: string) => statSync(file, { bigint: true, throwIfNoEntry: false });
const identityOf = (found: ReturnType<typeof lookAt>): string | null =>
  found === undefined ? null : `${found.dev} ${found.ino}`;

/**
 * A system lets a file be deleted while it is open: what is written then is gone with the process. Nobody removes one of these files while a connection is open, as
 * one is when this is called.
 * @returns a check that each file has its name, and that nobody else has written to that of the database
 */
export function filesInPlace(
  database: string,
  foreign: Pick<ForeignWrites, 'settled' | 'happened'> | null = null,
): () => void {
  const resolved = realpathSync(database);
  const files = parts.map(({ part, suffix, name }) => {
    // Its own name may be a link that somebody turns to another file.
    const file = part === 'database' ? database : `${resolved}${suffix}`;
    return { part, file, what: `${name} ${file}`, opened: identityOf(lookAt(file)) };
  });
  return () => {
    const settled = foreign?.settled() ?? null;
    const looks = files.map(({ file }) => lookAt(file));
    const gone = files.filter(({ opened }, at) => identityOf(looks[at]) !== opened);
    const [found] = looks;
    // A log that is gone may have been set aside for that by a sibling. Only the index that is in use tells what is copied.
    if (found && gone.every(({ part }) => part === 'log') && foreign?.happened(settled, found) === true)
      throw new DatabaseFileGone(`the database file ${resolved}`, 'database', 'overwritten');
    const [first] = gone;
    if (first) throw new DatabaseFileGone(first.what, first.part);
  };
}
