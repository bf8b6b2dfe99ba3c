import { createHash } from 'node:crypto';
import { PrismaPg } from '@prisma/adapter-pg';
import { LRUCache } from 'lru-cache';
import { ChangesMissing } from '../engine.js';
import type { Engine } from '../engine.js';
import { placeholders } from '../placeholders.js';
import { driver } from './connections.js';
import type { ConnectionBounds } from './connections.js';
import { exchange } from './exchange.js';
import type { NamedStatement, StatementAnswer, StatementRun } from './exchange.js';
import { guarded, isUnmet } from './guards.js';
import { Listening } from './listen.js';
import { SharedReads } from './shared-reads.js';
import { StoppablePool } from './stoppable-pool.js';

/** Statements that are sent together; more of them would keep other work waiting. */
const mostTogether = 250;

/** PostgreSQL, through a pool of connections that the client and `read` share. */
export function openPostgresql(
  url: string,
  { processes = 1, ...bounds }: Partial<ConnectionBounds> & { readonly processes?: number } = {},
): Engine {
  const translations = new LRUCache<string, NamedStatement>({ max: 1_000 });
  const named = (sql: string): NamedStatement => {
    const known = translations.get(sql);
    if (known !== undefined) return known;
    const text = placeholders(sql, (position) => `$${position}`).sql;
    const statement = { text, name: statementName(text) };
    translations.set(sql, statement);
    return statement;
  };
  const pool = new StoppablePool(url, bounds, processes);
  const work = new OpenWork();
  const run = async (runs: readonly StatementRun[]): Promise<readonly StatementAnswer[]> => {
    const connection = await pool.connect();
    try {
      const answers = await exchange(connection, runs);
      connection.release();
      return answers;
    } catch (error) {
      connection.release(!isOfServer(error));
      throw error;
    }
  };
  const runInParts = async (runs: readonly StatementRun[]): Promise<void> => {
    const border = (sql: 'BEGIN' | 'COMMIT'): StatementRun => ({ statement: named(sql), values: [] });
    const sent = [border('BEGIN'), ...runs, border('COMMIT')];
    const connection = await pool.connect();
    try {
      for (let from = 0; from < sent.length; from += mostTogether)
        await exchange(connection, sent.slice(from, from + mostTogether));
      connection.release();
    } catch (error) {
      // Back to the pool only if no transaction is left on it.
      if (!isOfServer(error)) connection.release(true);
      else
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
  };
  const reads = new SharedReads({ run, named });
  const listening = new Listening({ url, bounds });
  return {
    provider: 'postgresql',
    adapter: new PrismaPg(pool, { statementNameGenerator: ({ sql }) => statementName(sql) }),
    read: (sql, parameters) => work.add(() => reads.read(sql, parameters)),
    readBeside: (sql, parameters) => work.add(() => reads.readBeside(sql, parameters)),
    readAnew: (sql, parameters) => work.add(() => reads.readAnew(sql, parameters)),
    write: (batch) =>
      work.add(async () => {
        const runs = batch.flatMap(({ sql, rows, changes }) => {
          const statement = named(changes === undefined ? sql : guarded(sql));
          return rows.map((values) => ({ statement, values: changes === undefined ? values : [...values, changes] }));
        });
        try {
          await (runs.length <= mostTogether ? run(runs) : runInParts(runs));
        } catch (error) {
          throw isUnmet(error) ? new ChangesMissing('a statement changed other rows than it had to') : error;
        }
        reads.wrote();
      }),
    listen: (channel, heard) => listening.listen(channel, heard),
    ping: async () => {
      await pool.query('SELECT 1');
    },
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

/** After any other error it is not known what is still under way on the connection. */
const isOfServer = (error: unknown): boolean => error instanceof driver.DatabaseError;

function statementName(sql: string): string {
  return createHash('sha1').update(sql).digest('base64url');
}
