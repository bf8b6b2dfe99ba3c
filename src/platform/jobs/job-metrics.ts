import type { Clock } from '../clock.js';
import { bigint, text } from '../database/columns.js';
import type { Database, SqlParameter } from '../database/database.js';
import type { Metrics } from '../metrics/metrics.js';

/** A job that has been due for this many milliseconds and has not started counts as late: servers look for work every few seconds. */
const behindMs = 60_000;

/** An expression is in the order of no index: SQLite would else go along all jobs by their kinds, instead of those that are due. */
const countedSql = (condition: string) =>
  `SELECT "kind" || '' AS "ofKind", COUNT(*) AS "jobs" FROM "Job" WHERE ${condition} GROUP BY 1`;
const overdueSql = countedSql('"dueAt" < ? AND ("leasedUntil" IS NULL OR "leasedUntil" < ?)');
const runningSql = countedSql('"dueAt" <= ? AND "leasedUntil" >= ?');

/**
 * The jobs of all servers by kind, from the rows at the time when `/metrics` is read. It cannot use the client: an idle server that is asked for nothing else
 * would load Prisma for it.
 */
export function jobMetrics(
  metrics: Metrics,
  { database, clock }: { database: Pick<Database, 'readAnew'>; clock: Clock },
): void {
  const counted = async (sql: string, ...parameters: readonly SqlParameter[]) => {
    const rows = await database.readAnew(sql, parameters);
    return new Map(rows.map((row) => [text(row['ofKind']), Number(bigint(row['jobs']))]));
  };
  const overdue = 'Jobs due for more than a minute that nobody does, by kind.';
  metrics.gauges('trustate_jobs_overdue', overdue, 'kind', () => {
    const now = clock.now();
    return counted(overdueSql, new Date(now.getTime() - behindMs), now);
  });
  metrics.gauges('trustate_jobs_running', 'Jobs that a server has in hand, by kind.', 'kind', () => {
    const now = clock.now();
    return counted(runningSql, now, now);
  });
}
