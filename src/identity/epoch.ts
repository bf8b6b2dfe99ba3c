import { BatchedReads } from '../platform/batched-reads.js';
import { randomLetters } from '../platform/ids.js';
import type { Database, TransactionClient } from '../platform/database/database.js';

const key = 'identity.epoch';

/**
 * One word in the database that changes with everything that could change who a caller is or what it may do. What is cached under the word
 * holds while the word stands, in every process that shares the database.
 */
export class IdentityEpoch {
  readonly #reads: BatchedReads<typeof key, string>;

  constructor(deps: { database: Pick<Database, 'readSql'> }) {
    this.#reads = new BatchedReads(async () => {
      const rows = await deps.database.readSql('SELECT "value" FROM "InstallationFact" WHERE "key" = ?', [key]);
      const value = rows[0]?.['value'];
      return typeof value === 'string' ? value : '';
    });
  }

  /** One prepared statement. Read it before what is to be cached under it: then a change in between only makes the cache too old, never too new. */
  read(): Promise<string> {
    return this.#reads.get(key);
  }
}

/**
 * Called in the transaction of every change to a user, membership, team, team access, or token that exists. A random word, not a count: concurrent
 * transactions need not read it, and a restored backup never returns to a word that another process still holds.
 */
export async function turnIdentityEpoch(tx: TransactionClient): Promise<void> {
  const value = randomLetters(16);
  await tx.installationFact.upsert({ where: { key }, create: { key, value }, update: { value } });
}
