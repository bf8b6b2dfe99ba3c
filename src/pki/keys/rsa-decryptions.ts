import type { Worker } from 'node:worker_threads';
import { keptThread } from '../../platform/kept-thread.js';
import { networkOf } from '../../platform/networks.js';
import type { Waiter } from '../../platform/outbound/call-end.js';
import { problem } from '../../platform/problems.js';
import type { RsaDecryption } from '../x509/cms/index.js';
import { threadAnswer, threadWord } from './thread-answer.js';
import type { Watch } from './thread-answer.js';
import { WaitingLine } from '../../platform/waiting-line.js';

/** A thread takes some megabytes of memory, and thirty milliseconds to start: longer than this without work it is not kept. */
const idleMilliseconds = 60_000;
const resourceLimits = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 };

/** Messages that wait, of one sender and of all: less than a second of work with the largest keys. */
export const mostDecryptions = { ofSender: 16, ofAll: 128 } as const;
/** Milliseconds for one message, hundreds of times what the largest key takes: a thread that says nothing for so long says nothing any more. */
const mostSilence = 10_000;
/** Milliseconds for the start of a thread, in which a busy machine may have other work. */
const mostStarting = 60_000;
const failure = 'a message was not decrypted';
/** Seconds after which there is room again. */
const later = 1;

/** Ends the wait for a thread after some milliseconds. */
const silence =
  (ms: number, why: string): Watch =>
  (fail) => {
    const late = setTimeout(() => {
      fail(why);
    }, ms).unref();
    return () => {
      clearTimeout(late);
    };
  };

const closed = () => new Error('nothing is decrypted any more');

const tooMany = () =>
  problem('UNAVAILABLE', 'too many messages wait to be decrypted', undefined, { retryAfter: later });

/**
 * Decrypts with RSA keys what strangers send, on a thread: it takes milliseconds, during which the server would answer nobody. One message at a time, senders by
 * turns. The thread is given the handle of the key, and not its octets.
 */
export class RsaDecryptions {
  readonly #line = new WaitingLine<undefined>();
  #isBusy = false;
  #isClosed = false;
  #worker: Worker | undefined;
  /** The thread that has said that it is. */
  #ready: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;

  /**
   * @param sender the address that it comes from: whose network counts for its turns
   * @param waiter who waits for it: their place is free when they do not any more
   * @returns as `decryptRsa`
   * @throws UNAVAILABLE where too many wait, Error where the thread died, and why nobody waits any more
   */
  async decrypt(asked: RsaDecryption, sender: string, waiter?: Waiter): Promise<Buffer> {
    if (this.#isClosed) throw closed();
    await this.#turn(networkOf(sender), waiter);
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

  #turn(sender: string, waiter?: Waiter): Promise<undefined> {
    clearTimeout(this.#idle);
    if (!this.#isBusy) {
      this.#isBusy = true;
      return Promise.resolve(undefined);
    }
    const { ofSender, ofAll } = mostDecryptions;
    const own = this.#line.lengthOf(sender);
    if (own >= ofSender) throw tooMany();
    if (this.#line.length >= ofAll) {
      // Whoever has more than this one gives a place up, so that few senders cannot take all of the line.
      const given = this.#line.lastOfLongest(own + 1);
      if (!given) throw tooMany();
      given.reject(tooMany());
    }
    let forget: (() => void) | undefined;
    return new Promise<undefined>((resolve, reject) => {
      const leave = this.#line.join({ account: sender, resolve, reject });
      forget = waiter?.whenEnded((reason) => {
        leave();
        reject(reason);
      });
    }).finally(() => forget?.());
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

  async #onThread(asked: RsaDecryption): Promise<Buffer> {
    if (this.#isClosed) throw closed();
    const worker = (this.#worker ??= this.#started());
    worker.ref();
    // Without the rest of the message, whose memory it shares.
    const message = { ...asked, encrypted: Uint8Array.from(asked.encrypted) };
    try {
      if (this.#ready !== worker) {
        await threadWord(worker, failure, silence(mostStarting, 'its thread does not start'));
        this.#ready = worker;
      }
      const decrypted = await threadAnswer<Uint8Array<ArrayBuffer>>(
        worker,
        message,
        failure,
        silence(mostSilence, 'its thread says nothing'),
      );
      return Buffer.from(decrypted.buffer);
    } catch (error) {
      void this.#end();
      throw error;
    } finally {
      worker.unref();
    }
  }

  #started(): Worker {
    return keptThread('pki/keys/rsa-decryption.worker', resourceLimits, (thread) => {
      if (this.#worker === thread) this.#worker = undefined;
    });
  }

  async #end(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }
}
