import { availableParallelism } from 'node:os';
import path from 'node:path';
import { firstKind, leastLimit, secondKind } from './control-groups.js';
import type { GroupKind, Read } from './control-groups.js';

/** Processor time that a group may take, in cores (docs.kernel.org, "Control Group v2" and "CFS Bandwidth Control"). */
const quotas: readonly GroupKind[] = [
  {
    ...secondKind,
    limit: (folder, read) => {
      const [most, period] = (read(path.join(folder, 'cpu.max')) ?? '').split(' ');
      return cores(most, period);
    },
  },
  {
    ...firstKind('cpu'),
    limit: (folder, read) =>
      cores(read(path.join(folder, 'cpu.cfs_quota_us')), read(path.join(folder, 'cpu.cfs_period_us'))),
  },
];

function cores(most: string | null | undefined, period: string | null | undefined): number | undefined {
  // `max`, and -1 in the first kind, are no limit.
  const share = Number(most ?? undefined) / Number(period ?? undefined);
  return share > 0 && Number.isFinite(share) ? share : undefined;
}

/**
 * Cores that this process may use: those that it may run on, or what the limit of a container, a pod or a service leaves of them, in whole cores and at least one.
 * Node does not know of all such limits: 20.20, 22.23 and 24.21 not of those of the first kind.
 */
export function usableCores(read?: Read, available = availableParallelism()): number {
  return Math.max(1, Math.floor(Math.min(available, leastLimit(quotas, read))));
}
