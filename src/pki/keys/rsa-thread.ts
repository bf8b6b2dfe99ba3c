import { Worker } from 'node:worker_threads';
import { threadEntry } from '../../platform/thread-entry.js';
import { createPrivateKey } from 'node:crypto';
import { privateKeyDer } from '../x509/index.js';
import type { MadeKey } from './made-key.js';
import { threadAnswer } from './thread-answer.js';
import type { FromRsaThread } from './thread-messages.js';

/** A thread takes some megabytes of memory, and thirty milliseconds to start: longer than this without work it is not kept. */
const idleMilliseconds = 15_000;

/** It holds a few numbers. */
const resourceLimits = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 };

const failure = 'an RSA key could not be made';

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

  /** @throws Error where the thread has died or `ended` aborts: it is of no use then */
  async make(bits: number, ended: AbortSignal): Promise<MadeKey> {
    clearTimeout(this.#idle);
    const stopping = 'the service is stopping';
    if (ended.aborted) throw new Error(`${failure}: ${stopping}`, { cause: ended.reason });
    const made = await threadAnswer<FromRsaThread>(this.#worker, bits, failure, (fail) => {
      const stopped = () => {
        fail(stopping, ended.reason);
      };
      ended.addEventListener('abort', stopped, { once: true });
      return () => {
        ended.removeEventListener('abort', stopped);
      };
    });
    if (made.kind === 'failed') throw new Error(`${failure}: ${made.message}`);
    return received(bits, made);
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
