import { setTimeout as pause } from 'node:timers/promises';
import { openReader } from './connection.js';
import type { SqliteConnection } from './connection.js';
import { reaches } from './log-marks.js';
import type { LogPlace, Look, Marks, Said } from './log-marks.js';
import { OpenReader } from './open-reader.js';
import type { Reader } from './open-reader.js';

/** What the commits of this process ask of those who read. */
export interface Readership {
  /** Before a commit that readers must not see yet: they keep what they see, until something is shown. */
  stay(): void;
  /** Right before a commit, while this process alone may write. */
  beforeCommit(): void;
  /** Right after it. @returns whether it wrote anything */
  afterCommit(): boolean;
  /** Whether others have committed what may have to be synced before anybody hears of it. */
  readonly othersWrote: boolean;
  /** Looks at what is committed by now. Once that is on disk, the result shows it to readers; or it drops it. */
  look(): { show: (keep: boolean) => void; drop: () => void };
  /** Shows everything that is committed: it is on disk, or need not be. */
  showAll(): void;
}

/**
 * Milliseconds that a connection stays where it is, so that locking the file is paid once for many reads. Checkpoints and other processes wait for it. So long at
 * most do reads do without what another process has announced and not told: it may have ended in between.
 */
const defaultLingerMs = 100;

/** Milliseconds between two looks at what others tell. */
const lookEveryMs = 1;
/** Milliseconds after which a sync of our own shows a read what others have not told by then: theirs is under way, as a rule. */
const patienceMs = 3;

/** A snapshot of the database. */
interface Place {
  /** Commits of others that had been noticed when it was taken. */
  readonly others: number;
  /** Everything up to here is in it. `null` where that is not known. */
  readonly atLeast: LogPlace | null;
  /** The log right after it was taken. */
  readonly after: Look | null;
  /** When it was taken. */
  readonly since: number;
}

/** What one call waits for: to see at least what was told before it. */
interface Goal {
  /** `null` as long as nobody says what was told. */
  place: LogPlace | null;
  /** Whether others tell anything. */
  marked: boolean;
  since: number | null;
}

/**
 * Everybody who reads outside of transactions sees what is on disk, never more and never less. Between a commit and the end of its sync, readers stay in a read
 * transaction that began before it. A second connection takes its place right before the sync begins, and is the one that reads once the sync has ended.
 *
 * What other processes commit is noticed by `data_version`, which a connection that only watches asks at each read. The marks of the log say whether all that is
 * announced, and how far it is told. A snapshot in which there is everything told is read without waiting. Meanwhile the second connection takes its place, and is
 * the one that reads once everything in it is told. What nobody has announced may be told already, and may not be on disk: whoever would read it waits for a sync
 * of our own.
 *
 * To the connection that watches our own commits are those of another; the writer's own `data_version` says whether somebody else's came right after one of ours.
 */
