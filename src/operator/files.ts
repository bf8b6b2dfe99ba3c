import { open, readdir } from 'node:fs/promises';
import path from 'node:path';
import { SqliteDatabase } from '../platform/database/sqlite/driver.js';
import type { Config } from '../settings/config.js';
import { providerOf, sqliteFile } from '../platform/database/database.js';
import { pathOfFileUrl } from '../platform/file-url.js';
import { storeFact } from '../platform/installation/store-owner.js';
import { notesOf, readRecord } from '../platform/installation/store-record.js';
import type { StoreRecord } from '../platform/installation/store-record.js';
import { OperatorError, errorCode, namingFile } from '../platform/operator-error.js';
import { createPrivately } from '../platform/private-files.js';

/** A file by its path below a folder, with `/` between the parts. */
export interface HashedFile {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  readonly sha256: string;
}

/** The embedded database's file; `null` for PostgreSQL. */
export function databaseFile({ databaseUrl }: Config): string | null {
  return providerOf(databaseUrl) === 'sqlite' ? path.resolve(sqliteFile(databaseUrl)) : null;
}

/** The folder of the object store; `null` for S3. */
export function objectFolder({ objectStore }: Config): string | null {
  return objectStore.startsWith('file:') ? path.resolve(pathOfFileUrl(objectStore)) : null;
}

/** Every file below a folder, in order; empty for a missing folder. */
export async function filesBelow(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
      .sort();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

/** Writes a new text file, readable by its owner alone, synced to disk. */
export async function writeSynced(file: string, text: string): Promise<void> {
  const target = await open(file, 'wx', 0o600);
  try {
    await target.writeFile(text);
    await target.sync();
  } catch (error) {
    throw namingFile(error, file);
  } finally {
    await target.close();
  }
}

/** What SQLite finds wrong with a database file; empty if it is intact. */
export function databaseFaults(file: string): string[] {
  let database: SqliteDatabase;
  try {
    database = new SqliteDatabase(file, { readOnly: true });
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
  try {
    const integrity = database.setting('integrity_check');
    const orphans = database.pragma('foreign_key_check');
    return [
      ...(integrity === 'ok' ? [] : [String(integrity)]),
      ...(orphans.length > 0 ? [`${orphans.length} rows refer to rows that are missing`] : []),
    ];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  } finally {
    database.close();
  }
}

/** The objects that the rows of a database file refer to, without those that it has itself; empty for one without such tables. */
export function objectsNamedIn(file: string): Set<string> {
  const database = new SqliteDatabase(file, { readOnly: true });
  try {
    const table = database.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?");
    if (table.value('InventoryDocument') === undefined) return new Set();
    const small = table.value('SmallObject') === undefined ? '' : ` EXCEPT SELECT "id" FROM "SmallObject"`;
    const ids = database.prepare(
      `SELECT "contentObjectId" FROM "StateVersion" WHERE "contentObjectId" IS NOT NULL UNION
       SELECT "jsonObjectId" FROM "StateVersion" WHERE "jsonObjectId" IS NOT NULL UNION SELECT "objectId" FROM "InventoryDocument"${small}`,
    );
    return new Set(ids.column().map(String));
  } finally {
    database.close();
  }
}

/** What a database file says of its object store; `null` for one without a store. */
export function recordIn(file: string): StoreRecord | null {
  const database = new SqliteDatabase(file, { readOnly: true });
  try {
    const table = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'InstallationFact'";
    if (database.prepare(table).value() === undefined) return null;
    const value = database.prepare('SELECT "value" FROM "InstallationFact" WHERE "key" = ?').value(storeFact);
    return typeof value === 'string' ? readRecord(value) : null;
  } finally {
    database.close();
  }
}

/** The notes of the object store that belongs to a database file; empty for one without a store. */
export function notesFor(file: string): string[] {
  const record = recordIn(file);
  return record ? notesOf(record) : [];
}

/**
 * Ids of the master keys that may seal the objects of a database. An object is only written again when that changes, and then it has another key and the same
 * size.
 */
export function sealKeysOf(file: string): string[] {
  const database = new SqliteDatabase(file, { readOnly: true });
  try {
    const has = database.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?");
    const ids = (table: string, sql: string): unknown[] =>
      has.value(table) === undefined ? [] : database.prepare(sql).column();
    const recorded = ids('SealKey', 'SELECT "id" FROM "SealKey" ORDER BY "id"');
    const first = ids('InstallationFact', `SELECT "value" FROM "InstallationFact" WHERE "key" = 'seal.key-id'`);
    return (recorded.length > 0 ? recorded : first).filter((id) => typeof id === 'string');
  } finally {
    database.close();
  }
}

/** A consistent copy of a database in use, in one file. */
export async function copyDatabase(from: string, to: string): Promise<void> {
  const database = openForCopy(from);
  try {
    createPrivately(to);
    await database.copyTo(to);
  } finally {
    database.close();
  }
  inOneFile(to);
}

/** A database with a write-ahead log would use one wherever it is; without it, it is always one file. */
export function inOneFile(file: string): void {
  const copy = new SqliteDatabase(file);
  try {
    copy.setting('journal_mode = DELETE');
  } finally {
    copy.close();
  }
}

function openForCopy(file: string): SqliteDatabase {
  try {
    return new SqliteDatabase(file, { readOnly: true });
  } catch (error) {
    throw new OperatorError(`The database ${file} cannot be read: ${error instanceof Error ? error.message : ''}.`, {
      cause: error,
    });
  }
}
