import { Worker } from 'node:worker_threads';
import { usableCores } from '../platform/cores.js';
import { threadEntry } from '../platform/thread-entry.js';
import { place } from './placing.js';
import type { Placed, Placing } from './placing.js';

export type ToPlacer = readonly Placing[];
/** The results in the order of the files, or the first failure: its message, and Node's details of a failed system call. */
export type FromPlacer =
  | { readonly placed: readonly (Placed | null)[] }
  | { readonly failed: { readonly message: string; readonly code?: string; readonly path?: string } };

/** Files in one message. */
const together = 200;
/** Fewer than that are complete before a thread has started. */
const worthThreads = 4_000;
/** They wait for each other in the file system: more threads are not faster. */
const mostThreads = 4;

export interface PlacingThreads {
  readonly threads: number;
  readonly worth: number;
}

const usual: PlacingThreads = { threads: Math.min(mostThreads, usableCores()), worth: worthThreads };

/**
 * Places files, many of them on several threads.
 * @param each called for each file, in no particular order; with `null` for one that was swept
 */
export async function placeAll(
  placings: readonly Placing[],
  each: (placing: Placing, placed: Placed | null) => void,
  { threads, worth } = usual,
): Promise<void> {
  if (placings.length < worth) {
    for (const placing of placings) each(placing, place(placing));
    return;
  }
  let next = 0;
  let failed = false;
  const take = (): readonly Placing[] => (failed ? [] : placings.slice(next, (next += together)));
  const work = async () => {
    const worker = new Worker(threadEntry('operator/placing.worker'));
    try {
      for (let batch = take(); batch.length > 0; batch = take()) {
        const placed = await answered(worker, batch);
        for (const [index, placing] of batch.entries()) each(placing, placed[index] ?? null);
      }
    } catch (error) {
      failed = true;
      throw error;
    } finally {
      await worker.terminate();
    }
  };
  // All have ended before somebody cleans up their files.
  const ended = await Promise.allSettled(Array.from({ length: threads }, work));
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
}

function answered(worker: Worker, batch: ToPlacer): Promise<readonly (Placed | null)[]> {
  return new Promise((resolve, reject) => {
    const heard = (answer: FromPlacer) => {
      done();
      if ('placed' in answer) resolve(answer.placed);
      else reject(Object.assign(new Error(answer.failed.message), answer.failed));
    };
    const died = (error: unknown) => {
      done();
      reject(error instanceof Error ? error : new Error(`a thread that copies ended with status ${String(error)}`));
    };
    const done = () => worker.off('message', heard).off('error', died).off('exit', died);
    worker.on('message', heard).on('error', died).on('exit', died);
    worker.postMessage(batch);
  });
}
