import type { Worker } from 'node:worker_threads';

type Fail = (why: string, cause?: unknown) => void;
/** Begins to wait for whatever else ends the wait for a thread, later; gives what stops that. */
export type Watch = (fail: Fail) => () => void;

/** What a thread answers to a message. The rest is as for {@link threadWord}. */
export function threadAnswer<Answer>(worker: Worker, message: unknown, failure: string, watch: Watch): Promise<Answer> {
  return threadWord(worker, failure, watch, () => {
    worker.postMessage(message);
  });
}

/**
 * What a thread says next.
 * @throws Error `failure: why` where the thread fails, ends, or is not to be waited for any more; it is of no use then
 */
export function threadWord<Word>(
  worker: Worker,
  failure: string,
  watch: Watch,
  begin: () => void = () => undefined,
): Promise<Word> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      worker.off('message', heard).off('error', failed).off('exit', exited);
      unwatch();
    };
    const fail: Fail = (why, cause) => {
      settle();
      reject(new Error(`${failure}: ${why}`, { cause }));
    };
    const heard = (word: Word) => {
      settle();
      resolve(word);
    };
    const failed = (error: Error) => {
      fail(error.message, error);
    };
    const exited = (status: number) => {
      fail(`its thread ended with status ${status}`);
    };
    worker.on('message', heard).on('error', failed).on('exit', exited);
    const unwatch = watch(fail);
    try {
      begin();
    } catch (error) {
      fail('it was not handed over', error);
    }
  });
}
