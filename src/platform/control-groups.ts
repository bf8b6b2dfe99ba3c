import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Reads a small file of the kernel; `null` where there is none. */
export type Read = (file: string) => string | null;

/** One of the two kinds of control groups (docs.kernel.org, "Control Group v2" and "Control Groups version 1"), with what limits something there. */
export interface GroupKind {
  /** In /proc/self/cgroup. */
  readonly own: RegExp;
  readonly root: string;
  /** The limit of a group; undefined for none. */
  readonly limit: (folder: string, read: Read) => number | undefined;
}

/** The groups of the second kind. */
export const secondKind = { own: /^0::(\/.*)$/m, root: '/sys/fs/cgroup' };

/** Those of a controller of the first kind. */
export const firstKind = (controller: string) => ({
  own: new RegExp(String.raw`^\d+:(?:[^:\n]*,)?${controller}(?:,[^:\n]*)?:(\/.*)$`, 'm'),
  root: `/sys/fs/cgroup/${controller}`,
});

/** The least limit of the groups that this process is in; Infinity for none. */
export function leastLimit(kinds: readonly GroupKind[], read: Read = readKernel): number {
  const groups = read('/proc/self/cgroup') ?? '';
  const limits = kinds.flatMap(({ own, root, limit }) => {
    const group = own.exec(groups)?.[1];
    if (group === undefined) return [];
    // Whoever limits a group limits the groups in it. In a container, its own group may be what lies at the root, whatever it is called outside.
    return above(group).map((each) => limit(path.join(root, each), read) ?? Infinity);
  });
  return Math.min(Infinity, ...limits);
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
