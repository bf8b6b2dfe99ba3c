import { existsSync, realpathSync, renameSync } from 'node:fs';
import { requireChanges } from '../engine.js';
import type { Engine, Rider, SqlWrite } from '../engine.js';
import { SqliteAdapterFactory } from './adapter.js';
import { Checkpoints, defaultPagesEnough } from './checkpoints.js';
import { Commits } from './commits.js';
import { openWriter } from './connection.js';
import type { SqliteConnection } from './connection.js';
import { ForeignWrites } from './foreign-writes.js';
import { LogFile } from './log-file.js';
import type { DurableLog } from './log-file.js';
import { LogMarks, noMarks, removeMarks } from './log-marks.js';
import type { Marks } from './log-marks.js';
import { Readers } from './readers.js';
import { noSiblings } from '../../processes/siblings.js';
import type { Siblings } from '../../processes/siblings.js';
import { SharedReads } from './shared-reads.js';
import { defaultWriteLimits, WriteQueue } from './write-queue.js';
import type { WriteBorders, WriteLimits } from './write-queue.js';
import { WriterLock } from './writer-lock.js';

export interface SqliteOptions {
  readonly limits?: Partial<WriteLimits>;
  /** The other processes of this server. */
  readonly siblings?: Siblings;
  /** Milliseconds that a write waits for another process that holds the lock. */
  readonly lockMs?: number | undefined;
  /** Called when a write waits for long for a program that holds the lock. */
  readonly lockHeld?: (() => void) | undefined;
  /** Milliseconds that readers keep their place in the log. */
  readonly lingerMs?: number;
  /** What syncs the write-ahead log of a file. */
  readonly openLog?: (file: string) => DurableLog;
  /** Pages in the log from which they are copied into the database. */
  readonly checkpointPages?: number;
}

/**
 * SQLite in this process: one connection that writes, those that read, and the write-ahead log, which is synced and copied into the database beside this thread.
 * Siblings write to the same file.
 * @throws OperatorError
 */
export function openSqlite(file: string, options: SqliteOptions = {}): Engine {
  const writer = openWriter(file);
  // Its commits are told after a sync of ours. SQLite itself syncs what keeps the file in order: the log's beginning, and checkpoints.
  for (const setting of ['synchronous = NORMAL', 'wal_autocheckpoint = 0']) writer.driver.pragma(setting);
  // Whoever has to wait for the lock does it without this thread.
  writer.driver.pragma('busy_timeout = 0');
  const foreign = ForeignWrites.of(file);
  const log = options.openLog?.(file) ?? new LogFile(file, foreign);
  // After a failed sync, the next group of writes repairs the log.
  const shown = (): Promise<void> => (commits.inDoubt ? queue.write(() => undefined) : commits.shown());
  const siblings = options.siblings ?? noSiblings;
  const marks = (frames: () => number) => marksOf({ file, log, siblings, frames });
  const { lingerMs } = options;
  const readers = new Readers({ file, writer, leftOver: log.leftOver, shown, marks, lingerMs });
  const commits = new Commits({
    log,
    readers,
    told: () => {
      checkpoints.consider();
    },
    // By the connection that has it open: any other would begin a new one. What readers do not see stays out, nobody was told of that.
    logGone: () => {
      const copy = () => Promise.resolve(writer.driver.pragma('wal_checkpoint(PASSIVE)'));
      void queue.between(() => copy().then(() => undefined)).catch(() => undefined);
    },
  });
  const lock = new WriterLock({
    siblings,
    giveUpMs: options.lockMs,
    waitsLong: options.lockHeld,
    withoutLingering: (work) => readers.withoutLingering(work),
  });
  const limits = { ...defaultWriteLimits, ...options.limits };
  const queue = new WriteQueue({ borders: bordersOf(writer), commits, limits, take: (begin) => lock.take(begin) });
  const { checkpointPages: pagesEnough = defaultPagesEnough } = options;
  const between = (work: () => Promise<void>) => queue.between(work);
  const checkpoints = new Checkpoints({ file, readers, between, commits, shown, pagesEnough });
  const shared = new SharedReads(readers);
  const runAll = (batch: readonly SqlWrite[]): void => {
    for (const each of batch) for (const args of each.rows) requireChanges(each, writer.run(each.sql, args));
  };
  const riders = new Map<Rider, () => void>();
  const ridersOf = (batch: readonly SqlWrite[]) =>
    [...riders].filter(([rider]) => rider.concerns(batch)).map(([, run]) => run);
  const doors = (synced: boolean): Pick<Engine, 'adapter' | 'write'> => ({
    adapter: new SqliteAdapterFactory({ writer, readers, queue, synced }),
    // A member of the queue is kept or undone as a whole.
    write: (batch) => queue.write(() => runAll(batch), synced, synced ? ridersOf(batch) : []),
  });
  return {
    provider: 'sqlite',
    ...doors(true),
    background: doors(false),
    read: (sql, parameters) => shared.read(sql, parameters),
    readAnew: (sql, parameters) => readers.read(({ rows }) => rows.read(sql, parameters)),
    rideAlong: (rider) => {
      riders.set(rider, () => runAll(rider.writes));
      return () => riders.delete(rider);
    },
    waitedToWriteMs: () => lock.waitedMs,
    ping: async () => {
      log.requirePlace();
      await readers.read(({ rows }) => rows.read('SELECT count(*) FROM sqlite_schema', []));
    },
    close: async () => {
      await queue.close();
      await checkpoints.close();
      // The last connection to close checkpoints, so the folder is left with one file. One that cannot write leaves a log in doubt to the next start.
      const closing = [readers, writer];
      const another = commits.isOverwritten() && foreign?.isAnother() === true;
      if (commits.inDoubt && !commits.logGone) closing.reverse();
      for (const each of closing) each.close();
      log.close();
      foreign?.close();
      if (another) setAside(file);
      readers.forget();
    },
  };
}

/** Who starts on the file that was put in the place of the database finds that alone, and not with pages of what it was before. */
function setAside(file: string): void {
  const log = `${realpathSync(file)}-wal`;
  if (existsSync(log)) renameSync(log, `${realpathSync(file)}-overwritten-wal`);
}

/** Marks are for processes that serve together. Whoever else has the file finds out what is on disk by a sync. */
function marksOf(of: { file: string; log: DurableLog; siblings: Siblings; frames: () => number }): Marks {
  const { file, log, siblings, frames } = of;
  if (siblings.of > 1) return new LogMarks({ file, salts: () => log.salts(), frames });
  removeMarks(file, log.salts());
  return noMarks;
}

function bordersOf({ driver }: SqliteConnection): WriteBorders {
  const statement = (sql: string) => {
    const prepared = driver.prepare(sql);
    return () => {
      prepared.run();
    };
  };
  return {
    begin: statement('BEGIN IMMEDIATE'),
    commit: statement('COMMIT'),
    rollback: statement('ROLLBACK'),
    savepoint: statement('SAVEPOINT member'),
    release: statement('RELEASE member'),
    undo: statement('ROLLBACK TO member'),
    isOpen: () => driver.inTransaction,
  };
}
