import { startPostgres } from '../../test/platform/database/postgres-server.js';
import { postgresPrograms } from '../../test/platform/database/postgres-programs.js';

export interface MeasuredPostgres {
  /** Of a database that is always there. */
  readonly url: string;
  stop(): void;
}

/** A PostgreSQL with its defaults, so that what it acknowledges outlives a loss of power; `null` where this machine has no programs of it. */
export async function startMeasuredPostgres(): Promise<MeasuredPostgres | null> {
  const programs = postgresPrograms();
  if (programs === null) return null;
  const server = await startPostgres(programs, { durable: true });
  return { url: server.urlOf('postgres'), stop: () => server.stop() };
}
