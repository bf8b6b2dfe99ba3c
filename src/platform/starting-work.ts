import type { Provider } from './database/database.js';
import type { Log } from './log/log.js';
import { isDenied, outageOf } from './outage.js';
import type { Outage } from './outage.js';

export interface StartingWorkDeps {
  readonly log: Pick<Log, 'error' | 'info'>;
  /** Whether to wait until this error is over. */
  readonly waits: (error: unknown) => boolean;
  /** Milliseconds between attempts. */
  readonly everyMs?: number;
}

type Step = () => Promise<unknown>;

/**
 * A full or failing disk, or a database that another process has locked: existing data can be read and served. Missing permissions end the start, because the
 * operator must solve that.
 */
export function keepsFromWriting(provider: Provider): (error: unknown) => boolean {
  // If PostgreSQL is unreachable, it cannot be read either.
  const unwritable: readonly (Outage | null)[] = provider === 'sqlite' ? ['full', 'away'] : ['full'];
  return (error) => unwritable.includes(outageOf(error)) && !isDenied(error);
}

/**
 * What a start writes, and then the background work, one step after the other. If nothing can be written now, the server still serves: the step that cannot
 * write waits, and so do those after it. They are repeated until they succeed. A step may run several times.
 */
export class StartingWork {
  #waiting: Step[] = [];
  #reason: unknown;
  #timer: NodeJS.Timeout | undefined;
  #going: Promise<void> | undefined;
  #closed = false;

  constructor(private readonly deps: StartingWorkDeps) {}

  /** @throws what the step throws, unless waiting can help */
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

  /** Rejects with the reason why the start is not complete. */
  check(): Promise<void> {
    return this.#waiting.length === 0
      ? Promise.resolve()
      : Promise.reject(new Error('the start could not be written yet', { cause: this.#reason }));
  }

  /** Starts no more steps. */
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
        // The same error every few seconds is not logged again: the log may be on that disk.
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
