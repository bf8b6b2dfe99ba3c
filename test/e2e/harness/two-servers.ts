import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { PostgresDatabases } from '../../platform/database/postgres-databases.js';
import '../../platform/database/postgres-setup.js';
import { Server } from './server.js';
import { Site } from './site.js';

/** Two servers that share everything that matters: rows in PostgreSQL, content, keys, the root token. */
export interface TwoServers {
  readonly one: Site<Server>;
  readonly other: Site<Server>;
  /** What both were started with. */
  readonly settings: Record<string, string>;
  /** What a statement finds in their database. */
  rows(sql: string): Promise<readonly Record<string, unknown>[]>;
  /** Of their own; `objects` in it holds the content. */
  readonly folder: string;
  /** Stops them, which has to work, and removes all that was theirs. */
  stop(): Promise<void>;
}

/**
 * Starts both at the same time: each finds an empty database.
 * @param clocks days that the clock of each is ahead
 * @param more further settings of both
 */
export async function twoServers(
  clocks: readonly [number, number] = [0, 0],
  more: Record<string, string> = {},
): Promise<TwoServers> {
  const folder = mkdtempSync(path.join(tmpdir(), 'trustate-shared-'));
  const database = await new PostgresDatabases(inject('postgres')).make('template0');
  const settings = {
    ...more,
    TRUSTATE_DATABASE_URL: database.url,
    TRUSTATE_OBJECT_STORE: path.join(folder, 'objects'),
    TRUSTATE_SEAL_KEY: randomBytes(32).toString('base64'),
    TRUSTATE_ROOT_TOKEN: `root.atlasv1.${randomBytes(24).toString('hex')}`,
  };
  const [one, other] = await Promise.all([started(settings, clocks[0]), started(settings, clocks[1])]);
  return {
    ...{ one, other, settings, folder },
    async rows(sql) {
      const client = new pg.Client({ connectionString: database.url });
      await client.connect();
      const result = await client.query<Record<string, unknown>>(sql);
      await client.end();
      return result.rows;
    },
    async stop() {
      for (const site of [one, other]) site.tidy();
      const stopped = await Promise.allSettled([one, other].map(({ server }) => server.stop()));
      await database.remove();
      rmSync(folder, { recursive: true, force: true });
      for (const each of stopped) if (each.status === 'rejected') throw each.reason;
    },
  };
}

const started = async (settings: Record<string, string>, clock: number): Promise<Site<Server>> =>
  new Site(await Server.start(settings, clock));
