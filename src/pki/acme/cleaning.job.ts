import type { Clock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/database.js';
import type { Nonces } from './nonces.js';

export const cleaningJobKind = 'acme.cleaning';

/** Milliseconds between two runs. */
export const cleanAgainMs = 3_600_000;
/** Milliseconds that an order can be looked at after it has expired. */
const usualBufferMs = 7 * 86_400_000;
/** Rows in one statement: other writers wait for it. */
const rowsTogether = 500;

export interface CleanedOrders {
  /** Of all mounts otherwise. */
  readonly mountId?: string;
  /** Milliseconds since they expired. */
  readonly safetyBufferMs: number;
}

export interface CleanedAccounts {
  readonly mountId: string;
  /** Milliseconds since they were made. */
  readonly safetyBufferMs: number;
}

/** Removes what has expired, some rows at a time, so that nobody waits long. */
export class AcmeCleaning {
  constructor(private readonly deps: { readonly database: Database; readonly nonces: Nonces; readonly clock: Clock }) {}

  /** @returns when it is due again */
  async run(signal: AbortSignal): Promise<Date> {
    await this.orders({ safetyBufferMs: usualBufferMs }, signal);
    while (!signal.aborted && (await this.deps.nonces.clean(rowsTogether)));
    return new Date(this.deps.clock.now().getTime() + cleanAgainMs);
  }

  /** Orders with their authorizations; a certificate stays. @returns how many */
  async orders({ mountId, safetyBufferMs }: CleanedOrders, signal?: AbortSignal): Promise<number> {
    const before = new Date(this.deps.clock.now().getTime() - safetyBufferMs);
    const { client } = this.deps.database.background;
    const where = { expiresAt: { lt: before }, ...(mountId !== undefined && { mountId }) };
    return this.#batches(async (take) => {
      const rows = await client.acmeOrder.findMany({
        where,
        orderBy: { expiresAt: 'asc' },
        select: { id: true },
        take,
      });
      const { count } = await client.acmeOrder.deleteMany({ where: { id: { in: rows.map(({ id }) => id) } } });
      return count;
    }, signal);
  }

  /** Accounts that have no orders, and had time to make one. @returns how many */
  async accounts({ mountId, safetyBufferMs }: CleanedAccounts, signal?: AbortSignal): Promise<number> {
    const before = new Date(this.deps.clock.now().getTime() - safetyBufferMs);
    const { client } = this.deps.database.background;
    const where = { mountId, createdAt: { lt: before }, orders: { none: {} } };
    return this.#batches(async (take) => {
      const rows = await client.acmeAccount.findMany({ where, orderBy: { id: 'asc' }, select: { id: true }, take });
      const idle = { id: { in: rows.map(({ id }) => id) }, orders: { none: {} } };
      const { count } = await client.acmeAccount.deleteMany({ where: idle });
      return count;
    }, signal);
  }

  async #batches(remove: (most: number) => Promise<number>, signal?: AbortSignal): Promise<number> {
    let all = 0;
    while (signal?.aborted !== true) {
      const removed = await remove(rowsTogether);
      all += removed;
      if (removed < rowsTogether) break;
    }
    return all;
  }
}
