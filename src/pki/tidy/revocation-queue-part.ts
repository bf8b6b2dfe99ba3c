import { date, text } from '../../platform/database/columns.js';
import type { Database } from '../../platform/database/database.js';
import { rowReader } from '../../platform/database/row-reader.js';
import { before, cursorText, cursorTime, cursorValues, sliced } from './tidy-part.js';
import type { TidyPart } from './tidy-part.js';

const requestReader = rowReader({ id: text, requestedAt: date });
const requestsSql = `SELECT ${requestReader.selection('r')} FROM "RevocationRequest" r
  WHERE r."mountId" = ? AND r."requestedAt" < ? AND (r."requestedAt", r."id") > (?, ?)
  ORDER BY r."requestedAt", r."id" LIMIT ?`;

/** Requests that were asked of the mount, and that nobody confirmed in the mount that has the certificate. */
export const revocationQueue = ({ database }: { readonly database: Database }): TidyPart => ({
  name: 'revocation queue',
  wanted: ({ tidyRevocationQueue }) => tidyRevocationQueue,
  async page(place, cursor) {
    const { authority, parameters } = place;
    const [time, id = ''] = cursorValues(cursor);
    const after = [before(place, parameters.revocationQueueSafetyBuffer), cursorTime(time), id] as const;
    const rows = await database.readSql(requestsSql, [authority.mount.id, ...after, parameters.pageSize]);
    return sliced(
      rows.map(requestReader.read),
      (row) => cursorText(row.requestedAt, row.id),
      async (some, tx) => {
        const { count } = await tx.revocationRequest.deleteMany({ where: { id: { in: some.map((row) => row.id) } } });
        return { revocationQueueDeleted: count };
      },
    );
  },
});
