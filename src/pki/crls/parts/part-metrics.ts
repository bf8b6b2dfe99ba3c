import type { Metrics } from '../../../platform/metrics/metrics.js';

/** @param onLeft listens to each failure to remove parts of former CRLs */
export function partMetrics(metrics: Metrics, onLeft: (listener: () => void) => void): void {
  const name = 'trustate_crl_part_removal_failures_total';
  const failures = metrics.counter(name, 'Failures to remove parts of former CRLs, which are tried again.', []);
  onLeft(() => {
    failures.inc();
  });
}
