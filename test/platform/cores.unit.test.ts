import { describe, expect, test } from 'vitest';
import { usableCores } from '../../src/platform/cores.js';

const second = '/sys/fs/cgroup';
const first = '/sys/fs/cgroup/cpu';
const quotaOfFirst = (folder: string, quota: string) => ({
  [`${folder}/cpu.cfs_quota_us`]: quota,
  [`${folder}/cpu.cfs_period_us`]: '100000',
});

describe('cores that a process may use of eight', () => {
  test.each<[string, Record<string, string>, number]>([
    ['no control groups', {}, 8],
    ['no limit', { '/proc/self/cgroup': '0::/', [`${second}/cpu.max`]: 'max 100000' }, 8],
    ['a container of two cores', { '/proc/self/cgroup': '0::/', [`${second}/cpu.max`]: '200000 100000' }, 2],
    ['two and a half', { '/proc/self/cgroup': '0::/', [`${second}/cpu.max`]: '250000 100000' }, 2],
    ['half a core', { '/proc/self/cgroup': '0::/', [`${second}/cpu.max`]: '50000 100000' }, 1],
    ['more than there are', { '/proc/self/cgroup': '0::/', [`${second}/cpu.max`]: '6400000 100000' }, 8],
    [
      'a service',
      {
        '/proc/self/cgroup': '0::/system.slice/t.service',
        [`${second}/system.slice/t.service/cpu.max`]: '300000 100000',
      },
      3,
    ],
    [
      'a service in a slice with less',
      {
        '/proc/self/cgroup': '0::/small.slice/t.service',
        [`${second}/small.slice/cpu.max`]: '200000 100000',
        [`${second}/small.slice/t.service/cpu.max`]: '300000 100000',
      },
      2,
    ],
    [
      'a container that sees its group by the name that it has outside',
      { '/proc/self/cgroup': '0::/kubepods/pod1/c1', [`${second}/cpu.max`]: '400000 100000' },
      4,
    ],
    [
      'a group outside of what is seen',
      { '/proc/self/cgroup': '0::/../../other', [`${second}/cpu.max`]: 'max 100000' },
      8,
    ],
    [
      'the first kind',
      { '/proc/self/cgroup': '5:cpuset:/\n1:cpu,cpuacct:/c', ...quotaOfFirst(`${first}/c`, '300000') },
      3,
    ],
    ['the first kind, alone', { '/proc/self/cgroup': '1:cpu:/\n0::/', ...quotaOfFirst(first, '200000') }, 2],
    ['the first kind without a limit', { '/proc/self/cgroup': '1:cpu:/', ...quotaOfFirst(first, '-1') }, 8],
    ['what is no number', { '/proc/self/cgroup': '0::/', [`${second}/cpu.max`]: 'nonsense' }, 8],
  ])('%s', (_what, files, expected) => {
    expect(usableCores((file) => files[file] ?? null, 8)).toBe(expected);
  });

  test('here there is at least one', () => {
    expect(usableCores()).toBeGreaterThanOrEqual(1);
  });
});
