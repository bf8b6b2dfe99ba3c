import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { processEntry } from '../thread-entry.js';
import type { FromTokenProcess, OpenToken, ToTokenProcess, TokenOrder, TokenValue } from './token-messages.js';
import { TokenTrouble } from './token-trouble.js';

export interface TokenTimes {
  /** For starting the process, loading the library and logging in. */
  readonly openMs: number;
  /** For an order, and for its turn. */
  readonly answerMs: number;
  /** For generating a key. */
  readonly generateMs: number;
}

/** Orders that wait for their turn. */
const mostWaiting = 1_000;
/** A token that does not open is left alone for so long: everybody who asks is told why. */
const restMs = 1_000;
const idleMs = 10 * 60_000;
/** Signals by which a terminal or a supervisor ends a whole group, and settings that are not for libraries of vendors: the master key may be among them. */
const ofServer = /^(?:TRUSTATE_|NODE_OPTIONS$|AWS_|PG)/;

interface Pending {
  readonly resolve: (value: TokenValue) => void;
  readonly reject: (trouble: TokenTrouble) => void;
}

/** A process in which the token is open. */
interface Running {
  readonly child: ChildProcess;
  readonly pending: Map<number, Pending>;
  /** Why it was ended, if this process did that. */
  ended?: TokenTrouble;
}

/**
 * A token in a process of its own. PKCS#11 is C code of vendors that is called in this process's stead: where it crashes, hangs or leaks, only that process
 * ends, and the next order starts another. So do sessions that a token has ended: a new process logs in again.
 */
