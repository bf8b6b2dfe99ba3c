import { openReader } from './connection.js';
import type { SqliteConnection } from './connection.js';
import { SqliteRows } from './rows.js';

/** One connection that reads, for Prisma and for statements of our own. */
export interface Reader {
  readonly connection: SqliteConnection;
  readonly rows: SqliteRows;
}

/** What the commits of this process ask of those who read. */
export interface Readership {
  /** Before a commit that readers must not see yet: they keep what they see, until something is shown. */
  stay(): void;
  /** Right before a commit, while this process alone may write. */
  beforeCommit(): void;
  /** Right after it. @returns whether it wrote anything */
  afterCommit(): boolean;
  /** Whether others have committed what is not shown here. */
  readonly othersWrote: boolean;
  /** Looks at what is committed by now. The result shows that to readers, or drops it. */
  look(): { show: (keep: boolean) => void; drop: () => void };
  /** Shows everything that is committed: it is on disk, or need not be. */
  showAll(): void;
}

/** Milliseconds that a connection stays where it is, so that locking the file is paid once for many reads. Checkpoints and other processes wait for it. */
const lingerMs = 100;

class OpenReader implements Reader {
  readonly connection: SqliteConnection;
  readonly rows: SqliteRows;
  /** Begins anew if it was within a transaction already. */
  readonly begin: () => void;
  readonly end: () => void;
  /** Reads something, so that the transaction has its place. */
  readonly touch: () => void;

  constructor(file: string) {
    this.connection = openReader(file);
    const { driver } = this.connection;
    this.rows = new SqliteRows(driver);
    const statements = {
      begin: driver.prepare('BEGIN'),
      commit: driver.prepare('COMMIT'),
      version: driver.prepare('PRAGMA data_version'),
    };
    this.end = () => {
      if (driver.inTransaction) statements.commit.run();
    };
    this.begin = () => {
      this.end();
      statements.begin.run();
    };
    this.touch = () => void statements.version.value();
  }
}

/**
 * Everybody who reads outside of transactions sees what is on disk, never more and never less. Between a commit and the end of its sync, readers stay in a read
 * transaction that began before it. A second connection takes its place right before the sync begins, and is the one that reads once the sync has ended.
 *
 * What other processes commit is noticed by `data_version`, which a connection that only watches asks at each read. Nobody can tell whether it is on disk, so
 * whoever would read it waits for a sync of our own. To that connection our own commits are those of another; the writer's own `data_version` says whether
 * somebody else's came right after one of ours.
 */
export class Readers implements Readership {
  #current: OpenReader;
  #next: OpenReader;
  readonly #watch: SqliteConnection;
  readonly #version: () => unknown;
  readonly #writersVersion: () => unknown;
  readonly #frames: () => unknown;
  #within = false;
  #held = false;
  #known: unknown;
  #knownByWriter: unknown;
  /** Commits of others, as far as they were noticed; and how many of these are shown. */
  #others: number;
  #othersShown = 0;
  #epoch = 0;
  #lingers = true;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly deps: {
      /** Of the database. */
      readonly file: string;
      /** The connection that commits. */
      readonly writer: Pick<SqliteConnection, 'driver'>;
      /** Whether something was committed before that may not be on disk. */
      readonly leftOver: boolean;
      /** Resolves when everything is shown that is committed at the call. */
      readonly shown: () => Promise<void>;
    },
  ) {
    const { file, writer, leftOver } = deps;
    this.#others = leftOver ? 1 : 0;
    this.#current = new OpenReader(file);
    this.#next = new OpenReader(file);
    this.#watch = openReader(file);
    const version = this.#watch.driver.prepare('PRAGMA data_version');
    const log = this.#watch.driver.prepare('PRAGMA wal_checkpoint(NOOP)');
    this.#version = () => version.value();
    const writersVersion = writer.driver.prepare('PRAGMA data_version');
    this.#writersVersion = () => writersVersion.value();
    this.#frames = () => log.row()?.['log'];
    this.#known = this.#version();
  }

  /** Whose turn it is to read. */
  get connection(): SqliteConnection {
    return this.#current.connection;
  }

  /** Changes with everything that is shown: what was read under the same number is still so. */
  get epoch(): number {
    return this.#epoch;
  }

  get othersWrote(): boolean {
    return this.#others !== this.#othersShown;
  }

  /** Pages in the write-ahead log. */
  get frames(): number {
    return Number(this.#frames());
  }

  /** Reads what is on disk by now. `work` may be called again: what it gave before is not to be used then. */
  async read<T>(work: (reader: Reader) => T): Promise<T> {
    for (let waited = false; ; waited = true) {
      // Others who write all the time would keep us waiting: what was shown after the call is new enough.
      const newEnough = waited && this.#within;
      const result = this.#see(work);
      if (!newEnough) this.#notice();
      if (newEnough || !this.othersWrote) return result;
      await this.deps.shown();
    }
  }

  /** While `work` goes on, no reader stays where it is, unless a commit asks for that. */
  async withoutLingering<T>(work: () => Promise<T>): Promise<T> {
    this.#lingers = false;
    if (!this.#held) this.#leave();
    try {
      return await work();
    } finally {
      this.#lingers = true;
    }
  }

  stay(): void {
    if (!this.#held) {
      this.#enter();
      this.#current.touch();
    }
    this.#held = true;
  }

  beforeCommit(): void {
    this.#notice();
    this.#knownByWriter = this.#writersVersion();
  }

  afterCommit(): boolean {
    const before = this.#known;
    const now = this.#version();
    // Asked afterwards: what comes between the two is noticed twice.
    if (this.#writersVersion() !== this.#knownByWriter) this.#others += 1;
    this.#known = now;
    return now !== before;
  }

  look(): { show: (keep: boolean) => void; drop: () => void } {
    this.#notice();
    const others = this.#others;
    const next = this.#next;
    next.begin();
    next.touch();
    return {
      show: (keep) => {
        this.#leave();
        [this.#current, this.#next] = [next, this.#current];
        this.#within = true;
        this.#held = keep;
        this.#othersShown = others;
        this.#epoch += 1;
        if (this.#lingers || keep) this.#linger();
        else this.#leave();
      },
      drop: next.end,
    };
  }

  showAll(): void {
    this.#held = false;
    this.#leave();
    this.#epoch += 1;
  }

  close(): void {
    clearTimeout(this.#timer);
    for (const { connection } of [this.#current, this.#next]) connection.close();
    this.#watch.close();
  }

  #see<T>(work: (reader: Reader) => T): T {
    this.#enter();
    try {
      return work(this.#current);
    } finally {
      if (!this.#lingers && !this.#held) this.#leave();
    }
  }

  #notice(): void {
    const version = this.#version();
    if (version === this.#known) return;
    this.#known = version;
    this.#others += 1;
  }

  #enter(): void {
    if (this.#within) return;
    this.#current.begin();
    this.#within = true;
    this.#linger();
  }

  #leave(): void {
    if (!this.#within) return;
    this.#within = false;
    this.#current.end();
  }

  #linger(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      if (this.#held) this.#linger();
      else this.#leave();
    }, lingerMs).unref();
  }
}
