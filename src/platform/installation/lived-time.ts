import type { Database } from '../database/database.js';

const fact = 'installation.lived';
/** Milliseconds from one look to the next, each of which writes down how far it is. */
const lookEvery = 5 * 60_000;

/** How long servers of this installation have been at work so far. */
export interface LivedTime {
  /** In milliseconds; never more than has passed. */
  now(): Promise<bigint>;
}

/**
 * Counts by what cannot jump, as clocks and the times of files do: from one look to the next a server adds what its own monotonic counter says, and no more than
 * is missing, so that several servers together are no faster than one. Time in which none is at work does not count, nor does what a killed one had not written.
 */
export class RecordedLifetime implements LivedTime {
  #seen: { readonly value: bigint; readonly at: number } | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly deps: {
      readonly database: Database;
      readonly failed: (error: unknown) => void;
      /** Milliseconds since some moment. */
      readonly monotonic?: () => number;
    },
  ) {}

  /** Begins to count. */
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

/** The same as an expression of a statement, at most as far behind as the looks lie apart. */
export const livedSql = `COALESCE((SELECT CAST("value" AS BIGINT) FROM "InstallationFact" WHERE "key" = '${fact}'), 0)`;
