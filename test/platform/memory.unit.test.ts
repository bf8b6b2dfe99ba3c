import { describe, expect, test } from 'vitest';
import { usableMemory } from '../../src/platform/memory.js';

const second = '/sys/fs/cgroup';
const first = '/sys/fs/cgroup/memory';

describe('bytes that a process may use of a thousand', () => {
  test.each<[string, Record<string, string>, number]>([
    ['no control groups', {}, 1_000],
    ['no limit', { '/proc/self/cgroup': '0::/', [`${second}/memory.max`]: 'max' }, 1_000],
    ['a container', { '/proc/self/cgroup': '0::/', [`${second}/memory.max`]: '300' }, 300],
    ['more than there are', { '/proc/self/cgroup': '0::/', [`${second}/memory.max`]: '5000' }, 1_000],
    [
      'a service that is slowed down before it is ended',
      {
        '/proc/self/cgroup': '0::/t.service',
        [`${second}/t.service/memory.max`]: '400',
        [`${second}/t.service/memory.high`]: '200',
      },
      200,
    ],
    [
      'a service without a limit in a slice that has one',
      {
        '/proc/self/cgroup': '0::/small.slice/t.service',
        [`${second}/small.slice/memory.max`]: '500',
        [`${second}/small.slice/t.service/memory.max`]: 'max',
      },
      500,
    ],
    [
      'a container that sees its group by the name that it has outside',
      { '/proc/self/cgroup': '0::/kubepods/pod1/c1', [`${second}/memory.max`]: '400' },
      400,
    ],
    ['the first kind', { '/proc/self/cgroup': '4:memory:/c', [`${first}/c/memory.limit_in_bytes`]: '600' }, 600],
    [
      'the first kind without a limit',
      { '/proc/self/cgroup': '4:memory:/\n0::/', [`${first}/memory.limit_in_bytes`]: '9223372036854771712' },
      1_000,
    ],
    ['what is no number', { '/proc/self/cgroup': '0::/', [`${second}/memory.max`]: 'nonsense' }, 1_000],
  ])('%s', (_what, files, expected) => {
    expect(usableMemory((file) => files[file] ?? null, 1_000)).toBe(expected);
  });

  test('here there are some', () => {
    expect(usableMemory()).toBeGreaterThan(2 ** 20);
  });
});
