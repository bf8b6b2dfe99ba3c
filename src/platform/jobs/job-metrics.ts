import type { Clock } from '../clock.js';
import type { Database } from '../database/database.js';
import type { Metrics } from '../metrics/metrics.js';

/** A job that has been due for this many milliseconds and has not started counts as late: servers look for work every few seconds. */
const behindMs = 60_000;

/** The jobs of all servers by kind, from the rows at the time when `/metrics` is read. */
export function jobMetrics(metrics: Metrics, { database, clock }: { database: Database; clock: Clock }): void {
  const { client } = database;
  const now = () => clock.now();
  const overdue = 'Jobs due for more than a minute that nobody does, by kind.';
  metrics.gauges('trustate_jobs_overdue', overdue, 'kind', async () => {
    const dueAt = { lt: new Date(now().getTime() - behindMs) };
    const where = { dueAt, OR: [{ leasedUntil: null }, { leasedUntil: { lt: now() } }] };
    const rows = await client.job.groupBy({ by: ['kind'], where, _count: { _all: true } });
    return counted(rows);
  });
  metrics.gauges('trustate_jobs_running', 'Jobs that a server has in hand, by kind.', 'kind', async () => {
    const where = { dueAt: { lte: now() }, leasedUntil: { gte: now() } };
    const rows = await client.job.groupBy({ by: ['kind'], where, _count: { _all: true } });
    return counted(rows);
  });
}

function counted(rows: readonly { readonly kind: string; readonly _count: { readonly _all: number } }[]) {
  return new Map(rows.map(({ kind, _count }) => [kind, _count._all]));
}
