import type { TransactionClient } from '../../platform/database/database.js';

/** Which orders may go: those with a certificate once it has expired long enough ago, and those that led to none. */
export interface ExpiredOrders {
  readonly fulfilledBefore: Date;
  readonly othersBefore: Date;
}

/**
 * Orders that have expired, with their authorizations; certificates stay. Their accounts know until when they were used: by those that led to a certificate, or by any
 * where nobody asks whether they ever had one.
 * @returns how many
 */
export async function removeOrders(
  tx: TransactionClient,
  ids: readonly string[],
  { fulfilledBefore, othersBefore }: ExpiredOrders,
): Promise<number> {
  const where = {
    id: { in: [...ids] },
    OR: [
      { status: 'valid', expiresAt: { lt: fulfilledBefore } },
      { status: { not: 'valid' }, expiresAt: { lt: othersBefore } },
    ],
  };
  // Not grouped by the database: that takes Prisma's interpreter, which is loaded for nothing else at a start.
  const orders = await tx.acmeOrder.findMany({ where, select: { accountId: true, expiresAt: true, status: true } });
  for (const isFulfilled of [true, false]) {
    const some = orders.filter(({ status }) => (status === 'valid') === isFulfilled);
    for (const [id, usedUntil] of lastOf(some))
      await tx.acmeAccount.updateMany({
        where: {
          ...{ id, OR: [{ usedUntil: null }, { usedUntil: { lt: usedUntil } }] },
          ...(!isFulfilled && { triedUntil: null }),
        },
        data: { usedUntil },
      });
  }
  const { count } = await tx.acmeOrder.deleteMany({ where });
  return count;
}

/** Of each account, when the last of its orders expired. */
function lastOf(orders: readonly { readonly accountId: string; readonly expiresAt: Date }[]): Map<string, Date> {
  const last = new Map<string, Date>();
  for (const { accountId, expiresAt } of orders) {
    const before = last.get(accountId);
    if (before === undefined || before < expiresAt) last.set(accountId, expiresAt);
  }
  return last;
}
