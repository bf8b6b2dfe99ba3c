import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { FreshDatabase } from './fresh-database.js';

/** Name of the migrated, empty database that others are copied from: nobody may have it open then. */
export const migratedTemplate = 'migrated';

async function command(maintenance: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: maintenance });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Databases on one server. */
export class PostgresDatabases {
  /** How many this process has made. */
  static made = 0;

  /** @param maintenance URL of a database that is always there */
  constructor(private readonly maintenance: string) {}

  /** @param template what to copy: `template0` is empty, without our tables */
  async make(
    template: typeof migratedTemplate | 'template0',
    name = `test_${randomBytes(8).toString('hex')}`,
  ): Promise<FreshDatabase> {
    PostgresDatabases.made += 1;
    await command(this.maintenance, `CREATE DATABASE "${name}" TEMPLATE "${template}"`);
    const url = new URL(this.maintenance);
    url.pathname = name;
    return {
      url: url.href,
      remove: () => command(this.maintenance, `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`),
    };
  }
}
