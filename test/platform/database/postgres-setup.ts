/** Before the tests of the project `postgresql`: one server for all of them, with a migrated database to copy. */
import type { TestProject } from 'vitest/node';
import { migrateDatabase } from '../../../src/platform/database/database.js';
import { migratedTemplate, PostgresDatabases } from './postgres-databases.js';
import { postgresPrograms } from './postgres-programs.js';
import { startPostgres } from './postgres-server.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the server's database for maintenance. */
    readonly postgres: string;
  }
}

export default async function setup(project: TestProject): Promise<() => void> {
  const programs = postgresPrograms();
  if (programs === null) throw new Error('PostgreSQL is not installed');
  const server = await startPostgres(programs);
  const maintenance = server.urlOf('postgres');
  const { url } = await new PostgresDatabases(maintenance).make('template0', migratedTemplate);
  await migrateDatabase({ url });
  project.provide('postgres', maintenance);
  return () => {
    server.stop();
  };
}
