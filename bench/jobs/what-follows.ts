import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseSync } from '@photostructure/sqlite';
import pg from 'pg';
import { z } from 'zod';
import type { BenchDatabase } from '../state-service/databases.js';

/** What a server does after it has answered, as part of what was asked. */
export interface WhatFollows {
  /** Resolves when nothing of it is left. */
  readonly done: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Of the jobs that a state version leaves: what recurs or is planned waits for its time. */
const leftSql = `SELECT count(*) AS "left" FROM "Job" WHERE "kind" IN ('state.inventory', 'state.large-inventory', 'state.index')`;

const counted = z.object({ left: z.coerce.number() });

const betweenLooksMs = 50;

/** Asked of the server's database, on a connection that is never written on. */
export async function followingOf({ file, url }: Pick<BenchDatabase, 'file' | 'url'>): Promise<WhatFollows> {
  const { left, close } = file === undefined ? await inPostgres(url) : inSqlite(file);
  return {
    done: async () => {
      while ((await left()) > 0) await pause(betweenLooksMs);
    },
    close,
  };
}

function inSqlite(file: string) {
  const database = new DatabaseSync(file, { readOnly: true });
  const asked = database.prepare(leftSql);
  return {
    left: () => Promise.resolve(counted.parse(asked.get()).left),
    close: () => {
      database.close();
      return Promise.resolve();
    },
  };
}

async function inPostgres(connectionString: string) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return {
    left: async () => counted.parse((await client.query(leftSql)).rows[0]).left,
    close: () => client.end(),
  };
}

const settlingMs = 1_000;

/** For a server that nobody can be asked about: most of it. */
export const settling = (): Promise<void> => pause(settlingMs);
