import { closeSync, fstatSync, openSync, readSync, realpathSync, statSync, statfsSync } from 'node:fs';

/** Where the index of a log (sqlite.org/walformat.html) has the two numbers of the log, how many of its pages are copied, and how many somebody began to copy. */
const [salts, copied, begun] = [
  { from: 32, to: 40 },
  { from: 96, to: 100 },
  { from: 128, to: 132 },
] as const;

/** File systems of this machine, as Linux numbers them: others may give a file another time later, when they write it somewhere else. */
const local = new Set([0xef53, 0x58465342, 0x9123683e, 0x01021994, 0x794c7630, 0x2fc12fc1, 0xf2f52010, 0xca451a4e]);

/** As much of the first page as pages have by default. It changes with everything that takes or frees a page, and SQLite numbers what it copies to another file there. */
const beginningBytes = 4096;

interface OpenFiles {
  readonly database: number;
  readonly index: number;
  users: number;
}

/** By device and number of the index. SQLite's locks are on these files, and a process that closes a file loses all its locks on it. So they are opened once, and closed after the database. */
const opened = new Map<string, OpenFiles>();

interface Look {
  readonly time: bigint;
  readonly settled: string | null;
  readonly size: bigint;
  readonly beginning: Buffer | null;
}

/**
 * Notices what writes to the file of a database and is not SQLite, such as `cp`: that changes neither its name nor its number, and SQLite looks at neither.
 *
 * With a log, only checkpoints write to that file. Each says in the index of the log how far it will copy before it writes anything, and how far it has come when it
 * is done. So a file with a new time, while the index says that nobody has begun to copy since, was touched by another program. That may be a backup that sets back
 * the times of what it read: it was written to only if it has another beginning or size.
 */
export class ForeignWrites {
  readonly #read = Buffer.alloc(begun.to);
  #closed = false;
  #known: Look | null = null;
  #happened = false;

  private constructor(
    private readonly key: string,
    private readonly files: OpenFiles,
  ) {}

  /**
   * Of a database that is open in this process.
   * @returns `null` where the time of a file is no measure
   */
  static of(database: string): ForeignWrites | null {
    if (process.platform !== 'linux' || !local.has(statfsSync(database).type)) return null;
    const resolved = realpathSync(database);
    const name = `${resolved}-shm`;
    const found = statSync(name, { bigint: true, throwIfNoEntry: false });
    if (!found) return null;
    const { dev, ino } = found;
    const key = `${dev} ${ino}`;
    const files = opened.get(key) ?? { database: openSync(resolved, 'r'), index: openSync(name, 'r'), users: 0 };
    files.users += 1;
    opened.set(key, files);
    return new ForeignWrites(key, files);
  }

  /** To be called before {@link happened} asks the system for the time. @returns what the index says; `null` while somebody copies, or after that was broken off */
  settled(): string | null {
    if (readSync(this.files.index, this.#read, 0, begun.to, 0) < begun.to) return null;
    const of = ({ from, to }: { from: number; to: number }) => this.#read.toString('latin1', from, to);
    return of(copied) === of(begun) ? of(salts) + of(copied) : null;
  }

  /**
   * Once it has happened, it has: what is copied afterwards mixes both.
   * @param settled by {@link settled}, from before the file had this time of its last write
   */
  happened(settled: string | null, { mtimeNs: time, size }: { mtimeNs: bigint; size: bigint }): boolean {
    if (this.#happened) return true;
    const known = this.#known;
    if (known?.time === time && known.settled === settled) return false;
    const look = { time, settled, size, beginning: settled === null ? null : this.#beginning() };
    this.#happened = known !== null && differ(known, look) && this.settled() === settled;
    if (!this.#happened) this.#known = look;
    return this.#happened;
  }

  /** Whether the file has another beginning or size than it had before that happened. What only took a look, or wrote the same, leaves the file that the log belongs to. */
  isAnother(): boolean {
    if (!this.#happened || this.#known === null) return false;
    try {
      const { size } = fstatSync(this.files.database, { bigint: true });
      return differ(this.#known, { ...this.#known, size, beginning: this.#beginning() });
    } catch {
      return false;
    }
  }

  #beginning(): Buffer {
    const read = Buffer.alloc(beginningBytes);
    return read.subarray(0, readSync(this.files.database, read, 0, beginningBytes, 0));
  }

  /** After all connections of this process. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.files.users -= 1;
    if (this.files.users > 0) return;
    opened.delete(this.key);
    closeSync(this.files.index);
    closeSync(this.files.database);
  }
}

/** Whether nobody began to copy anything between two looks, and yet the file is another. */
function differ(known: Look, { settled, size, beginning }: Look): boolean {
  if (known.beginning === null || beginning === null || known.settled !== settled) return false;
  return known.size !== size || !known.beginning.equals(beginning);
}
