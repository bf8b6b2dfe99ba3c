import { closeSync, openSync, readSync, realpathSync, statSync, statfsSync } from 'node:fs';

/** Where the index of a log (sqlite.org/walformat.html) has the two numbers of the log, how many of its pages are copied, and how many somebody began to copy. */
const [salts, copied, begun] = [
  { from: 32, to: 40 },
  { from: 96, to: 100 },
  { from: 128, to: 132 },
] as const;

/** File systems of this machine, as Linux numbers them: others may give a file another time later, when they write it somewhere else. */
const local = new Set([0xef53, 0x58465342, 0x9123683e, 0x01021994, 0x794c7630, 0x2fc12fc1, 0xf2f52010, 0xca451a4e]);

interface OpenIndex {
  readonly file: number;
  users: number;
}

/** By device and number. SQLite's locks are on this file, and a process that closes a file loses all its locks on it. So it is opened once, and closed after the database. */
const openIndexes = new Map<string, OpenIndex>();

/**
 * Notices what writes to the file of a database and is not SQLite, such as `cp`: that changes neither its name nor its number, and SQLite looks at neither.
 *
 * With a log, only checkpoints write to that file. Each says in the index of the log how far it will copy before it writes anything, and how far it has come when it
 * is done. So a file with a new time, while the index says that nobody has begun to copy since, was written to by another program.
 */
export class ForeignWrites {
  readonly #read = Buffer.alloc(begun.to);
  #closed = false;
  #known: { readonly time: bigint; readonly settled: string | null } | null = null;

  private constructor(
    private readonly key: string,
    private readonly index: OpenIndex,
  ) {}

  /**
   * Of a database that is open in this process.
   * @returns `null` where the time of a file is no measure
   */
  static of(database: string): ForeignWrites | null {
    if (process.platform !== 'linux' || !local.has(statfsSync(database).type)) return null;
    const name = `${realpathSync(database)}-shm`;
    const found = statSync(name, { bigint: true, throwIfNoEntry: false });
    if (!found) return null;
    const { dev, ino } = found;
    const key = `${dev} ${ino}`;
    const index = openIndexes.get(key) ?? { file: openSync(name, 'r'), users: 0 };
    index.users += 1;
    openIndexes.set(key, index);
    return new ForeignWrites(key, index);
  }

  /** To be called before {@link happened} asks the system for the time. @returns what the index says; `null` while somebody copies, or after that was broken off */
  settled(): string | null {
    if (readSync(this.index.file, this.#read, 0, begun.to, 0) < begun.to) return null;
    const of = ({ from, to }: { from: number; to: number }) => this.#read.toString('latin1', from, to);
    return of(copied) === of(begun) ? of(salts) + of(copied) : null;
  }

  /** @param settled by {@link settled}, from before the file had this time of its last write */
  happened(settled: string | null, time: bigint): boolean {
    const known = this.#known;
    if (known && known.time !== time && settled !== null && settled === known.settled && this.settled() === settled)
      return true;
    this.#known = { time, settled };
    return false;
  }

  /** After all connections of this process. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.index.users -= 1;
    if (this.index.users > 0) return;
    openIndexes.delete(this.key);
    closeSync(this.index.file);
  }
}
