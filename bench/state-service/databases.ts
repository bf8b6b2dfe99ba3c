/** The databases of measured servers: a file of SQLite in the server's folder, or one of their own in the PostgreSQL that the command names. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { PostgresDatabases } from '../../test/platform/database/postgres-databases.js';
import { postgres } from '../settings.js';
import { listenerOn } from './process-times.js';

export interface BenchDatabase {
  /** As {@link openDatabase} takes it. */
  readonly url: string;
  /** Where it is SQLite's. */
  readonly file?: string;
  /** Settings of a server that uses it. */
  readonly settings: Readonly<Record<string, string>>;
  /** Processes whose work is a server's work too. */
  readonly pids: readonly number[];
  remove(): Promise<void>;
}

/** In a folder whose database in PostgreSQL stays: its address. */
export const keptUrl = 'postgres-url';

/** The database of a data folder. */
export async function databaseFor(folder: string): Promise<BenchDatabase> {
  if (postgres === undefined || postgres === '') {
    const file = path.join(folder, 'trustate.db');
    return { url: file, file, settings: {}, pids: [], remove: () => Promise.resolve() };
  }
  const file = path.join(folder, keptUrl);
  const { url, remove } = existsSync(file)
    ? { url: readFileSync(file, 'utf8'), remove: () => Promise.resolve() }
    : await new PostgresDatabases(postgres).make('template0');
  const at = listenerOn(Number(new URL(postgres).port || '5432'));
  return { url, settings: { TRUSTATE_DATABASE_URL: url }, pids: at === null ? [] : [at], remove };
}
