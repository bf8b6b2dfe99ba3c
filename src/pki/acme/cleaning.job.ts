import type { Clock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/database.js';
import { removeOrders } from './expired-orders.js';
import type { Nonces } from './nonces.js';

export const cleaningJobKind = 'acme.cleaning';

/** Milliseconds between two runs. */
export const cleanAgainMs = 3_600_000;
/** Milliseconds that an order can be looked at after it has expired. */
const keptMs = 7 * 86_400_000;
/** Rows in one statement: other writers wait for it. */
const rowsTogether = 500;

/** Removes what has expired, some rows at a time, so that nobody waits long. A tidy removes accounts, and orders sooner. */
export class AcmeCleaning {
  constructor(private readonly deps: { readonly database: Database; readonly nonces: Nonces; readonly clock: Clock }) {}

  /** @returns when it is due again */
  async run(signal: AbortSignal): Promise<Date> {
    while (!signal.aborted && (await this.#orders()) === rowsTogether);
    while (!signal.aborted && (await this.deps.nonces.clean(rowsTogether)));
    return new Date(this.deps.clock.now().getTime() + cleanAgainMs);
  }

  /** @returns how many it found, at most {@link rowsTogether} */
  async #orders(): Promise<number> {
    const before = new Date(this.deps.clock.now().getTime() - keptMs);
    const { database } = this.deps;
    const rows = await database.background.client.acmeOrder.findMany({
      where: { expiresAt: { lt: before } },
      orderBy: { expiresAt: 'asc' },
      select: { id: true },
      take: rowsTogether,
    });
    const ids = rows.map(({ id }) => id);
    await database.background.transaction((tx) =>
      removeOrders(tx, ids, { fulfilledBefore: before, othersBefore: before }),
    );
    return rows.length;
  }
}
