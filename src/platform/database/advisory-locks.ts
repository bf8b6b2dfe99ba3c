import type { Provider } from './engine.js';
import type { TransactionClient } from './client.js';

/**
 * What transactions of PostgreSQL wait for one another by where no row serves. Each is one lock for each subject, held until the transaction ends, alone or
 * shared. SQLite has only one writer. The texts stay as they are: servers of the last release are at work beside newer ones.
 */
const texts = {
  /**
   * Of a kind of paths: looking for a free one. Two that start at the same time could otherwise both find that nothing is above or below theirs, and no row is
   * there yet.
   */
  paths: 'trustate paths of ',
  /**
   * Of a mount: alone, its issuers change; shared, certificates and leases are stored. It is not the mount's row, since inserts that refer to the row overtake
   * a waiting lock on it, and during issuance there always are some. It comes before all rows.
   */
  issuers: 'trustate issuers ',
  /**
   * Of an organization: alone, content is stored near its quota; shared, far from it. Its bytes are the sum of several rows, so that those who store content
   * do not wait for one another.
   */
  storedBytes: 'trustate stored bytes ',
} as const;

export type AdvisoryLock = keyof typeof texts;

/** A lock of its own, of the database: it is the number that Prisma's migrations take. Neither tool runs while the other does. */
export const migrationLock = 72707369;

/** The function that takes a lock, for a statement with its subject in that place. */
export function takingLock(lock: AdvisoryLock, hold: 'alone' | 'shared', subject: '$1' | '?'): string {
  const name = hold === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock';
  return `${name}(hashtextextended('${texts[lock]}' || ${subject}, 0))`;
}

/** Waits for the lock, and holds it until the transaction ends. */
export async function takeLock(
  tx: TransactionClient,
  provider: Provider,
  lock: AdvisoryLock,
  subject: string,
  hold: 'alone' | 'shared' = 'alone',
): Promise<void> {
  if (provider === 'postgresql') await tx.$executeRawUnsafe(`SELECT ${takingLock(lock, hold, '$1')}`, subject);
}
