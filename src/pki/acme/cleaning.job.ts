import type { Clock } from '../../platform/clock.js';
import { boolean, text } from '../../platform/database/columns.js';
import type { Database, SqlRow } from '../../platform/database/database.js';
import { removeOrders } from './expired-orders.js';
import type { Allowances } from './allowances.js';
import type { Nonces } from './nonces.js';

export const cleaningJobKind = 'acme.cleaning';

/** Milliseconds between two runs. */
export const cleanAgainMs = 3_600_000;
/** Milliseconds that an order can be looked at after it has expired. */
const keptMs = 7 * 86_400_000;
/** Milliseconds after its last order that an account stays which nobody was given a key for, and which never had a certificate: clients set up ahead of their first order do not register anew. */
const keptUnfulfilledMs = 90 * 86_400_000;
/** Rows in one statement: other writers wait for it. */
const rowsTogether = 500;

const triedSql = `SELECT a."id", (a."status" = 'revoked' OR a."usedUntil" IS NOT NULL
    OR EXISTS (SELECT 1 FROM "AcmeOrder" o WHERE o."accountId" = a."id" AND o."status" = 'valid')) AS "isKept"
  FROM "AcmeAccount" a WHERE a."triedUntil" < ? ORDER BY a."triedUntil" LIMIT ?`;
const triedReader = (row: SqlRow) => ({ id: text(row['id']), isKept: boolean(row['isKept']) });

/** Removes what has expired, some rows at a time, so that nobody waits long. A tidy removes other accounts, and orders sooner. */
export class AcmeCleaning {
  constructor(
    private readonly deps: {
      readonly database: Database;
      readonly nonces: Nonces;
      readonly allowances: Allowances;
      readonly clock: Clock;
    },
  ) {}

  /** @returns when it is due again */
  async run(signal: AbortSignal): Promise<Date> {
    while (!signal.aborted && (await this.#orders()) === rowsTogether);
    while (!signal.aborted && (await this.#accounts()) === rowsTogether);
    while (!signal.aborted && (await this.deps.nonces.clean(rowsTogether)));
    while (!signal.aborted && (await this.deps.allowances.clean(rowsTogether)));
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

  /** What strangers have left: accounts that came to nothing. One that had a certificate, or that an operator has revoked, is not asked about again. @returns as above */
  async #accounts(): Promise<number> {
    const before = new Date(this.deps.clock.now().getTime() - keptUnfulfilledMs);
    const { database } = this.deps;
    const rows = (await database.readAnew(triedSql, [before, rowsTogether])).map(triedReader);
    const idsOf = (isKept: boolean) => rows.flatMap((row) => (row.isKept === isKept ? [row.id] : []));
    // One may have ordered again meanwhile, which takes it out, or an operator may have revoked it.
    const tried = { triedUntil: { lt: before } };
    const toNothing = { ...tried, usedUntil: null, status: { not: 'revoked' } };
    await database.background.transaction(async (tx) => {
      await tx.acmeAccount.updateMany({ where: { id: { in: idsOf(true) }, ...tried }, data: { triedUntil: null } });
      await tx.acmeAccount.deleteMany({ where: { id: { in: idsOf(false) }, ...toNothing } });
    });
    return rows.length;
  }
}
