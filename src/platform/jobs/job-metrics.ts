import type { Clock } from '../clock.js';
import { bigint, text } from '../database/columns.js';
import type { Database, SqlParameter } from '../database/database.js';
import type { Metrics } from '../metrics/metrics.js';

/** A job that has been due for this many milliseconds and has not started counts as late: servers look for work every few seconds. */
const behindMs = 60_000;

/** Most due jobs of one kind that are counted: a scrape goes on in time where a million wait for a store that is away. */
const mostCounted = 10_000;

/** Kinds are found one after the other by an index. */
const ofEachKind = (counted: string) => `WITH RECURSIVE "known"("kind") AS (
    SELECT MIN("kind") FROM "Job"
    UNION ALL SELECT (SELECT MIN("kind") FROM "Job" WHERE "kind" > "known"."kind") FROM "known" WHERE "known"."kind" IS NOT NULL
  ) SELECT "known"."kind" AS "ofKind", ${counted} AS "jobs" FROM "known" WHERE "known"."kind" IS NOT NULL`;

/** Those that are leased are few, and those that are due may be many: the index of leases answers. */
const leased =
  '(SELECT COUNT(*) FROM "Job" WHERE "kind" = "known"."kind" AND "leasedUntil" >= ? AND ("dueAt" <= ?) IS TRUE)';
const due = `(SELECT COUNT(*) FROM (SELECT 1 FROM "Job" WHERE "kind" = "known"."kind" AND "dueAt" <= ? LIMIT ${mostCounted}) AS "some")`;
const overdueSql = ofEachKind(`${due} - ${leased}`);
const runningSql = ofEachKind(leased);

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
  const overdue = 'Jobs due for more than a minute that nobody does, by kind; at most 10,000 of each are counted.';
  metrics.gauges('trustate_jobs_overdue', overdue, 'kind', () => {
    const now = clock.now();
    const behind = new Date(now.getTime() - behindMs);
    return counted(overdueSql, behind, now, behind);
  });
  metrics.gauges('trustate_jobs_running', 'Jobs that a server has in hand, by kind.', 'kind', () => {
    const now = clock.now();
    return counted(runningSql, now, now);
  });
}
