import { BatchedReads } from '../platform/batched-reads.js';
import { randomLetters } from '../platform/ids.js';
import type { Database, TransactionClient } from '../platform/database/database.js';

const key = 'identity.epoch';

/**
 * One word in the database that changes with everything that could change who a caller is or what it may do. Data that is cached with the word is valid as long
 * as the word does not change, in every process with this database.
 */
export class IdentityEpoch {
  readonly #reads: BatchedReads<typeof key, string>;

  constructor(deps: { database: Pick<Database, 'readBeside'> }) {
    this.#reads = new BatchedReads(async () => {
      const rows = await deps.database.readBeside('SELECT "value" FROM "InstallationFact" WHERE "key" = ?', [key]);
      const value = rows[0]?.['value'];
      return typeof value === 'string' ? value : '';
    });
  }

  /** One prepared statement. Read it before the data to cache: then a change in between only makes the cache too old, never too new. */
  read(): Promise<string> {
    return this.#reads.get(key);
  }
}

/**
 * Called in the transaction of every change to a user, membership, team, team access, or existing token. The word is random and not a counter: concurrent
 * transactions need not read it, and a restored backup never returns to a word that another process still has.
 */
export async function turnIdentityEpoch(tx: TransactionClient): Promise<void> {
  const value = randomLetters(16);
  await tx.installationFact.upsert({ where: { key }, create: { key, value }, update: { value } });
}
