import type { Provider } from './database/database.js';
import type { Log } from './log/log.js';
import { isDenied, outageOf } from './outage.js';
import type { Outage } from './outage.js';

export interface StartingWorkDeps {
  readonly log: Pick<Log, 'error' | 'info'>;
  /** Whether it is waited for that this is over. */
  readonly waits: (error: unknown) => boolean;
  /** Milliseconds between attempts. */
  readonly everyMs?: number;
}

type Step = () => Promise<unknown>;

/**
 * A disk that is full or fails, or a database that another process holds: what is there can be read, and served. What we have no right to write is for the operator
 * to put right, and ends the start.
 */
export function keepsFromWriting(provider: Provider): (error: unknown) => boolean {
  // PostgreSQL that is away cannot be read either.
  const unwritable: readonly (Outage | null)[] = provider === 'sqlite' ? ['full', 'away'] : ['full'];
  return (error) => unwritable.includes(outageOf(error)) && !isDenied(error);
}

/**
 * What a start writes, and the background work afterwards, one step after the other. Where nothing can be written for now the server serves all the
 * same: the step that cannot write waits, those after it with it, and they are taken again until they can be done. A step may be taken several times.
 */
export class StartingWork {
  #waiting: Step[] = [];
  #reason: unknown;
  #timer: NodeJS.Timeout | undefined;
  #going: Promise<void> | undefined;
  #closed = false;

  constructor(private readonly deps: StartingWorkDeps) {}

  /** @throws what the step throws, unless it is waited for */
  async take(step: Step): Promise<void> {
    if (this.#waiting.length === 0) {
      try {
        await step();
        return;
      } catch (error) {
        if (!this.deps.waits(error)) throw error;
        this.#reason = error;
        const message = 'nothing can be written: the server serves reads, and startup waits until writing works';
        this.deps.log.error({ reason: reasonOf(error) }, message);
        this.#tryLater();
      }
    }
    this.#waiting.push(step);
  }

  /** Rejects with why the start is not finished. */
  check(): Promise<void> {
    return this.#waiting.length === 0
      ? Promise.resolve()
      : Promise.reject(new Error('the start could not be written yet', { cause: this.#reason }));
  }

  /** Takes no more steps. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#going;
  }

  #tryLater(): void {
    if (this.#closed) return;
    this.#timer = setTimeout(() => {
      this.#going = this.#goOn();
    }, this.deps.everyMs ?? 3_000).unref();
  }

  async #goOn(): Promise<void> {
    for (let step = this.#waiting[0]; step && !this.#closed; step = this.#waiting[0]) {
      try {
        await step();
        this.#waiting.shift();
      } catch (error) {
        // The same every few seconds is worth no line: the log may be on that disk.
        if (reasonOf(error) !== reasonOf(this.#reason) && !this.deps.waits(error))
          this.deps.log.error({ err: error }, 'startup cannot finish yet');
        this.#reason = error;
        this.#tryLater();
        return;
      }
    }
    if (!this.#closed) this.deps.log.info('startup is finished: writing works again');
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? (error.message.trim().split('\n').at(-1) ?? '') : String(error);
}
