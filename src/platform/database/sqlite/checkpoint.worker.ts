/** The other side of {@link Checkpoints}: a connection whose syncs keep nobody waiting. */
import { parentPort, workerData } from 'node:worker_threads';
import { SqliteDatabase } from './driver.js';

/** To copy as much as can be; to copy the rest and begin the log anew; to close. */
export type CheckpointOrder = 'copy' | 'begin anew' | 'end';
export type CheckpointAnswer = 'done' | 'failed';

function copy(database: SqliteDatabase): boolean {
  const [outcome] = database.pragma('wal_checkpoint(PASSIVE)');
  return outcome?.['busy'] === 0 && outcome['log'] === outcome['checkpointed'];
}

/**
 * The first commit after all of the log was copied writes its beginning, and syncs that before anything else. So it happens here, and says again what is written
 * in the file's header already.
 */
function beginAnew(database: SqliteDatabase): void {
  database.immediately(() => {
    database.pragma(`user_version = ${String(database.setting('user_version'))}`);
  });
}

if (parentPort && typeof workerData === 'string') {
  const port = parentPort;
  const database = new SqliteDatabase(workerData);
  for (const setting of ['synchronous = NORMAL', 'wal_autocheckpoint = 0']) database.pragma(setting);
  port.on('message', (order: CheckpointOrder) => {
    let answer: CheckpointAnswer = 'done';
    try {
      if (order === 'end') database.close();
      else if (copy(database) && order === 'begin anew') beginAnew(database);
    } catch {
      answer = 'failed';
    }
    port.postMessage(answer);
    if (order === 'end') port.close();
  });
}
