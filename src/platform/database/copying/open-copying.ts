import type { Clock } from '../../clock.js';
import { providerOf, sqliteFile } from '../database.js';
import type { RowSource } from './row-source.js';
import { RowTarget } from './row-target.js';
import { SqliteSource } from './sqlite-source.js';
import { SqliteTarget } from './sqlite-target.js';

/** Opens the database of a URL to read all of it. @throws OperatorError, SqliteError */
export async function openSource(url: string): Promise<RowSource> {
  if (providerOf(url) === 'sqlite') return new SqliteSource(sqliteFile(url));
  const { PostgresqlSource } = await import('./postgresql-source.js');
  return PostgresqlSource.open(url);
}

/** A database of a URL that is to be filled. Nothing is opened yet. */
export async function rowTarget(url: string, clock: Clock): Promise<RowTarget> {
  if (providerOf(url) === 'sqlite') return new RowTarget(new SqliteTarget(sqliteFile(url), clock));
  const { PostgresqlTarget } = await import('./postgresql-target.js');
  return new RowTarget(new PostgresqlTarget(url, clock));
}
