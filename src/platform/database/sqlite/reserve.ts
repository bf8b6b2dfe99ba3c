import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, rmSync, statSync, writeSync } from 'node:fs';

/** SQLite needs 32 KiB to begin with, and a start writes less than 256 KiB. */
const reserveBytes = 1024 * 1024;
const pieceBytes = 64 * 1024;

/** How often what is missing of it is looked for, in milliseconds. */
const lookEveryMs = 60_000;

/**
 * Room that is kept for a start on a full disk: even for reading, SQLite creates a file next to a database that nobody has open. The file holds nothing that means
 * anything; on file systems that compress, zeros would keep nothing free.
 */
export class DiskReserve {
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly file: string) {}

  /** @returns whether any room was given up */
  release(): boolean {
    try {
      const held = statSync(this.file, { throwIfNoEntry: false })?.size ?? 0;
      rmSync(this.file, { force: true });
      return held > 0;
    } catch {
      // If nothing can be removed, write permission is missing: the caller reports that for the database.
      return false;
    }
  }

  /** Keeps it from now on, as far as there is room. */
  keep(): void {
    this.#fill();
    this.#timer ??= setInterval(() => {
      this.#fill();
    }, lookEveryMs).unref();
  }

  /** What the database has let go of by then is kept for the next start. */
  close(): void {
    clearInterval(this.#timer);
    this.#fill();
  }

  #fill(): void {
    let size = statSync(this.file, { throwIfNoEntry: false })?.size ?? 0;
    if (size >= reserveBytes) return;
    try {
      const file = openSync(this.file, 'a', 0o600);
      try {
        while (size < reserveBytes) size += writeSync(file, randomBytes(Math.min(pieceBytes, reserveBytes - size)));
        fsyncSync(file);
      } finally {
        closeSync(file);
      }
    } catch {
      // As much as there is room for. What does not fit is tried again.
    }
  }
}
