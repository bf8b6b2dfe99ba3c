import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import './compiled-queries.js';
import { migrateDatabase } from '../../../src/platform/database/database.js';

/** A database of a test's own, migrated. */
export interface FreshDatabase {
  readonly url: string;
  /** Once nothing has it open any more. */
  readonly remove: () => Promise<void>;
}

/** @param folder of the test's own; whoever made it removes it */
export type DatabaseSource = (folder: string) => Promise<FreshDatabase>;

/** The file of a migrated, empty database: to copy it takes a hundredth of the time that all migrations take. */
let migrated: Promise<Buffer> | undefined;

async function migratedFile(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'trustate-migrated-'));
  try {
    const url = join(folder, 'trustate.db');
    await migrateDatabase({ url });
    return readFileSync(url);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Puts one where a server looks for its own. */
export const freshSqlite: DatabaseSource = async (folder) => {
  const url = join(folder, 'trustate.db');
  await writeFile(url, await (migrated ??= migratedFile()), { mode: 0o600, flag: 'wx' });
  return { url, remove: () => Promise.resolve() };
};

let source = freshSqlite;

/** Says where the worlds of this test file keep their rows. Defaults to SQLite. */
export function databasesFrom(other: DatabaseSource): void {
  source = other;
}

export const freshDatabase: DatabaseSource = (folder) => source(folder);
