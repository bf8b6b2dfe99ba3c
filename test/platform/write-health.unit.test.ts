import { expect, test, vi } from 'vitest';
import { WriteHealth } from '../../src/platform/write-health.js';

const full = Object.assign(new Error('no room'), { code: 'ENOSPC' });

test('what was last written decides; what is no outage says nothing', async () => {
  const writes = new WriteHealth();
  const attempt = vi.fn(() => Promise.reject(full));
  await writes.check(attempt);
  await expect(writes.watch(() => Promise.reject(new Error('a bug')))).rejects.toThrow('a bug');
  await writes.check(attempt);
  expect(attempt).not.toHaveBeenCalled();
  await expect(writes.watch(() => Promise.reject(full))).rejects.toBe(full);
  await expect(writes.check(attempt)).rejects.toMatchObject({ cause: full });
  // A part of a transaction is not on the disk yet.
  await writes.watch(() => Promise.resolve(), false);
  await expect(writes.check(attempt)).rejects.toMatchObject({ cause: full });
  // However often it is asked, it is tried now and then only.
  expect(attempt).toHaveBeenCalledOnce();
  await writes.watch(() => Promise.resolve());
  await writes.check(attempt);
});

test('where nobody writes, an attempt finds that there is room again', async () => {
  const writes = new WriteHealth();
  writes.failed(full);
  await writes.check(() => Promise.resolve());
  await writes.check(() => Promise.reject(full));
});
