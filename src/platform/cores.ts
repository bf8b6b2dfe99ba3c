import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';

/** Reads a small file of the kernel; `null` where there is none. */
type Read = (file: string) => string | null;

/** Processor time that a group of processes may take, in cores; undefined for no limit. */
type Quota = (folder: string, read: Read) => number | undefined;

/** Control groups of the second kind, and of the first (docs.kernel.org, "Control Group v2" and "CFS Bandwidth Control"). */
const kinds: readonly { readonly own: RegExp; readonly root: string; readonly quota: Quota }[] = [
  {
    own: /^0::(\/.*)$/m,
    root: '/sys/fs/cgroup',
    quota: (folder, read) => {
      const [most, period] = (read(path.join(folder, 'cpu.max')) ?? '').split(' ');
      return cores(most, period);
    },
  },
  {
    own: /^\d+:(?:[^:\n]*,)?cpu(?:,[^:\n]*)?:(\/.*)$/m,
    root: '/sys/fs/cgroup/cpu',
    quota: (folder, read) =>
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
export function usableCores(read: Read = readKernel, available = availableParallelism()): number {
  const groups = read('/proc/self/cgroup') ?? '';
  const quotas = kinds.flatMap(({ own, root, quota }) => {
    const group = own.exec(groups)?.[1];
    if (group === undefined) return [];
    // Whoever limits a group limits the groups in it. In a container, its own group may be what lies at the root, whatever it is called outside.
    return above(group).map((each) => quota(path.join(root, each), read) ?? Infinity);
  });
  return Math.max(1, Math.floor(Math.min(available, ...quotas)));
}

/** A group, and those that it is in. */
function above(group: string): readonly string[] {
  const names = group.split('/').filter((name) => name !== '' && name !== '..');
  return Array.from({ length: names.length + 1 }, (_, left) => `/${names.slice(0, left).join('/')}`);
}

function readKernel(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    // Another system, or a group that cannot be seen from here: no limit is known.
    return null;
  }
}