export class Readers implements Readership {
  #current: OpenReader;
  #next: OpenReader;
  readonly #watch: SqliteConnection;
  readonly #version: () => unknown;
  readonly #writersVersion: () => unknown;
  readonly #log: () => readonly unknown[];
  readonly #marks: Marks;
  /** Where the current connection is. */
  #shown: Place | null = null;
  /** Where the next one is, for as long as not everything in it is told. */
  #pending: Place | null = null;
  /** The next connection is where our own sync will have been. */
  #looking = false;
  #held = false;
  #known: unknown;
  #knownByWriter: unknown;
  /** Commits of others, as far as they were noticed; and how many of these are shown, and how many told. */
  #others: number;
  #othersShown = 0;
  #othersTold = 0;
  /** Whether everything before our commit is told or announced. */
  #mayAnnounce = false;
  /** The end of our own last commit, if a sync has not begun since; `null` where it is not known. */
  #committed: LogPlace | null | undefined;
  /** Until something was shown by a sync of ours, the log may be what a process left that ended. */
  #leftOver: boolean;
  #epoch = 0;
  #lingers = true;
  readonly #lingerMs: number;
  #timer: NodeJS.Timeout | undefined;
  #tick: Promise<void> | undefined;

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
      /** @param frames pages that are committed in the log */
      readonly marks: (frames: () => number) => Marks;
      /** {@link defaultLingerMs} where nothing is said. */
      readonly lingerMs?: number | undefined;
    },
  ) {
    const { file, writer, leftOver, lingerMs = defaultLingerMs } = deps;
    this.#lingerMs = lingerMs;
    this.#leftOver = leftOver;
    this.#current = new OpenReader(file);
    this.#next = new OpenReader(file);
    this.#watch = openReader(file);
    const version = this.#watch.driver.prepare('PRAGMA data_version');
    const log = this.#watch.driver.prepare('PRAGMA wal_checkpoint(NOOP)');
    this.#version = () => version.value();
    const writersVersion = writer.driver.prepare('PRAGMA data_version');
    this.#writersVersion = () => writersVersion.value();
    this.#log = () => log.all()[0] ?? [];
    this.#known = this.#version();
    // A sibling that starts at the same time may have begun the log since it was found empty.
    this.#others = leftOver || this.frames > 0 ? 1 : 0;
    this.#marks = deps.marks(() => this.frames);
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
    return this.#others !== this.#othersTold;
  }

  /** Pages in the write-ahead log. */
  get frames(): number {
    for (;;) {
      const [busy, frames] = this.#log();
      if (busy !== 1) return Number(frames);
      // It says nothing while another process enters what it has just committed. To ask for the version waits for the end of that.
      this.#version();
    }
  }

  /** Reads what is told by now. */
  async read<T>(work: (reader: Reader) => T): Promise<T> {
    const goal: Goal = { place: null, marked: false, since: null };
    while (!this.#ready(goal)) {
      if (!this.#lingers) this.#drop();
      const shown = await this.#news(goal);
      // Others who write all the time would keep us waiting: what was shown after the call is new enough.
      if (shown && this.#shown !== null) break;
    }
    try {
      return work(this.#current);
    } finally {
      if (!this.#lingers && !this.#held) this.#leave();
    }
  }

  /** While `work` goes on, no reader stays where it is, unless a commit asks for that. */
  async withoutLingering<T>(work: () => Promise<T>): Promise<T> {
    this.#lingers = false;
    if (this.#held) this.#drop();
    else this.#leave();
    try {
      return await work();
    } finally {
      this.#lingers = true;
    }
  }

  stay(): void {
    if (!this.#held && this.#shown === null) this.#enter();
    this.#held = true;
  }

  beforeCommit(): void {
    this.#notice();
    this.#mayAnnounce = true;
    if (this.othersWrote) {
      const at = this.#marks.look()?.atMost;
      const said = this.#said();
      if (reaches(said?.told, at)) this.#othersTold = this.#others;
      this.#mayAnnounce = reaches(said?.announced, at);
    }
    this.#knownByWriter = this.#writersVersion();
  }

  afterCommit(): boolean {
    const before = this.#known;
    const now = this.#version();
    const wrote = now !== before;
    // Whatever fails from here on, it is told without a place.
    if (wrote) this.#committed = null;
    const end = wrote ? this.#marks.atLeast() : null;
    // Asked afterwards: what comes between the two is noticed twice.
    const alone = this.#writersVersion() === this.#knownByWriter;
    if (!alone) this.#others += 1;
    this.#known = now;
    if (wrote) this.#committed = alone ? end : null;
    // What waits for no sync is told in a moment.
    const waits = this.#held || this.othersWrote;
    if (wrote && alone && waits && this.#mayAnnounce) this.#marks.announce(end);
    return wrote;
  }

  look(): { show: (keep: boolean) => void; drop: () => void } {
    this.#drop();
    this.#looking = true;
    const place = this.#take(this.#next, this.#committed);
    this.#committed = undefined;
    return {
      show: (keep) => {
        this.#marks.tell(place.after?.atLeast ?? null);
        this.#looking = false;
        this.#leftOver = false;
        this.#held = keep;
        this.#show(place);
        if (!this.#lingers && !keep) this.#leave();
      },
      drop: () => {
        this.#looking = false;
        this.#next.end();
      },
    };
  }

  showAll(): void {
    if (this.#committed !== undefined) this.#marks.tell(this.#committed);
    this.#committed = undefined;
    this.#othersShown = this.#othersTold;
    this.#held = false;
    this.#leave();
    this.#epoch += 1;
  }

  close(): void {
    clearTimeout(this.#timer);
    for (const { connection } of [this.#current, this.#next]) connection.close();
    this.#watch.close();
  }

  /** To be called after every connection is closed. */
  forget(): void {
    this.#marks.close();
  }

  /** Whether some of what is committed is not shown. */
  get #behind(): boolean {
    return this.#others !== this.#othersShown;
  }

  /** Whether what is shown by now, and stays, is what the call asks for. */
  #ready(goal: Goal): boolean {
    this.#notice();
    if (!this.#behind && this.#shown === null && !this.#held) this.#enter();
    if (!this.#behind) return this.#shown !== null;
    const at = this.#marks.look()?.atMost;
    const said = this.#said();
    goal.marked = said !== null;
    if (said === null || !reaches(said.announced, at)) return false;
    if (goal.place === null || reaches(goal.place, said.told)) goal.place = said.told;
    this.#advance(said);
    return reaches(this.#shown?.atLeast, goal.place);
  }

  /** Shows what is told, and looks at what will be. */
  #advance({ told }: Said): void {
    while (this.#behind) {
      if (this.#pending === null) {
        if (this.#looking) return;
        this.#pending = this.#take(this.#next);
      }
      if (!reaches(told, this.#pending.after?.atMost)) return;
      this.#show(this.#pending);
    }
  }

  /** Waits until others may have told more, or for a sync of ours. @returns whether everything is shown that was committed at the call */
  async #news(goal: Goal): Promise<boolean> {
    goal.since ??= performance.now();
    if (goal.marked && performance.now() - goal.since < patienceMs) {
      this.#tick ??= pause(lookEveryMs).then(() => (this.#tick = undefined));
      await this.#tick;
      return false;
    }
    await this.deps.shown();
    return true;
  }

  #said(): Said | null {
    return this.#leftOver ? null : this.#marks.read();
  }

  #notice(): void {
    const version = this.#version();
    if (version === this.#known) return;
    this.#known = version;
    this.#others += 1;
  }

  /** @param end of our last commit, where there is one after which nothing was shown */
  #take(reader: OpenReader, end?: LogPlace | null): Place {
    this.#notice();
    const others = this.#others;
    const atLeast = this.othersWrote ? this.#marks.atLeast() : (end ?? this.#marks.atLeast());
    reader.begin();
    return { others, atLeast, after: this.#marks.look(), since: performance.now() };
  }

  /** Takes a place where everything is shown that others have committed. If they just did, it is one that is shown when that is told. */
  #enter(): void {
    const others = this.#others;
    this.#current.begin();
    const after = this.#marks.look();
    this.#notice();
    // If they just did, it is not known which end of the log is in it.
    const atLeast = this.#others === others ? (after?.atLeast ?? null) : null;
    const place = { others, atLeast, after, since: performance.now() };
    if (!this.#behind) {
      this.#shown = place;
      this.#linger();
    } else if (this.#looking || this.#pending !== null) {
      this.#current.end();
    } else {
      [this.#current, this.#next] = [this.#next, this.#current];
      this.#pending = place;
      this.#linger();
    }
  }

  /** The next connection is the one that reads. */
  #show(place: Place): void {
    if (this.#shown !== null) this.#current.end();
    [this.#current, this.#next] = [this.#next, this.#current];
    this.#shown = place;
    this.#pending = null;
    this.#othersShown = place.others;
    this.#othersTold = Math.max(this.#othersTold, place.others);
    this.#epoch += 1;
    this.#linger();
  }

  #leave(): void {
    this.#drop();
    if (this.#shown === null) return;
    this.#shown = null;
    this.#current.end();
  }

  #drop(): void {
    if (this.#pending === null) return;
    this.#pending = null;
    this.#next.end();
  }

  #linger(ms = this.#lingerMs): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const left = (this.#shown?.since ?? 0) + this.#lingerMs - performance.now();
      if (this.#held) this.#linger();
      else if (left > 0) this.#linger(left);
      else this.#leave();
    }, ms).unref();
  }
}
