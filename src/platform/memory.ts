import { totalmem } from 'node:os';
import path from 'node:path';
import { firstKind, leastLimit, secondKind } from './control-groups.js';
import type { GroupKind, Read } from './control-groups.js';

/** Memory that a group may have, in bytes (docs.kernel.org, "Control Group v2" and "Memory Resource Controller"): beyond `high` it is slowed down. */
const limits: readonly GroupKind[] = [
  {
    ...secondKind,
    limit: (folder, read) =>
      Math.min(...['memory.max', 'memory.high'].map((name) => bytes(read(path.join(folder, name))) ?? Infinity)),
  },
  { ...firstKind('memory'), limit: (folder, read) => bytes(read(path.join(folder, 'memory.limit_in_bytes'))) },
];

function bytes(given: string | null): number | undefined {
  // `max` is no limit. Without one, the first kind says more than any machine has.
  const limit = Number(given ?? undefined);
  return limit > 0 ? limit : undefined;
}

/**
 * Memory that this process may use, in bytes: that of the machine, or what the limit of a container, a pod or a service leaves of it. Node knows of the limit of the
 * group that a process is in, and not of those that this group is in.
 */
export function usableMemory(read?: Read, total = totalmem()): number {
  return Math.min(total, leastLimit(limits, read));
}
