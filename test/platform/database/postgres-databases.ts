import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { FreshDatabase } from './fresh-database.js';

/** Name of the migrated, empty database that others are copied from: nobody may have it open then. */
export const migratedTemplate = 'migrated';

/** Databases on one server. */
export class PostgresDatabases {
  /** How many this process has made. */
  static made = 0;

  /** A connection costs a process of the server: one makes and removes all databases of a test process. */
  readonly #connection: pg.Pool;

  /** @param maintenance URL of a database that is always there */
  constructor(private readonly maintenance: string) {
    this.#connection = new pg.Pool({ connectionString: maintenance, max: 1, allowExitOnIdle: true });
    // Some tests end the server while nothing is asked of it.
    this.#connection.on('error', () => undefined);
  }

  /** @param template what to copy: `template0` is empty, without our tables */
  async make(
    template: typeof migratedTemplate | 'template0',
    name = `test_${randomBytes(8).toString('hex')}`,
  ): Promise<FreshDatabase> {
    PostgresDatabases.made += 1;
    // The files are copied: to write each of their pages to the log as well, the default, takes twice as long.
    await this.#connection.query(`CREATE DATABASE "${name}" TEMPLATE "${template}" STRATEGY FILE_COPY`);
    const url = new URL(this.maintenance);
    url.pathname = name;
    return {
      url: url.href,
      remove: async () => {
        await this.#connection.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
      },
    };
  }
}
