import type { Clock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/database.js';

export const scepCleaningJobKind = 'scep.cleaning';

/** Milliseconds between two runs. */
export const cleanScepAgainMs = 3_600_000;
/** Rows in one statement: other writers wait for it. */
const rowsTogether = 500;

/** Removes transactions that are over, some rows at a time, so that nobody waits long. */
export class ScepCleaning {
  constructor(private readonly deps: { readonly database: Database; readonly clock: Clock }) {}

  /** @returns when it is due again */
  async run(signal: AbortSignal): Promise<Date> {
    const { client } = this.deps.database.background;
    const now = this.deps.clock.now();
    while (!signal.aborted) {
      const rows = await client.scepTransaction.findMany({
        where: { expiresAt: { lt: now } },
        orderBy: { expiresAt: 'asc' },
        select: { id: true },
        take: rowsTogether,
      });
      // One may have begun anew meanwhile.
      const over = { id: { in: rows.map(({ id }) => id) }, expiresAt: { lt: now } };
      await client.scepTransaction.deleteMany({ where: over });
      if (rows.length < rowsTogether) break;
    }
    return new Date(now.getTime() + cleanScepAgainMs);
  }
}
