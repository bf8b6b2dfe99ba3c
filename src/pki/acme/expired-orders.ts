import type { TransactionClient } from '../../platform/database/database.js';

/** Which orders may go: those with a certificate once it has expired long enough ago, and those that led to none. */
export interface ExpiredOrders {
  readonly fulfilledBefore: Date;
  readonly othersBefore: Date;
}

/** Orders that have expired, with their authorizations; certificates stay. Their accounts know until when they were used. @returns how many */
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
  const used = await tx.acmeOrder.groupBy({ by: ['accountId'], where, _max: { expiresAt: true } });
  for (const {
    accountId,
    _max: { expiresAt: usedUntil },
  } of used)
    if (usedUntil)
      await tx.acmeAccount.updateMany({
        where: { id: accountId, OR: [{ usedUntil: null }, { usedUntil: { lt: usedUntil } }] },
        data: { usedUntil },
      });
  const { count } = await tx.acmeOrder.deleteMany({ where });
  return count;
}
