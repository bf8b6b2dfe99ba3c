import { Worker } from 'node:worker_threads';
import type { ResourceLimits } from 'node:worker_threads';
import { threadEntry } from './thread-entry.js';

/**
 * Starts a thread that is kept while it has nothing to do. If it fails then, nobody waits for it, and the process goes on: whoever keeps it hears that it is of
 * no use any more, and starts another for what comes next. Whoever waits for an answer listens to `error` and `exit` too.
 * @param worker its module below src, without the extension
 * @param resourceLimits in MiB
 * @param ended called once, when the thread has ended, with the thread: another may have taken its place
 */
export function keptThread(worker: string, resourceLimits: ResourceLimits, ended: (thread: Worker) => void): Worker {
  const thread = new Worker(threadEntry(worker), { resourceLimits });
  thread.on('error', () => undefined);
  // A message to a thread that has ended is never answered.
  thread.once('exit', () => {
    ended(thread);
  });
  return thread;
}
