import type { Database } from '../../platform/database/database.js';
import type { Metrics } from '../../platform/metrics/metrics.js';
import type { Storage } from './storage.js';

/** Stored bytes of all organizations together, and how often one of them had no room. Which of them is shown to its owners. */
export function storageMetrics(metrics: Metrics, database: Database, storage: Pick<Storage, 'onRefused'>): void {
  metrics.gauge('trustate_stored_bytes', 'Bytes of state content that are stored, as quotas count them.', async () => {
    try {
      const { _sum } = await database.client.workspace.aggregate({ _sum: { storedBytes: true } });
      return Number(_sum.storedBytes ?? 0n);
    } catch {
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
