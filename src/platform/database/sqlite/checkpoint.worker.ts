/** The other side of {@link Checkpoints}: a connection whose syncs keep nobody waiting. */
import { parentPort, workerData } from 'node:worker_threads';
import { SqliteDatabase } from './driver.js';

/** To copy as much as can be; to copy the rest and begin the log anew; to close. */
export type CheckpointOrder = 'copy' | 'begin anew' | 'end';
export type CheckpointAnswer = 'done' | 'failed';

/** Milliseconds to wait for what other processes write and read. The writers of this one wait as long. */
const patienceMs = 250;

/**
 * Copies the rest while nobody writes, waits for those who read pages of the log, and begins it anew. The first commit after that would write the log's
 * beginning, and sync it before anything else. So it happens here, and says again what is written in the file's header already.
 */
function beginAnew(database: SqliteDatabase): boolean {
  const [outcome] = database.pragma('wal_checkpoint(RESTART)');
  if (outcome?.['busy'] !== 0) return false;
  database.immediately(() => {
    database.pragma(`user_version = ${String(database.setting('user_version'))}`);
  });
  return true;
}

function obey(database: SqliteDatabase, order: CheckpointOrder): boolean {
  if (order === 'begin anew') return beginAnew(database);
  // Busy while another process does it.
  if (order === 'copy') return database.pragma('wal_checkpoint(PASSIVE)')[0]?.['busy'] === 0;
  database.close();
  return true;
}

if (parentPort && typeof workerData === 'string') {
  const port = parentPort;
  const database = new SqliteDatabase(workerData, { timeout: patienceMs });
  for (const setting of ['synchronous = NORMAL', 'wal_autocheckpoint = 0']) database.pragma(setting);
  port.on('message', (order: CheckpointOrder) => {
    let answer: CheckpointAnswer = 'failed';
    try {
      if (obey(database, order)) answer = 'done';
    } catch {
      // The thread that asked tries it again.
    }
    port.postMessage(answer);
    if (order === 'end') port.close();
  });
}
