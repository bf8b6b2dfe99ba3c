import type { Worker } from 'node:worker_threads';

type Fail = (why: string, cause?: unknown) => void;

/**
 * What a thread answers to a message.
 * @param watch begins to wait for whatever else ends this, later; gives what stops that
 * @throws Error `failure: why` where the thread fails, ends, or is not to be waited for any more; it is of no use then
 */
export function threadAnswer<Answer>(
  worker: Worker,
  message: unknown,
  failure: string,
  watch: (fail: Fail) => () => void,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      worker.off('message', heard).off('error', failed).off('exit', exited);
      unwatch();
    };
    const fail: Fail = (why, cause) => {
      settle();
      reject(new Error(`${failure}: ${why}`, { cause }));
    };
    const heard = (answer: Answer) => {
      settle();
      resolve(answer);
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
      worker.postMessage(message);
    } catch (error) {
      fail('it was not handed over', error);
    }
  });
}
