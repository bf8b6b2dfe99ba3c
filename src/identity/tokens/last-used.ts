import type { Database } from '../../platform/database/database.js';
import { inLockOrder } from '../../platform/database/lock-order.js';
import type { TokenId } from '../../platform/ids.js';

/** How often uses are written, in milliseconds. "Last used" is for people who clean up tokens: half a minute is accurate enough. */
const defaultEveryMs = 30_000;

/** A use that is this far in the future, in milliseconds, was written with a wrong clock. */
const aheadMs = 600_000;

/** When tokens were last used: collected in memory and written together regularly, never while a request waits. */
export class LastUsed {
  #noted = new Map<TokenId, Date>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly deps: {
      database: Pick<Database, 'transaction'>;
      everyMs?: number;
      /** Called for a failed write; its uses are collected again. */
      failed: (error: unknown) => void;
    },
  ) {}

  note(token: TokenId, at: Date): void {
    this.#noted.set(token, at);
  }

  start(): void {
    this.#timer ??= setInterval(() => {
      this.flush().catch(this.deps.failed);
    }, this.deps.everyMs ?? defaultEveryMs).unref();
  }

  /** Stops writing, and writes the collected uses if possible. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    await this.flush().catch(this.deps.failed);
  }

  flush(): Promise<void> {
    const next = this.#writing.then(() => this.#write());
    this.#writing = next.catch(() => undefined);
    return next;
  }

  async #write(): Promise<void> {
    if (this.#noted.size === 0) return;
    const noted = this.#noted;
    this.#noted = new Map();
    try {
      await this.deps.database.transaction(async (tx) => {
        for (const [id, at] of inLockOrder(noted, ([token]) => token)) {
          // Another machine may have written a later use; a deleted token does not matter.
          const wrong = new Date(at.getTime() + aheadMs);
          const earlier = { OR: [{ lastUsedAt: null }, { lastUsedAt: { lt: at } }, { lastUsedAt: { gt: wrong } }] };
          await tx.token.updateMany({ where: { id, ...earlier }, data: { lastUsedAt: at } });
        }
      });
    } catch (error) {
      for (const [id, at] of noted) if (!this.#noted.has(id)) this.#noted.set(id, at);
      throw error;
    }
  }
}
