import { AgreedClock } from '../platform/agreed-clock.js';
import { systemClock } from '../platform/clock.js';
import { text } from '../platform/database/columns.js';
import type { Database } from '../platform/database/database.js';
import type { Log } from '../platform/log/log.js';
import { outsideWork } from '../platform/work/work.js';

const sql = 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::text AS "now"';

/** The clock of a server that may be one of several: PostgreSQL's, if its own differs. */
export function agreedClock(database: Database, log: Pick<Log, 'warn'>): Promise<AgreedClock> {
  const ask = () =>
    outsideWork(async () => {
      const [row] = await database.readAnew(sql);
      return new Date(Number(text(row?.['now'])));
    });
  return AgreedClock.open({ local: systemClock, ask, log });
}
