import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPrisma } from '../../../../src/platform/database/client.js';
import { providerOf, sqliteFile } from '../../../../src/platform/database/database.js';
import { DirectClient } from '../../../../src/platform/database/direct/direct-client.js';
import type { Table } from '../../../../src/platform/database/direct/table.js';
import type { Engine } from '../../../../src/platform/database/engine.js';
import { openPostgresql } from '../../../../src/platform/database/postgresql/engine.js';
import { openSqlite } from '../../../../src/platform/database/sqlite/engine.js';
import { freshDatabase } from '../fresh-database.js';
import type { Given } from './given-calls.js';

class Undone extends Error {}

/** One database, asked directly and by Prisma. What is not answered directly fails. */
export class TwoWays {
  private constructor(
    private readonly direct: DirectClient,
    readonly prisma: object,
    private readonly engine: Engine,
    private readonly remove: () => Promise<void>,
  ) {}

  static async open(): Promise<TwoWays> {
    const folder = mkdtempSync(join(tmpdir(), 'trustate-direct-'));
    const { url, remove } = await freshDatabase(folder);
    const provider = providerOf(url);
    const engine = provider === 'sqlite' ? openSqlite(sqliteFile(url)) : openPostgresql(url);
    const { adapter } = engine;
    const makePrisma = () => Promise.reject(new Error('this call is left to Prisma'));
    const direct = await DirectClient.open({ provider, adapter, makePrisma });
    return new TwoWays(direct, await createPrisma(provider, adapter), engine, async () => {
      await remove();
      rmSync(folder, { recursive: true, force: true });
    });
  }

  /** What a work answers in a transaction of which nothing is kept. */
  directly(work: (tx: object) => Promise<unknown>): Promise<unknown> {
    return undone(work, (attempt) => this.direct.transaction(attempt, { maxWaitMs: 10_000, timeoutMs: 10_000 }));
  }

  /** The same by Prisma. */
  byPrisma(work: (tx: object) => Promise<unknown>): Promise<unknown> {
    return undone(work, (attempt) => methodOf(this.prisma, '$transaction')(attempt));
  }

  async close(): Promise<void> {
    await this.direct.close();
    await methodOf(this.prisma, '$disconnect')();
    await this.engine.close();
    await this.remove();
  }
}

/** One call of either client. */
export const call = (client: object, { key }: Pick<Table, 'key'>, operation: string, args: Given): Promise<unknown> =>
  methodOf(Reflect.get(client, key), operation)(args);

async function undone(
  work: (tx: object) => Promise<unknown>,
  transaction: (attempt: (tx: object) => Promise<never>) => Promise<unknown>,
): Promise<unknown> {
  let answered: unknown;
  try {
    await transaction(async (tx) => {
      answered = await work(tx);
      throw new Undone();
    });
  } catch (error) {
    if (!(error instanceof Undone)) throw error;
  }
  return answered;
}

function methodOf(target: unknown, name: string): (...args: unknown[]) => Promise<unknown> {
  const method: unknown = typeof target === 'object' && target !== null ? Reflect.get(target, name) : undefined;
  if (typeof method !== 'function') throw new Error(`there is no ${name}`);
  return (...args) => Promise.resolve(Reflect.apply(method, target, args));
}
