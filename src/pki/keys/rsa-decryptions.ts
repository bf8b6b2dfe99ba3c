import { Worker } from 'node:worker_threads';
import { problem } from '../../platform/problems.js';
import { threadEntry } from '../../platform/thread-entry.js';
import type { RsaDecryption } from '../x509/cms/index.js';
import { WaitingLine } from './waiting-line.js';

/** A thread takes some megabytes of memory, and thirty milliseconds to start: longer than this without work it is not kept. */
const idleMilliseconds = 60_000;
const resourceLimits = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 };

/** Messages that wait, of one sender and of all: less than a second of work with the largest keys. */
export const mostDecryptions = { ofSender: 64, ofAll: 128 } as const;
/** Seconds after which there is room again. */
const later = 1;

const closed = () => new Error('nothing is decrypted any more');

/**
 * Decrypts with RSA keys what strangers send, on a thread: it takes milliseconds, during which the server would answer nobody. One message at a time, senders by
 * turns. The thread is given the handle of the key, and not its octets.
 */
export class RsaDecryptions {
  readonly #line = new WaitingLine<undefined>();
  #isBusy = false;
  #isClosed = false;
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;

  /**
   * @param sender whose turns it counts to
   * @returns as `decryptRsa`
   * @throws UNAVAILABLE where too many wait, Error where the thread died
   */
  async decrypt(asked: RsaDecryption, sender: string): Promise<Buffer> {
    if (this.#isClosed) throw closed();
    await this.#turn(sender);
    try {
      return await this.#onThread(asked);
    } finally {
      this.#next();
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (let place = this.#line.next(); place; place = this.#line.next()) place.reject(closed());
    await this.#end();
  }

  #turn(sender: string): Promise<undefined> {
    clearTimeout(this.#idle);
    if (!this.#isBusy) {
      this.#isBusy = true;
      return Promise.resolve(undefined);
    }
    const { ofSender, ofAll } = mostDecryptions;
    if (this.#line.length >= ofAll || this.#line.lengthOf(sender) >= ofSender)
      throw problem('UNAVAILABLE', 'too many messages wait to be decrypted', undefined, { retryAfter: later });
    return new Promise((resolve, reject) => {
      this.#line.join({ account: sender, resolve, reject });
    });
  }

  #next(): void {
    const place = this.#line.next();
    if (place) {
      place.resolve(undefined);
      return;
    }
    this.#isBusy = false;
    if (!this.#isClosed) this.#idle = setTimeout(() => void this.#end(), idleMilliseconds).unref();
  }

  #onThread(asked: RsaDecryption): Promise<Buffer> {
    if (this.#isClosed) throw closed();
    const worker = (this.#worker ??= new Worker(threadEntry('pki/keys/rsa-decryption.worker'), { resourceLimits }));
    worker.ref();
    return new Promise((resolve, reject) => {
      const settle = () => {
        worker.off('message', heard).off('error', failed).off('exit', exited);
        worker.unref();
      };
      const fail = (why: string, cause?: unknown) => {
        settle();
        // A message to a thread that has ended is never answered.
        void this.#end();
        reject(new Error(`a message was not decrypted: ${why}`, { cause }));
      };
      const heard = (decrypted: Uint8Array<ArrayBuffer>) => {
        settle();
        resolve(Buffer.from(decrypted.buffer));
      };
      const failed = (error: unknown) => {
        fail('its thread failed', error);
      };
      const exited = (status: number) => {
        fail(`its thread ended with status ${status}`);
      };
      worker.on('message', heard).on('error', failed).on('exit', exited);
      // Without the rest of the message, whose memory it shares.
      worker.postMessage({ ...asked, encrypted: Uint8Array.from(asked.encrypted) });
    });
  }

  async #end(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }
}
