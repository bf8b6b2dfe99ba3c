import { Worker } from 'node:worker_threads';
import { threadEntry } from '../../platform/thread-entry.js';
import { createPrivateKey } from 'node:crypto';
import { privateKeyDer } from '../x509/index.js';
import type { MadeKey } from './made-key.js';
import type { FromRsaThread } from './thread-messages.js';

/** A thread takes some megabytes of memory, and thirty milliseconds to start: longer than this without work it is not kept. */
const idleMilliseconds = 15_000;

/** It holds a few numbers. */
const resourceLimits = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 };

/** A thread of low priority that makes one RSA key at a time. */
class RsaThread {
  readonly #worker = new Worker(threadEntry('pki/keys/rsa.worker'), { resourceLimits });
  #idle: NodeJS.Timeout | undefined;

  constructor() {
    this.#worker.unref();
    // Whoever waits for a key hears of it; without work nobody has to.
    this.#worker.on('error', () => undefined);
    // A message to a thread that has ended is never answered.
    this.#worker.once('exit', () => {
      clearTimeout(this.#idle);
      idle.delete(this);
    });
  }

  /** Rejects when the thread has died or `ended` aborts; it is of no use then. */
  make(bits: number, ended: AbortSignal): Promise<MadeKey> {
    clearTimeout(this.#idle);
    return new Promise((resolve, reject) => {
      const settle = (outcome: () => void) => {
        this.#worker.off('message', heard).off('error', failed).off('exit', exited);
        ended.removeEventListener('abort', stopped);
        outcome();
      };
      const fail = (why: string, cause?: unknown) => {
        settle(() => {
          reject(new Error(`an RSA key could not be made: ${why}`, { cause }));
        });
      };
      const heard = (message: FromRsaThread) => {
        if (message.kind === 'failed') fail(message.message);
        else
          settle(() => {
            resolve(received(bits, message));
          });
      };
      const failed = (error: Error) => {
        fail(error.message, error);
      };
      const exited = (status: number) => {
        fail(`its thread ended with status ${status}`);
      };
      const stopped = () => {
        fail('the service is stopping', ended.reason);
      };
      this.#worker.on('message', heard).on('error', failed).on('exit', exited);
      ended.addEventListener('abort', stopped, { once: true });
      if (ended.aborted) stopped();
      else this.#worker.postMessage(bits);
    });
  }

  /** Calls back if nothing is asked of it for a while. */
  rest(tooLong: () => void): void {
    this.#idle = setTimeout(tooLong, idleMilliseconds).unref();
  }

  end(): void {
    clearTimeout(this.#idle);
    void this.#worker.terminate();
  }
}

/** Those without work. The pool of keys decides how many work at once. */
const idle = new Set<RsaThread>();

/** Makes a key on a thread of low priority, which is kept for the next one. @throws Error when it could not, or `ended` aborts */
export async function makeOnThread(bits: number, ended: AbortSignal): Promise<MadeKey> {
  const [waiting] = idle;
  if (waiting) idle.delete(waiting);
  const thread = waiting ?? new RsaThread();
  try {
    const made = await thread.make(bits, ended);
    idle.add(thread);
    thread.rest(() => {
      idle.delete(thread);
      thread.end();
    });
    return made;
  } catch (error) {
    thread.end();
    throw error;
  }
}

function received(bits: number, made: Extract<FromRsaThread, { kind: 'made' }>): MadeKey {
  const traditional = Buffer.from(made.pkcs1.buffer);
  const publicKey = { der: Buffer.from(made.der), spec: { type: 'rsa' as const, bits }, bits: Buffer.from(made.bits) };
  const read = () => createPrivateKey({ key: traditional, format: 'der', type: 'pkcs1' });
  return { publicKey, traditional, pkcs8: () => privateKeyDer(read(), 'pkcs8') };
}
