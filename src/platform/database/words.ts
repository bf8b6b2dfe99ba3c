import type { Database } from './database.js';
import { databaseCode } from './database-code.js';

/*
 * Words are notifications of PostgreSQL, which wake other processes. All databases of a PostgreSQL share one queue of them, which is full when somebody of any of
 * them listens and reads nothing; then whatever sends one is rolled back. Nobody depends on a word that was not sent: who waits for one looks by himself too.
 */

/** Whether a transaction was rolled back because the queue is full: `program_limit_exceeded`. */
export const noRoomForWords = (error: unknown): boolean => databaseCode(error) === '54000';

/** Takes out of the queue what everybody has read. PostgreSQL does that when somebody sends a word, which a full queue prevents: it would stay full for ever. */
export async function makeRoomForWords(database: Pick<Database, 'readAnew'>): Promise<void> {
  await database.readAnew('SELECT pg_notification_queue_usage() AS "usage"');
}
