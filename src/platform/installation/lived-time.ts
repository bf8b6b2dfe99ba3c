import type { Database } from '../database/database.js';

const fact = 'installation.lived';
/** Milliseconds between two updates, which each store the time so far. */
const lookEvery = 5 * 60_000;

/** How long servers of this installation have been running so far. */
export interface LivedTime {
  /** In milliseconds; never more than the real time. */
  now(): Promise<bigint>;
}

/**
 * Counts time that cannot jump, unlike clocks and the times of files. At each update, a server adds what its own monotonic counter says, but not more than is
 * missing, so that several servers together are not faster than one. Time without a running server does not count, nor does what a killed server had not stored
 * yet.
 */
export class RecordedLifetime implements LivedTime {
  #seen: { readonly value: bigint; readonly at: number } | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly deps: {
      readonly database: Database;
      readonly failed: (error: unknown) => void;
      /** Milliseconds since some fixed time. */
      readonly monotonic?: () => number;
    },
  ) {}

  /** Starts counting. */
  async start(): Promise<void> {
    await this.now();
    this.#timer = setInterval(() => void this.now().catch(this.deps.failed), lookEvery).unref();
  }

  async now(): Promise<bigint> {
    const { client } = this.deps.database;
    for (;;) {
      const kept = await client.installationFact.findUnique({ where: { key: fact } });
      const at = (this.deps.monotonic ?? (() => performance.now()))();
      const value = kept ? BigInt(kept.value) : 0n;
      const here = this.#seen ? this.#seen.value + BigInt(Math.max(0, Math.trunc(at - this.#seen.at))) : 0n;
      if (!kept) {
        await client.installationFact.upsert({
          where: { key: fact },
          create: { key: fact, value: '0' },
          update: { key: fact },
        });
      } else if (here <= value) {
        this.#seen = { value, at };
        return value;
      } else {
        const { count } = await client.installationFact.updateMany({
          where: { key: fact, value: kept.value },
          data: { value: here.toString() },
        });
        if (count === 1) {
          this.#seen = { value: here, at };
          return here;
        }
      }
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    if (this.#timer) await this.now().catch(this.deps.failed);
  }
}

/** The same as an expression for a statement. It is behind by at most the time between two updates. */
export const livedSql = `COALESCE((SELECT CAST("value" AS BIGINT) FROM "InstallationFact" WHERE "key" = '${fact}'), 0)`;
