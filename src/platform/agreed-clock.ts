import type { Logger } from 'pino';
import type { Clock } from './clock.js';

/** Up to this much of a difference is left to those who keep the clocks, in milliseconds. */
const toleranceMs = 2_000;
/** How often clocks are compared, in milliseconds. */
const everyMs = 60_000;
/** How soon they are compared again at the earliest when that could not be done, in milliseconds: who asks for the time may do so a thousand times a second. */
const againMs = 5_000;

export interface AgreedClockDeps {
  readonly local: Required<Clock>;
  /** The time that all servers go by. */
  readonly ask: () => Promise<Date>;
  readonly log: Pick<Logger, 'warn'>;
}

/**
 * The time of several servers on one database: that of each, unless it differs from the database's, which then counts. So what one of them writes as due
 * tomorrow is due tomorrow for all of them. Between two comparisons, and while the database cannot be asked, nobody who sets this machine's clock changes it.
 */
export class AgreedClock implements Clock {
  #ahead = 0;
  #known: { readonly time: number; readonly elapsed: number };
  #comparing: Promise<void> | null = null;
  /** When they could not be compared, in monotonic time; `null` if they were. */
  #failedAt: number | null = null;
  #timer: NodeJS.Timeout | undefined;

  private constructor(private readonly deps: AgreedClockDeps) {
    this.#known = { time: deps.local.now().getTime(), elapsed: deps.local.elapsed() };
  }

  /** Compares the clocks, and again and again until it is closed. */
  static async open(deps: AgreedClockDeps): Promise<AgreedClock> {
    const clock = new AgreedClock(deps);
    await clock.#compare();
    clock.#timer = setInterval(() => {
      clock.#compareSoon();
    }, everyMs).unref();
    return clock;
  }

  now(): Date {
    const given = this.deps.local.now().getTime() - this.#ahead;
    const steady = this.#known.time + this.deps.local.elapsed() - this.#known.elapsed;
    if (Math.abs(given - steady) <= toleranceMs) return new Date(given);
    // Somebody set this machine's clock, or the machine slept.
    this.#compareSoon();
    return new Date(steady);
  }

  elapsed(): number {
    return this.deps.local.elapsed();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#comparing;
  }

  #compareSoon(): void {
    if (this.#failedAt !== null && this.elapsed() - this.#failedAt < againMs) return;
    this.#comparing ??= this.#compare()
      .then(() => {
        this.#failedAt = null;
      })
      .catch((error: unknown) => {
        // Said once, for as long as it lasts.
        if (this.#failedAt === null)
          this.deps.log.warn({ err: error }, "the clock could not be compared with the database's");
        this.#failedAt = this.elapsed();
      })
      .finally(() => {
        this.#comparing = null;
      });
  }

  async #compare(): Promise<void> {
    const { local, ask, log } = this.deps;
    const asked = local.elapsed();
    const answer = await ask();
    const answered = local.elapsed();
    // It was read somewhere between question and answer.
    const theirs = answer.getTime() + (answered - asked) / 2;
    const difference = local.now().getTime() - theirs;
    // Once it differs, half of that is enough to go on so: near the border nothing goes to and fro.
    const tolerated = (this.#ahead === 0 ? toleranceMs : toleranceMs / 2) + (answered - asked);
    const ahead = Math.abs(difference) <= tolerated ? 0 : difference;
    if (ahead !== 0 && Math.abs(ahead - this.#ahead) > toleranceMs) {
      log.warn({ aheadMs: Math.round(ahead) }, "this machine's clock differs from the database's, which is used");
    }
    this.#ahead = ahead;
    this.#known = { time: local.now().getTime() - ahead, elapsed: answered };
  }
}
