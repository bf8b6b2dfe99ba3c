import type { Database, TransactionClient } from '../../platform/database/database.js';
import { problem } from '../../platform/problems.js';

/** Of one mount in this process: one that commits, and one that waits for it with what it needs at hand. */
const atOnce = 2;
/** How many wait for one mount. At the end of such a line are some seconds, unless something holds it up. */
const mostWaiting = 1_000;
/** Seconds after which to try again. */
const later = 2;

interface Line {
  running: number;
  readonly waiting: (() => void)[];
}

/**
 * Revocations of one mount, and requests for them, wait for its row, each until the commit before it. On PostgreSQL each would do so with a connection, which all else then waits for, and
 * in a transaction whose time runs out. So they wait here. SQLite has one writer, with a line of its own.
 */
export class MountTurns {
  readonly #lines = new Map<string, Line>();

  constructor(private readonly database: Pick<Database, 'provider' | 'transaction'>) {}

  /** @throws UNAVAILABLE where too many wait */
  async transaction<T>(mountId: string, work: (tx: TransactionClient) => Promise<T>): Promise<T> {
    const { database } = this;
    if (database.provider === 'sqlite') return database.transaction(work);
    const line = this.#lines.get(mountId) ?? { running: 0, waiting: [] };
    if (line.waiting.length >= mostWaiting) {
      const said = `too many revocations of this mount wait; try again in ${later} s`;
      throw problem('UNAVAILABLE', said, undefined, { retryAfter: later });
    }
    this.#lines.set(mountId, line);
    if (line.running < atOnce) line.running += 1;
    else await new Promise<void>((begin) => line.waiting.push(begin));
    try {
      return await database.transaction(work);
    } finally {
      // The turn goes to the next one.
      const next = line.waiting.shift();
      if (next) next();
      else if (--line.running === 0) this.#lines.delete(mountId);
    }
  }
}
