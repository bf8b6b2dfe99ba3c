import type { Database } from '../../platform/database/database.js';
import { cursorText, cursorTime, cursorValues, before, sliced } from '../tidy/tidy-part.js';
import type { TidyPart } from '../tidy/tidy-part.js';

/** Transactions whose messages are too old to be taken. */
export const cmpNonces = ({ database }: { readonly database: Database }): TidyPart => ({
  name: 'nonces of CMP',
  wanted: ({ tidyCmpv2NonceStore }) => tidyCmpv2NonceStore,
  async page(place, cursor) {
    const { authority, parameters } = place;
    const [time, after = ''] = cursorValues(cursor);
    const since = cursorTime(time);
    const end = before(place, 0);
    const rows = await database.client.cmpNonce.findMany({
      where: {
        mountId: authority.mount.id,
        expiresAt: { lt: end },
        OR: [{ expiresAt: { gt: since } }, { expiresAt: since, nonce: { gt: after } }],
      },
      orderBy: [{ expiresAt: 'asc' }, { nonce: 'asc' }],
      select: { nonce: true, expiresAt: true },
      take: parameters.pageSize,
    });
    return sliced(
      rows,
      ({ expiresAt, nonce }) => cursorText(expiresAt, nonce),
      async (some, tx) => {
        const { count } = await tx.cmpNonce.deleteMany({
          where: { nonce: { in: some.map(({ nonce }) => nonce) }, expiresAt: { lt: end } },
        });
        return { cmpv2NonceDeleted: count };
      },
    );
  },
});
