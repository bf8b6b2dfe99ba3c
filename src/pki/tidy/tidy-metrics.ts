import type { Metrics } from '../../platform/metrics/metrics.js';
import type { CertificateCounts } from './stored-counts.js';

/** What mounts store whose automatic configuration publishes it, by their path. */
export function tidyMetrics(metrics: Metrics, published: () => Promise<ReadonlyMap<string, CertificateCounts>>): void {
  const of = (kind: keyof CertificateCounts) => async () =>
    new Map([...(await published())].map(([mount, counts]) => [mount, counts[kind]] as const));
  const which = 'of mounts that publish it, by mount; at most a minute old.';
  metrics.gauges('trustate_stored_certificates', `Stored certificates ${which}`, 'mount', of('certificates'));
  metrics.gauges('trustate_stored_revocations', `Stored revocations ${which}`, 'mount', of('revoked'));
}
