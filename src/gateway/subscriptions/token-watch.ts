import type { Clock } from '../../platform/clock.js';
import type { Log } from '../../platform/log/log.js';
import type { Caller } from '../../identity/caller.js';

/** What tells that tokens may have ended. */
export interface RightsChanges {
  /** A word that changes with everything that could end a token, in whatever process. */
  epoch(): Promise<string>;
  /** Hears of what this process changes. @param listener for good */
  listen(listener: () => void): void;
}

/** Somebody whose token is watched. */
export interface Watched {
  readonly caller: Caller;
  /** Ends what hangs on the token where it holds no longer. @throws UNAUTHENTICATED then */
  present(): Promise<unknown>;
}

export interface TokenWatchDeps {
  readonly rightsChanges: RightsChanges;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
  /** Milliseconds between looks for what other processes changed, and for tokens that expired. */
  readonly everyMs: number;
}

/** Ends sessions whose tokens were revoked or have expired, also while nothing happens in them. */
export class TokenWatch {
  readonly #held = new Set<Watched>();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | null = null;
  #again = false;

  constructor(private readonly deps: TokenWatchDeps) {
    deps.rightsChanges.listen(() => {
      this.look();
    });
  }

  /** @returns what lets go of it */
  hold(session: Watched): () => void {
    this.#held.add(session);
    this.#timer ??= setInterval(() => {
      this.look();
    }, this.deps.everyMs).unref();
    return () => {
      this.#held.delete(session);
      if (this.#held.size === 0) this.close();
    };
  }

  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Looks at all that is held; what is asked for during a look is looked at after it. */
  look(): void {
    if (this.#held.size === 0) return;
    if (this.#looking) {
      this.#again = true;
      return;
    }
    this.#looking = this.#look()
      .catch((error: unknown) => {
        this.deps.log.error({ err: error }, 'could not check the tokens of subscriptions');
      })
      .finally(() => {
        this.#looking = null;
        if (!this.#again) return;
        this.#again = false;
        this.look();
      });
  }

  async #look(): Promise<void> {
    const { clock, rightsChanges } = this.deps;
    const epoch = await rightsChanges.epoch();
    const now = clock.now();
    const doubtful = [...this.#held].filter(
      ({ caller }) => caller.epoch !== epoch || (caller.expiresAt !== undefined && caller.expiresAt <= now),
    );
    // Whose token has ended hears of it from the session itself.
    await Promise.all(doubtful.map((session) => session.present().catch(rethrowFaults)));
  }
}

/** A refusal has been dealt with; that nobody could be asked is worth a line. */
function rethrowFaults(error: unknown): void {
  if (error instanceof Error && 'code' in error && error.code === 'UNAUTHENTICATED') return;
  throw error;
}
