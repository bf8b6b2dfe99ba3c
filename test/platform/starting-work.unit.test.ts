import { expect, test, vi } from 'vitest';
import { keepsFromWriting, StartingWork } from '../../src/platform/starting-work.js';
import { eventually } from '../eventually.js';

const failure = (code: string) => Object.assign(new Error(code), { code });
const full = failure('SQLITE_FULL');

function starting() {
  const log = { error: vi.fn(), info: vi.fn() };
  const done: string[] = [];
  const disk = { full: true };
  const step = (name: string) => () => {
    if (disk.full) return Promise.reject(full);
    done.push(name);
    return Promise.resolve();
  };
  const work = new StartingWork({ log, waits: keepsFromWriting('sqlite'), everyMs: 5 });
  return { work, log, done, disk, step };
}

test('what is waited for is a disk without room, and of the embedded database also one that cannot be written for now, not a right that is missing', () => {
  const codes = [
    'SQLITE_FULL',
    'SQLITE_IOERR_WRITE',
    'SQLITE_BUSY',
    'ENOSPC',
    '53100',
    'ECONNREFUSED',
    'SQLITE_CORRUPT',
    ...[
      'SQLITE_READONLY',
      'SQLITE_READONLY_DIRECTORY',
      'SQLITE_CANTOPEN',
      'SQLITE_CANTOPEN_ISDIR',
      'SQLITE_PERM',
      'EACCES',
      'EPERM',
      'EROFS',
    ],
  ];
  const waited = (provider: 'sqlite' | 'postgresql') =>
    codes.filter((code) => keepsFromWriting(provider)(new Error('wrapped', { cause: failure(code) })));
  expect(waited('sqlite')).toEqual(codes.slice(0, 6));
  expect(waited('postgresql')).toEqual(['SQLITE_FULL', 'ENOSPC', '53100']);
});

test('steps that cannot be written wait, with those after them, and are done in their order when there is room', async () => {
  const { work, log, done, disk, step } = starting();
  await work.take(step('first'));
  await work.take(step('second'));
  disk.full = false;
  await work.take(step('third'));
  await expect(work.check()).rejects.toMatchObject({ cause: full });
  await vi.waitFor(() => expect(done).toEqual(['first', 'second', 'third']), eventually);
  await work.check();
  expect(log.error).toHaveBeenCalledOnce();
  await vi.waitFor(() => expect(log.info).toHaveBeenCalledOnce(), eventually);
  await work.take(step('fourth'));
  expect(done.at(-1)).toBe('fourth');
});

test('anything else ends the start, and nothing is tried any more after the end', async () => {
  const { work, done, disk, step } = starting();
  const wrong = new Error('a key that is missing');
  await expect(work.take(() => Promise.reject(wrong))).rejects.toBe(wrong);
  await work.take(step('never'));
  await work.close();
  disk.full = false;
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(done).toEqual([]);
});
