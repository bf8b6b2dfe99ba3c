import type { Clock } from '../../platform/clock.js';
import type { Log } from '../../platform/log/log.js';
import { isAsRead } from '../../identity/caller.js';
import type { Caller } from '../../identity/caller.js';

/** Reports that tokens may have ended. */
export interface RightsChanges {
  /** A word that changes with everything that could end a token, in any process. */
  epoch(): Promise<string>;
  /** Reports changes of this process. @param listener stays forever */
  listen(listener: () => void): void;
}

/** An object whose token is watched. */
export interface Watched {
  readonly caller: Caller;
  /** Ends everything that depends on the token if it is no longer valid. @throws UNAUTHENTICATED in that case */
  present(): Promise<unknown>;
}

export interface TokenWatchDeps {
  readonly rightsChanges: RightsChanges;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
  /** Milliseconds between checks for changes of other processes, and for expired tokens. */
  readonly everyMs: number;
}

/** Ends sessions whose tokens were revoked or have expired, even if nothing happens in them. */
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

  /** @returns a function that stops watching */
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

  /** Checks all sessions; a request during a check causes another one after it. */
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
    const doubtful = [...this.#held].filter(({ caller }) => !isAsRead(caller, epoch, now));
    // A session itself handles the end of its token.
    await Promise.all(doubtful.map((session) => session.present().catch(rethrowFaults)));
  }
}

/** A refusal is handled already; a failed check is logged. */
function rethrowFaults(error: unknown): void {
  if (error instanceof Error && 'code' in error && error.code === 'UNAUTHENTICATED') return;
  throw error;
}
