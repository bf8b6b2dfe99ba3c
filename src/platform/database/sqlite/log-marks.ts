import {
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** A place in the write-ahead log: how many pages of which log, of those that this process has met. */
export interface LogPlace {
  readonly era: number;
  readonly frames: number;
}

/** What processes say of the log that is in use. */
export interface Said {
  /** Whoever committed anything up to here says when it is told. */
  readonly announced: LogPlace;
  /** Everything up to here is on disk, or need not be. */
  readonly told: LogPlace;
}

/** What a look at the log says: of what was there before it, and of what may have been added while it lasted. */
export interface Look {
  readonly atLeast: LogPlace;
  readonly atMost: LogPlace;
}

/** Whether everything up to the second place is before the first one too: an earlier log is in the database as a whole, and on disk, when the next is begun. */
export function reaches(a: LogPlace | null | undefined, b: LogPlace | null | undefined): boolean {
  if (!a || !b) return false;
  return a.era > b.era || (a.era === b.era && a.frames >= b.frames);
}

/** What processes that write to one file tell each other of its log. */
export interface Marks {
  /** `null` while a log is begun anew: its pages are no measure then. */
  look(): Look | null;
  /** What a look says of what is there already. */
  atLeast(): LogPlace | null;
  /** `null` where nobody can rely on what is said. */
  read(): Said | null;
  /** Before others read on: this process has committed what it will tell. */
  announce(place: LogPlace | null): void;
  /**
   * Before anybody is told what is committed up to here, or up to a place that is not known.
   * @throws where others would rely on what this process can no longer say
   */
  tell(place: LogPlace | null): void;
  close(): void;
}

/** Of a process that has the file for itself. What it commits is announced to nobody, so others sync it themselves before they read it. */
export const noMarks: Marks = {
  look: () => null,
  atLeast: () => null,
  read: () => null,
  announce: () => undefined,
  tell: () => undefined,
  close: () => undefined,
};

/** Between the name of a database and the salts of a log. */
const marksSuffix = '-told-';
/** A file that nobody may write any more holds marks that are not complete. */
const writable = 0o200;
const unreliable = 0o400;
/** Of an announcement that may be of more than is told. */
const notKnown = 'what was committed last ends at a place of the write-ahead log that is not known';
const { O_APPEND, O_CREAT, O_RDWR } = constants;

/** Begins with what ends a part of a mark, which is all that fits on a disk that is full. */
const markOf = (kind: 'c' | 't', { frames }: LogPlace): string => `\n${kind}${String(frames)}.`;
const wholeMarks = /\n([ct])(\d{1,10})\./g;
/** Bytes before a mark that may go on after the text. */
const startOfLast = (text: string): number => /\n[ct]?\d{0,10}$/.exec(text)?.index ?? text.length;

interface Open {
  readonly era: number;
  readonly name: string;
  readonly file: number;
  /** Bytes of it that were read. */
  read: number;
  /** The most bytes that it was seen to have. */
  length: number;
  announced: number;
  told: number;
}

/**
 * A file of marks next to the database, one for each write-ahead log: its name has the log's salts, and it takes 20 bytes or less for each commit of the log.
 * Marks are appended, so that none is lost where several processes write, and whoever reads takes the highest. It is not synced: with the power, all that relied
 * on it is gone.
 *
 * What is announced has nothing below it that is not. So whoever finds more in the log than is announced knows that somebody else wrote it, or that its mark is
 * missing, and does not rely on marks. Therefore it is no harm where they cannot be written, with one exception: what is announced and told has to be marked.
 *
 * A file that is shorter than it was has lost marks, of which one may be such a one. Whoever finds that makes it unreliable for all, also when it has grown again.
 */
export class LogMarks implements Marks {
  #salts = '';
  #era = 0;
  #open: Open | null = null;
  /** The last log that this process could not open a file for. */
  #without = -1;
  /** The log that this process has told something of. */
  #toldOf = -1;
  /** The last place that this process has announced and not told. */
  #announced: LogPlace | null = null;
  readonly #buffer = Buffer.alloc(4096);

  constructor(
    private readonly deps: {
      /** Of the database. */
      readonly file: string;
      /** Of the log that is in use, as digits; `null` where there is none. */
      readonly salts: () => string | null;
      /** Pages that are committed in it. */
      readonly frames: () => number;
      /** Adds to the end of a file. @returns how many bytes */
      readonly append?: (file: number, bytes: Buffer) => number;
    },
  ) {
    // Before this process commits anything: marks of more than there is are of a log that lost its end.
    this.read();
  }

  look(): Look | null {
    const atLeast = this.atLeast();
    const era = this.#now();
    return atLeast === null || era === null ? null : { atLeast, atMost: { era, frames: atLeast.frames } };
  }

  atLeast(): LogPlace | null {
    // What is counted afterwards is of this log, or of a later one.
    const era = this.#now();
    const frames = this.deps.frames();
    return era === null || frames <= 0 ? null : { era, frames };
  }

  read(): Said | null {
    const era = this.#now();
    const open = era === null ? null : this.#marks(era);
    if (open === null) return null;
    try {
      if (!this.#readOn(open)) return null;
    } catch {
      return null;
    }
    const { announced, told } = open;
    return { announced: { era: open.era, frames: announced }, told: { era: open.era, frames: told } };
  }

  announce(place: LogPlace | null): void {
    // What was before is told, or announced, only if this process has told something since.
    if (place === null || this.#toldOf !== place.era) return;
    try {
      this.#write('c', place);
      this.#announced = place;
    } catch {
      // So it is not announced.
    }
  }

  tell(place: LogPlace | null): void {
    this.#toldOf = -1;
    try {
      if (place === null) throw new Error(notKnown);
      if (!this.#write('t', place)) return;
      this.#toldOf = place.era;
      if (reaches(place, this.#announced)) this.#announced = null;
    } catch (error) {
      const open = this.#open;
      if (open === null || this.#announced?.era !== open.era) return;
      try {
        fchmodSync(open.file, unreliable);
      } catch {
        throw error;
      }
    }
  }

  /** To be called after the database is closed: the last one who does takes the log with it, and its marks. */
  close(): void {
    const open = this.#open;
    this.#leave();
    if (open === null || existsSync(`${this.deps.file}-wal`)) return;
    remove(open.name);
  }

  /** The log that is in use now. */
  #now(): number | null {
    const salts = this.deps.salts();
    if (salts === null) return null;
    if (salts !== this.#salts) {
      this.#salts = salts;
      this.#era += 1;
    }
    return this.#era;
  }

  /** @returns whether that log is the one in use. If not, its successor is, and nobody asks for its marks any more. */
  #write(kind: 'c' | 't', place: LogPlace): boolean {
    const open = place.era === this.#era ? this.#marks(place.era) : null;
    if (open === null) return false;
    const mark = Buffer.from(markOf(kind, place));
    const { append = writeSync } = this.deps;
    if (!this.#whole(open).reliable) throw new Error('marks of the write-ahead log are lost');
    const written = append(open.file, mark);
    open.length += written;
    if (written < mark.length) throw new Error('a mark of the write-ahead log was written in part');
    return true;
  }

  /** Looks at the file. Nobody shortens it, so one that is shorter was changed by somebody else. */
  #whole(open: Open): { readonly size: number; readonly reliable: boolean } {
    const { mode, size } = fstatSync(open.file);
    const shorter = size < open.length;
    if (shorter) fchmodSync(open.file, unreliable);
    else open.length = size;
    return { size, reliable: !shorter && (mode & writable) !== 0 };
  }

  #marks(era: number): Open | null {
    if (this.#open?.era === era) return this.#open;
    if (this.#without === era) return null;
    this.#leave();
    const name = `${this.deps.file}${marksSuffix}${this.#salts}`;
    try {
      const file = openSync(name, O_RDWR | O_APPEND | O_CREAT, 0o600);
      this.#open = { era, name, file, read: 0, length: 0, announced: 0, told: 0 };
      this.#requireLog(this.#open);
    } catch {
      this.#leave();
      this.#without = era;
      return null;
    }
    removeMarks(this.deps.file, this.deps.salts());
    return this.#open;
  }

  /** A log that lost its end with the power has fewer pages than were told. */
  #requireLog(open: Open): void {
    this.#readOn(open);
    const { frames } = this.deps;
    if (Math.max(open.announced, open.told) > frames() && this.#now() === open.era) fchmodSync(open.file, unreliable);
  }

  /** @returns whether the marks are complete */
  #readOn(open: Open): boolean {
    const { size, reliable } = this.#whole(open);
    while (open.read < size) {
      const bytes = readSync(open.file, this.#buffer, 0, this.#buffer.length, open.read);
      const text = this.#buffer.toString('latin1', 0, bytes);
      const whole = text.lastIndexOf('.') + 1;
      for (const [, kind, frames] of text.slice(0, whole).matchAll(wholeMarks)) {
        open.announced = Math.max(open.announced, Number(frames));
        if (kind === 't') open.told = Math.max(open.told, Number(frames));
      }
      // Without an end in sight it is none: what follows begins anew.
      const done = whole > 0 ? whole : bytes === this.#buffer.length ? startOfLast(text) : 0;
      if (done === 0) break;
      open.read += done;
    }
    return reliable;
  }

  #leave(): void {
    if (this.#open !== null) closeSync(this.#open.file);
    this.#open = null;
  }
}

/** Every file of marks next to a database; none where its folder cannot be read. */
export function marksFilesOf(database: string): string[] {
  const [folder, prefix] = [dirname(database), `${basename(database)}${marksSuffix}`];
  try {
    return readdirSync(folder)
      .filter((name) => name.startsWith(prefix))
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
}

/** Removes marks of logs that are no longer in use. Whoever still has them open goes on with those, and relies on no other. */
export function removeMarks(database: string, salts: string | null): void {
  const inUse = `${basename(database)}${marksSuffix}${salts ?? ''}`;
  for (const file of marksFilesOf(database)) if (basename(file) !== inUse) remove(file);
}

function remove(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // The next one does it.
  }
}
