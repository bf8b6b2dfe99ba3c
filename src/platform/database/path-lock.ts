import type { Database, TransactionClient } from './database.js';

/**
 * Until the transaction ends, no other one looks for a free path of this kind: two that start at the same time could otherwise both find that nothing is
 * above or below theirs. SQLite has only one writer.
 */
export async function lockPaths(
  tx: TransactionClient,
  { provider }: Pick<Database, 'provider'>,
  kind: 'mounts' | 'methods to sign in',
): Promise<void> {
  if (provider === 'postgresql')
    await tx.$executeRawUnsafe("SELECT pg_advisory_xact_lock(hashtextextended('trustate paths of ' || $1, 0))", kind);
}
