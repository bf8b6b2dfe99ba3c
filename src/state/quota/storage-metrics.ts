import type { Clock } from '../../platform/clock.js';
import type { Metrics } from '../../platform/metrics/metrics.js';
import type { Storage } from './storage.js';

/** Milliseconds for which a sum is cached: it is read from every organization, and there may be a scrape every second from several sides. */
const shownMs = 60_000;

/** Stored bytes of all organizations together, and how often a quota was exceeded. Which organization it was is only shown to its owners. */
export function storageMetrics(
  metrics: Metrics,
  { clock, storage }: { clock: Clock; storage: Pick<Storage, 'onRefused' | 'usedByAll'> },
): void {
  const elapsed = () => clock.elapsed?.() ?? clock.now().getTime();
  let shown: { readonly until: number; readonly bytes: Promise<bigint> } | null = null;
  const stored = 'Bytes of state content that are stored, as quotas count them.';
  metrics.gauge('trustate_stored_bytes', stored, 'database', async () => {
    const now = elapsed();
    if (shown === null || now >= shown.until) shown = { until: now + shownMs, bytes: storage.usedByAll() };
    const asked = shown;
    try {
      return Number(await asked.bytes);
    } catch {
      if (shown === asked) shown = null;
      return Number.NaN;
    }
  });
  const refused = metrics.counter(
    'trustate_storage_refused_total',
    'Contents refused because their organization had no room for them.',
    [],
  );
  storage.onRefused(() => {
    refused.inc();
  });
}
