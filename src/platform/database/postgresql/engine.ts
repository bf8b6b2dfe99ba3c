import { createHash } from 'node:crypto';
import { PrismaPg } from '@prisma/adapter-pg';
import { LRUCache } from 'lru-cache';
import { requireChanges } from '../engine.js';
import type { Engine, SqlParameter, SqlRow } from '../engine.js';
import { placeholders } from '../placeholders.js';
import { OperatorError } from '../../operator-error.js';
import type { ConnectionBounds } from './connections.js';
import { listenOnPostgresql } from './listen.js';
import { rowTypes } from './row-types.js';
import { StoppablePool } from './stoppable-pool.js';

/** PostgreSQL, through a pool of connections that the client and `read` share. */
export function openPostgresql(url: string, bounds: Partial<ConnectionBounds> = {}): Engine {
  const translations = new LRUCache<string, { text: string; name: string }>({ max: 200 });
  const translated = (sql: string) => {
    const known = translations.get(sql);
    if (known !== undefined) return known;
    const text = placeholders(sql, (position) => `$${position}`).sql;
    const translation = { text, name: statementName(text) };
    translations.set(sql, translation);
    return translation;
  };
  const pool = new StoppablePool(url, bounds);
  const work = new OpenWork();
  return {
    provider: 'postgresql',
    adapter: new PrismaPg(pool, { statementNameGenerator: ({ sql }) => statementName(sql) }),
    read: (sql, parameters) =>
      work.add(async () => {
        const { text, name } = translated(sql);
        const result = await pool.query<SqlRow>({ text, name, values: parameters.map(toPostgresql), types: rowTypes });
        return result.rows;
      }),
    write: (batch) =>
      work.add(async () => {
        const connection = await pool.connect();
        try {
          await connection.query('BEGIN');
          for (const each of batch) {
            const statement = translated(each.sql);
            for (const row of each.rows) {
              const { rowCount } = await connection.query({ ...statement, values: row.map(toPostgresql) });
              requireChanges(each, rowCount);
            }
          }
          await connection.query('COMMIT');
          connection.release();
        } catch (error) {
          // Back to the pool only if no transaction is left on it.
          await connection.query('ROLLBACK').then(
            () => {
              connection.release();
            },
            () => {
              connection.release(true);
            },
          );
          throw error;
        }
      }),
    listen: (channel, heard) => listenOnPostgresql({ url, channel, bounds }, heard),
    ping: async () => {
      await pool.query('SELECT 1');
    },
    backup: () => Promise.reject(new OperatorError('a PostgreSQL database is backed up with its own tools: pg_dump')),
    close: async () => {
      await work.close();
      await pool.end();
    },
  };
}

/** Requested work without a result yet: a pool that ends forgets those who still wait for a connection. */
class OpenWork {
  readonly #open = new Set<Promise<unknown>>();
  #closed = false;

  async add<T>(work: () => Promise<T>): Promise<T> {
    if (this.#closed) throw new Error('the database is closed');
    const running = work();
    this.#open.add(running);
    try {
      return await running;
    } finally {
      this.#open.delete(running);
    }
  }

  /** Refuses new work and resolves when all accepted work has ended. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled(this.#open);
  }
}

function statementName(sql: string): string {
  return createHash('sha1').update(sql).digest('base64url');
}

function toPostgresql(value: SqlParameter): unknown {
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'bigint') return value.toString();
  return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value;
}