export class TokenProcess {
  #running: Promise<Running> | undefined;
  #failed: { readonly trouble: TokenTrouble; readonly until: number } | undefined;
  #refusedPin: TokenTrouble | undefined;
  #inFlight = 0;
  readonly #waiting: { readonly parallel: number; readonly go: () => void }[] = [];
  #number = 0;
  #idle: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(
    private readonly open: Omit<OpenToken, 'kind'>,
    private readonly times: TokenTimes,
  ) {}

  /** Whether nothing is being asked of it. */
  get isIdle(): boolean {
    return this.#inFlight === 0 && this.#waiting.length === 0;
  }

  /**
   * @param parallel orders that the token may have at the same time
   * @throws TokenTrouble
   */
  async ask(order: TokenOrder, parallel: number): Promise<TokenValue> {
    await this.#turn(parallel);
    try {
      return await this.#askTwice(order);
    } finally {
      this.#inFlight -= 1;
      this.#next();
      if (this.isIdle) this.#rest();
    }
  }

  /** Tries a PIN again that was refused. Each try may be the last one that a token allows. */
  forgive(): void {
    this.#refusedPin = undefined;
    this.#failed = undefined;
  }

  close(): void {
    this.#closed = true;
    this.#end(new TokenTrouble('lost', 'the service is stopping'));
  }

  #turn(parallel: number): Promise<void> {
    if (this.#waiting.length === 0 && this.#inFlight < parallel) {
      this.#inFlight += 1;
      return Promise.resolve();
    }
    if (this.#waiting.length >= mostWaiting)
      return Promise.reject(new TokenTrouble('lost', `${mostWaiting} requests wait for it already`));
    return new Promise((resolve, reject) => {
      const place = {
        parallel,
        go: () => {
          clearTimeout(watch);
          this.#inFlight += 1;
          resolve();
        },
      };
      const watch = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(place), 1);
        reject(new TokenTrouble('lost', `other requests kept it busy for ${seconds(this.times.answerMs)}`));
      }, this.times.answerMs);
      this.#waiting.push(place);
    });
  }

  #next(): void {
    for (let [first] = this.#waiting; first && this.#inFlight < first.parallel; [first] = this.#waiting) {
      this.#waiting.shift();
      first.go();
    }
  }

  /** Once more in a new process if the one that was there has lost its token: nobody has to notice that it was restarted. */
  async #askTwice(order: TokenOrder): Promise<TokenValue> {
    const wasOpen = this.#running !== undefined;
    try {
      return await this.#askOnce(order);
    } catch (error) {
      if (!(error instanceof TokenTrouble) || error.fault !== 'lost' || !wasOpen || this.#closed || isSlow(error))
        throw error;
      return this.#askOnce(order);
    }
  }

  async #askOnce(order: TokenOrder): Promise<TokenValue> {
    clearTimeout(this.#idle);
    const running = await this.#open();
    const number = (this.#number += 1);
    const limit =
      order.kind === 'generate' || order.kind === 'makeSecret' ? this.times.generateMs : this.times.answerMs;
    let watch: NodeJS.Timeout | undefined;
    try {
      return await new Promise<TokenValue>((resolve, reject) => {
        if (running.ended) {
          reject(running.ended);
          return;
        }
        watch = setTimeout(() => {
          reject(tooSlow(limit));
          // Others that it was doing something for may ask again.
          this.#end(new TokenTrouble('lost', 'its process was ended: it did not answer somebody else'), running);
        }, limit);
        running.pending.set(number, { resolve, reject });
        running.child.ref();
        running.child.channel?.ref();
        send(running.child, { kind: 'order', number, order });
      });
    } catch (error) {
      if (error instanceof TokenTrouble && error.fault === 'lost') this.#end(error, running);
      throw error;
    } finally {
      clearTimeout(watch);
      running.pending.delete(number);
    }
  }

  #open(): Promise<Running> {
    if (this.#closed) return Promise.reject(new TokenTrouble('lost', 'the service is stopping'));
    if (this.#refusedPin) return Promise.reject(this.#refusedPin);
    if (this.#failed && this.#failed.until > performance.now()) return Promise.reject(this.#failed.trouble);
    return (this.#running ??= this.#start().catch((error: unknown) => {
      this.#running = undefined;
      const trouble = error instanceof TokenTrouble ? error : new TokenTrouble('lost', String(error));
      // Most tokens lock themselves after a few wrong ones.
      if (trouble.fault === 'pin')
        this.#refusedPin = new TokenTrouble('pin', `${trouble.message}; it is not tried again`);
      this.#failed = { trouble, until: performance.now() + restMs };
      throw trouble;
    }));
  }

  async #start(): Promise<Running> {
    const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !ofServer.test(name)));
    const child = spawn(process.execPath, [...processEntry('platform/pkcs11/token.child')], {
      env: { ...environment, UV_THREADPOOL_SIZE: '16' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    });
    const running: Running = { child, pending: new Map() };
    child.on('error', () => undefined);
    const opened = new Promise<void>((resolve, reject) => {
      const watch = setTimeout(() => {
        reject(tooSlow(this.times.openMs));
      }, this.times.openMs);
      // Only src/platform/pkcs11/token.child.ts sends, and says this type.
      child.on('message', (message: FromTokenProcess) => {
        if (message.kind === 'ready') send(child, { kind: 'open', ...this.open });
        else if (message.kind === 'opened') {
          clearTimeout(watch);
          resolve();
        } else if (message.kind === 'refused') {
          clearTimeout(watch);
          reject(new TokenTrouble(message.fault, message.why));
        } else settle(running, message);
      });
      child.once('exit', (status, signal) => {
        clearTimeout(watch);
        running.ended ??= new TokenTrouble('lost', `its process ended with ${signal ?? `status ${status ?? 0}`}`);
        reject(running.ended);
        for (const { reject: fail } of running.pending.values()) fail(running.ended);
        running.pending.clear();
        this.#forget(running);
      });
    });
    try {
      await opened;
    } catch (error) {
      child.kill('SIGKILL');
      throw error;
    }
    child.unref();
    child.channel?.unref();
    return running;
  }

  #forget(gone: Running): void {
    void this.#running?.then(
      (current) => {
        if (current === gone) this.#running = undefined;
      },
      () => undefined,
    );
  }

  /** @param only this one, if it is still the one that runs */
  #end(why: TokenTrouble, only?: Running): void {
    clearTimeout(this.#idle);
    const end = (running: Running) => {
      running.ended ??= why;
      running.child.kill('SIGKILL');
      for (const { reject } of running.pending.values()) reject(running.ended);
      running.pending.clear();
    };
    if (only) {
      end(only);
      this.#forget(only);
      return;
    }
    const current = this.#running;
    this.#running = undefined;
    void current?.then(end, () => undefined);
  }

  #rest(): void {
    clearTimeout(this.#idle);
    void this.#running?.then(
      ({ child }) => {
        if (!this.isIdle) return;
        child.unref();
        child.channel?.unref();
      },
      () => undefined,
    );
    this.#idle = setTimeout(() => {
      if (this.isIdle) this.#end(new TokenTrouble('lost', 'it was not used for some time'));
    }, idleMs).unref();
  }
}

function settle({ pending }: Running, message: FromTokenProcess & { readonly kind: 'done' | 'failed' }): void {
  const asked = pending.get(message.number);
  if (message.kind === 'done') asked?.resolve(message.value);
  else asked?.reject(new TokenTrouble(message.fault, message.why));
}

/** Where it has ended, that is told by its exit. */
const send = (child: ChildProcess, message: ToTokenProcess): void => {
  if (child.connected) child.send(message, () => undefined);
};

const seconds = (milliseconds: number): string => `${milliseconds / 1000} s`;

class TooSlow extends TokenTrouble {}
const tooSlow = (limit: number): TokenTrouble => new TooSlow('lost', `it did not answer for ${seconds(limit)}`);
const isSlow = (trouble: TokenTrouble): boolean => trouble instanceof TooSlow;
