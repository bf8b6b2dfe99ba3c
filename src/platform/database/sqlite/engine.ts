import { existsSync, rmSync } from 'node:fs';
import { requireChanges } from '../engine.js';
import type { Engine } from '../engine.js';
import { OperatorError } from '../../operator-error.js';
import { createPrivately } from '../../private-files.js';
import { SqliteAdapterFactory } from './adapter.js';
import { openReader, openWriter } from './connection.js';
import type { SqliteConnection } from './connection.js';
import { SqliteDatabase } from './driver.js';
import { SqliteRows } from './rows.js';
import { SharedReads } from './shared-reads.js';
import { defaultWriteLimits, WriteQueue } from './write-queue.js';
import type { WriteBorders, WriteLimits } from './write-queue.js';

/**
 * SQLite in this process: one connection that writes, one that reads.
 * @throws OperatorError
 */
export function openSqlite(file: string, limits: Partial<WriteLimits> = {}): Engine {
  const writer = openWriter(file);
  const reader = openReader(file);
  const queue = new WriteQueue({ borders: bordersOf(writer), limits: { ...defaultWriteLimits, ...limits } });
  const rows = new SqliteRows(reader.driver);
  const shared = new SharedReads(reader.driver, rows);
  const doors = (synced: boolean): Pick<Engine, 'adapter' | 'write'> => ({
    adapter: new SqliteAdapterFactory({ writer, reader, queue, synced }),
    // A member of the queue is kept or undone as a whole.
    write: (batch) =>
      queue.write(() => {
        for (const each of batch) for (const args of each.rows) requireChanges(each, writer.run(each.sql, args));
      }, synced),
  });
  return {
    provider: 'sqlite',
    ...doors(true),
    background: doors(false),
    read: (sql, parameters) => shared.read(sql, parameters),
    readAnew: (sql, parameters) =>
      new Promise((resolve) => {
        resolve(rows.read(sql, parameters));
      }),
    ping: () =>
      new Promise((resolve) => {
        rows.read('SELECT count(*) FROM sqlite_schema', []);
        resolve();
      }),
    backup: (toFile) => backUp(file, toFile),
    close: async () => {
      await queue.close();
      reader.close();
      // The last connection to close checkpoints, so the folder is left with one file.
      writer.close();
    },
  };
}

function bordersOf({ driver }: SqliteConnection): WriteBorders {
  const statement = (sql: string) => {
    const prepared = driver.prepare(sql);
    return () => {
      prepared.run();
    };
  };
  const begin = statement('BEGIN IMMEDIATE');
  // As the connection is opened.
  let syncing = true;
  return {
    begin: (synced) => {
      // It cannot change within a transaction. Under WAL, NORMAL syncs at checkpoints only.
      if (synced !== syncing) driver.pragma(`synchronous = ${synced ? 'FULL' : 'NORMAL'}`);
      syncing = synced;
      begin();
    },
    commit: statement('COMMIT'),
    rollback: statement('ROLLBACK'),
    savepoint: statement('SAVEPOINT member'),
    release: statement('RELEASE member'),
    undo: statement('ROLLBACK TO member'),
    isOpen: () => driver.inTransaction,
  };
}

async function backUp(file: string, toFile: string): Promise<void> {
  if (existsSync(toFile)) throw new OperatorError(`${toFile} exists already: a backup is written to a new file`);
  const database = new SqliteDatabase(file, { readOnly: true });
  try {
    createPrivately(toFile);
    await database.copyTo(toFile).catch((error: unknown) => {
      rmSync(toFile, { force: true });
      throw new OperatorError(
        `the backup ${toFile} cannot be written: ${error instanceof Error ? error.message : String(error)}`,
        { cause: error },
      );
    });
  } finally {
    database.close();
  }
}
