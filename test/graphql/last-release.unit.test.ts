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

test('is found by its commit where the tags were left behind', async () => {
  git('init', '--quiet', '--initial-branch', 'untagged', 'untagged');
  const within = (...args: string[]) => asked('-C', 'untagged', ...args);
  const commitOf = async (subject: string) => {
    await within('commit', '--quiet', '--allow-empty', '--message', subject);
    return (await within('rev-parse', 'HEAD'))?.trim();
  };
  await commitOf('Prepare Release v0.1.0 of everything');
  expect(await lastRelease(within)).toBeNull();
  const first = await commitOf('Release v0.1.0');
  expect(await lastRelease(within)).toBeNull();
  await commitOf('Go on');
  expect(await lastRelease(within)).toBe(first);
  const second = await commitOf('Release v0.2.0');
  expect(await lastRelease(within)).toBe(first);
  await commitOf('Go on');
  expect(await lastRelease(within)).toBe(second);
});
