import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lastRelease } from '../../scripts/last-release.mjs';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'releases-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Nobody', '-c', 'user.email=nobody@example.com', ...args], {
    ...{ cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  });
const asked = (...args: string[]) => {
  try {
    return Promise.resolve(git(...args));
  } catch {
    return Promise.resolve(null);
  }
};
const commit = () => git('commit', '--quiet', '--allow-empty', '--message', 'x');

test('is the last tag of a version, and for a release the one before', async () => {
  expect(await lastRelease(asked)).toBeNull();
  git('init', '--quiet');
  commit();
  git('tag', 'nightly');
  expect(await lastRelease(asked)).toBeNull();
  git('tag', '--annotate', '--message', 'x', 'v0.1.0');
  expect(await lastRelease(asked)).toBeNull();
  commit();
  expect(await lastRelease(asked)).toBe('v0.1.0');
  git('tag', 'v0.2.0');
  expect(await lastRelease(asked)).toBe('v0.1.0');
  commit();
  expect(await lastRelease(asked)).toBe('v0.2.0');
});
