import { date, text } from '../../platform/database/columns.js';
import type { Database } from '../../platform/database/database.js';
import { rowReader } from '../../platform/database/row-reader.js';
import { removeOrders } from '../acme/expired-orders.js';
import { before, cursorText, cursorTime, cursorValues, sliced } from './tidy-part.js';
import type { TidyPart, TidyPlace } from './tidy-part.js';

interface AcmeDeps {
  readonly database: Database;
}

const orderReader = rowReader({ id: text, expiresAt: date });
const ordersSql = `SELECT ${orderReader.selection('o')} FROM "AcmeOrder" o
  WHERE o."mountId" = ? AND o."expiresAt" < ? AND (o."expiresAt", o."id") > (?, ?) AND (o."status" <> 'valid' OR o."expiresAt" < ?)
  ORDER BY o."expiresAt", o."id" LIMIT ?`;

const wanted: TidyPart['wanted'] = ({ tidyAcme }) => tidyAcme;

/** Orders with their authorizations: those with a certificate once it is past its buffer, the others once they have expired. */
export const acmeOrders = ({ database }: AcmeDeps): TidyPart => ({
  name: 'ACME orders',
  wanted,
  async page(place, cursor) {
    const [time, id = ''] = cursorValues(cursor);
    const expired = { fulfilledBefore: before(place, place.parameters.safetyBuffer), othersBefore: place.now };
    const after = [place.now, cursorTime(time), id, expired.fulfilledBefore] as const;
    const whose = place.authority.mount.id;
    const rows = await database.readSql(ordersSql, [whose, ...after, place.parameters.pageSize]);
    return sliced(
      rows.map(orderReader.read),
      (row) => cursorText(row.expiresAt, row.id),
      async (some, tx) => ({
        acmeOrdersDeleted: await removeOrders(
          tx,
          some.map((row) => row.id),
          expired,
        ),
      }),
    );
  },
});

const accountsEnd = (place: TidyPlace): Date => before(place, place.parameters.acmeAccountSafetyBuffer);

/** Accounts without orders: one that nobody used for its buffer is revoked, and one that ended so long ago goes. */
export const acmeAccounts = ({ database }: AcmeDeps): TidyPart => ({
  name: 'ACME accounts',
  wanted,
  async page(place, cursor) {
    const { authority, now, parameters } = place;
    const mountId = authority.mount.id;
    const rows = await database.client.acmeAccount.findMany({
      where: { mountId, ...(cursor !== null && { id: { gt: cursor } }) },
      orderBy: { id: 'asc' },
      select: { id: true },
      take: parameters.pageSize,
    });
    const end = accountsEnd(place);
    const since = (column: 'usedUntil' | 'triedUntil' | 'endedAt') => ({
      OR: [{ [column]: null }, { [column]: { lt: end } }],
    });
    return sliced(
      rows,
      ({ id }) => id,
      async (some, tx) => {
        const unused = { id: { in: some.map(({ id }) => id) }, createdAt: { lt: end }, orders: { none: {} } };
        const deleted = await tx.acmeAccount.deleteMany({
          where: {
            ...unused,
            status: { not: 'valid' },
            AND: [since('usedUntil'), since('triedUntil'), since('endedAt')],
          },
        });
        const revoked = await tx.acmeAccount.updateMany({
          where: { ...unused, status: 'valid', AND: [since('usedUntil'), since('triedUntil')] },
          data: { status: 'revoked', endedAt: now },
        });
        return {
          acmeAccounts: some.length,
          acmeAccountsDeleted: deleted.count,
          acmeAccountsRevoked: revoked.count,
        };
      },
    );
  },
});

/** Keys for accounts that nobody made in the buffer of accounts. */
export const acmeEabKeys = ({ database }: AcmeDeps): TidyPart => ({
  name: 'keys for ACME accounts',
  wanted,
  async page(place, cursor) {
    const unused = { mountId: place.authority.mount.id, createdAt: { lt: accountsEnd(place) } };
    const rows = await database.client.acmeEabKey.findMany({
      where: { ...unused, ...(cursor !== null && { id: { gt: cursor } }) },
      orderBy: { id: 'asc' },
      select: { id: true },
      take: place.parameters.pageSize,
    });
    return sliced(
      rows,
      ({ id }) => id,
      async (some, tx) => {
        const { count } = await tx.acmeEabKey.deleteMany({ where: { id: { in: some.map(({ id }) => id) } } });
        return { acmeEabKeysDeleted: count };
      },
    );
  },
});
