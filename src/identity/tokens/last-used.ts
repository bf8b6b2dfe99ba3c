import type { Database } from '../../platform/database/database.js';
import type { TokenId } from '../../platform/ids.js';

/** How often uses are written, in milliseconds. "Last used" is for people who clean up tokens: half a minute is exact enough. */
const defaultEveryMs = 30_000;

/** A use that lies so far ahead, in milliseconds, was written by a clock that was wrong. */
const aheadMs = 600_000;

/** When tokens were last used: noted in memory, written together now and then, never while a request waits. */
export class LastUsed {
  #noted = new Map<TokenId, Date>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly deps: {
      database: Pick<Database, 'transaction'>;
      everyMs?: number;
      /** Hears of a write that failed; its uses are noted again. */
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

  /** Ends the writing, and writes what is noted where that can be done. */
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
        for (const [id, at] of noted) {
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
