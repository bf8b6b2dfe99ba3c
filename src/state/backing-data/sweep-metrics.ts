import type { Database } from '../../platform/database/database.js';
import type { Metrics } from '../../platform/metrics/metrics.js';
import { lastSweep } from './sweep-report.js';
import type { SweepReport } from './sweep-report.js';

const gauges: readonly (readonly [`trustate_${string}`, string, (report: SweepReport) => number])[] = [
  ['trustate_objects', 'Objects in the store, as the last sweep found it.', (report) => report.objects],
  ['trustate_objects_unnamed', 'The number of these that no row refers to.', (report) => report.unnamed],
  ['trustate_objects_removed', 'Objects that sweeps have removed so far.', (report) => report.removed],
  [
    'trustate_sweep_stopped',
    '1 where the last sweep refused to remove anything.',
    (report) => Number(report.stopped !== null),
  ],
  [
    'trustate_sweep_time_seconds',
    'When the last sweep was, in seconds since 1970.',
    (report) => Date.parse(report.at) / 1_000,
  ],
];

/** The result of the last sweep of any server; nothing before the first, or if the database does not answer. */
export function sweepMetrics(metrics: Metrics, database: Database): void {
  // The gauges are read together, with one query for all.
  let look: Promise<SweepReport | null> | undefined;
  const last = () =>
    (look ??= lastSweep(database)
      .catch(() => null)
      .finally(() => (look = undefined)));
  for (const [name, help, valueOf] of gauges) {
    metrics.gauge(name, help, 'database', async () => {
      const report = await last();
      return report ? valueOf(report) : Number.NaN;
    });
  }
}
