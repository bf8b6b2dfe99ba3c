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
  // Not grouped by the database: that takes Prisma's interpreter, which is loaded for nothing else at a start.
  const orders = await tx.acmeOrder.findMany({ where, select: { accountId: true, expiresAt: true } });
  const used = new Map<string, Date>();
  for (const { accountId, expiresAt } of orders) {
    const before = used.get(accountId);
    if (before === undefined || before < expiresAt) used.set(accountId, expiresAt);
  }
  for (const [accountId, usedUntil] of used)
    await tx.acmeAccount.updateMany({
      where: { id: accountId, OR: [{ usedUntil: null }, { usedUntil: { lt: usedUntil } }] },
      data: { usedUntil },
    });
  const { count } = await tx.acmeOrder.deleteMany({ where });
  return count;
}
