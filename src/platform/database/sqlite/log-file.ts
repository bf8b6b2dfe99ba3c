import { closeSync, fdatasync, fstat, fstatSync, openSync, read, readSync, realpathSync, write } from 'node:fs';
import { promisify } from 'node:util';
import type { SqliteDatabase } from './driver.js';
import { filesInPlace } from './file-in-place.js';
import type { ForeignWrites } from './foreign-writes.js';

const [synced, statOf, readAt, writeAt] = [promisify(fdatasync), promisify(fstat), promisify(read), promisify(write)];

const pieceBytes = 1024 * 1024;

/** Where the header of a log (sqlite.org/fileformat2.html#walformat) has the two numbers that are others each time it is begun anew. */
const salts = { at: 16, bytes: 8 };

/** What makes commits outlive a loss of power. Nothing of it blocks the thread. */
export interface DurableLog {
  /** Whether it held anything when it was opened. Others wrote that, and nobody can tell whether it is on disk. */
  readonly leftOver: boolean;
  /** Resolves when everything written before the call is on disk. */
  sync(): Promise<void>;
  /** The same after a sync that failed. Nobody may write to the log meanwhile. */
  rewrite(): Promise<void>;
  /** @throws DatabaseFileGone if the log or its database is not where it was opened: then what is written is gone with the process, synced or not */
  requirePlace(): void;
  /** Which log it is: another one each time that it is begun anew. `null` before the first. */
  salts(): string | null;
  close(): void;
}

/**
 * The write-ahead log of a SQLite file, which must be open already: SQLite keeps no locks on this file, so that it may be closed here.
 *
 * It stays open for as long as the database does. A system tells of a failed write-back once to everybody who had the file open then, whoever asks for a sync.
 */
export class LogFile implements DurableLog {
  readonly leftOver: boolean;
  readonly requirePlace: () => void;
  readonly #file: number;
  readonly #salts = Buffer.alloc(salts.bytes);
  #known = { number: 0n, text: '' };
  #closed = false;

  constructor(database: string, foreign: ForeignWrites | null = null) {
    this.#file = openSync(`${realpathSync(database)}-wal`, 'r+');
    this.leftOver = fstatSync(this.#file).size > 0;
    this.requirePlace = filesInPlace(database, foreign);
  }

  async sync(): Promise<void> {
    await synced(this.#file);
  }

  /**
   * After a failed sync, systems take pages for clean that never reached the disk, and the next sync succeeds without them. So all of the log is written once
   * more: the same bytes in the same places, which readers do not notice.
   */
  async rewrite(): Promise<void> {
    const { size } = await statOf(this.#file);
    const piece = Buffer.alloc(Math.min(size, pieceBytes));
    for (let at = 0; at < size;) {
      const { bytesRead } = await readAt(this.#file, piece, 0, piece.length, at);
      if (bytesRead === 0) break;
      for (let done = 0; done < bytesRead;) {
        done += (await writeAt(this.#file, piece, done, bytesRead - done, at + done)).bytesWritten;
      }
      at += bytesRead;
    }
    await this.sync();
  }

  salts(): string | null {
    if (readSync(this.#file, this.#salts, 0, salts.bytes, salts.at) < salts.bytes) return null;
    const number = this.#salts.readBigUInt64BE();
    if (number !== this.#known.number) this.#known = { number, text: this.#salts.toString('hex') };
    return this.#known.text;
  }

  close(): void {
    if (!this.#closed) closeSync(this.#file);
    this.#closed = true;
  }
}

/**
 * Writes again what is left in the log of a file, for those who write without {@link DurableLog}: with the last connection SQLite copies the log into the
 * database, and needs it on disk until that is done.
 */
export async function settleLog(driver: SqliteDatabase, openLog: () => DurableLog): Promise<void> {
  const log = openLog();
  try {
    if (!log.leftOver) return;
    driver.exec('BEGIN IMMEDIATE');
    try {
      await log.rewrite();
    } finally {
      driver.exec('ROLLBACK');
    }
  } finally {
    log.close();
  }
}
