import type { Logger } from 'pino';
import type { Clock } from './clock.js';

/** Clock differences up to this many milliseconds are ignored. */
const toleranceMs = 2_000;
/** How often clocks are compared, in milliseconds. */
const everyMs = 60_000;
/** The shortest time before the next attempt after a failed comparison, in milliseconds: callers may ask for the time a thousand times a second. */
const againMs = 5_000;

export interface AgreedClockDeps {
  readonly local: Required<Clock>;
  /** Returns the database's time. */
  readonly ask: () => Promise<Date>;
  readonly log: Pick<Logger, 'warn'>;
}

/**
 * The time that several servers of one database use: each uses its own clock, unless it differs from the database's clock, which is then used. So work that one
 * server schedules for tomorrow is due tomorrow for all. Between two comparisons, and while the database cannot be reached, setting this machine's clock has no
 * effect.
 */
export class AgreedClock implements Clock {
  #ahead = 0;
  #known: { readonly time: number; readonly elapsed: number };
  #comparing: Promise<void> | null = null;
  /** When the last comparison failed, in monotonic time; `null` if it succeeded. */
  #failedAt: number | null = null;
  #timer: NodeJS.Timeout | undefined;

  private constructor(private readonly deps: AgreedClockDeps) {
    this.#known = { time: deps.local.now().getTime(), elapsed: deps.local.elapsed() };
  }

  /** Compares the clocks now and repeatedly until it is closed. */
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
        // Logged only once for as long as it lasts.
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
    // The time was read somewhere between question and answer.
    const theirs = answer.getTime() + (answered - asked) / 2;
    const difference = local.now().getTime() - theirs;
    // After the clock was found to differ, half of the tolerance is enough to keep that state, so that it does not alternate near the limit.
    const tolerated = (this.#ahead === 0 ? toleranceMs : toleranceMs / 2) + (answered - asked);
    const ahead = Math.abs(difference) <= tolerated ? 0 : difference;
    if (ahead !== 0 && Math.abs(ahead - this.#ahead) > toleranceMs) {
      log.warn({ aheadMs: Math.round(ahead) }, "this machine's clock differs from the database's, which is used");
    }
    this.#ahead = ahead;
    this.#known = { time: local.now().getTime() - ahead, elapsed: answered };
  }
}
