import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { serverRoot } from '../e2e/harness/server.js';

/*
 * Packages of Prisma's command line that are not installed: scripts/left-out-of-prisma stands in their places.
 */
const versions = z.record(z.string(), z.string());
const place = 'scripts/left-out-of-prisma';
const parse = <T>(shape: z.ZodType<T>, file: string) =>
  shape.parse(JSON.parse(readFileSync(path.join(serverRoot, file), 'utf8')));
const about = parse(z.object({ devDependencies: versions, overrides: versions }), 'package.json');
const locked = z.object({
  link: z.boolean().optional(),
  resolved: z.string().optional(),
  dependencies: versions.default({}),
});
const { packages } = parse(z.object({ packages: z.record(z.string(), locked) }), 'package-lock.json');
const leftOut = Object.keys(about.devDependencies).filter((name) => about.devDependencies[name] === `file:${place}`);

test('what is left out is in no place of the lock, for nobody who names it', () => {
  expect(leftOut).toEqual(['@prisma/dev', '@prisma/studio-core', 'mysql2', 'postgres']);
  for (const name of leftOut) {
    expect(about.overrides[name]).toBe(`$${name}`);
    const places = Object.entries(packages).filter(([at]) => at.endsWith(`node_modules/${name}`));
    expect(places).toEqual([[`node_modules/${name}`, { resolved: place, link: true, dependencies: {} }]]);
  }
  // What came along with them alone, and was most of it.
  for (const name of ['@electric-sql/pglite', 'elkjs', 'lodash', 'sqlstring'])
    expect(Object.keys(packages).filter((at) => at.endsWith(`/${name}`))).toEqual([]);
});

test('nothing is left out that Prisma does not ask for any more', () => {
  expect(Object.keys(packages['node_modules/prisma']?.dependencies ?? {})).toEqual(expect.arrayContaining(leftOut));
});

test.each([
  // Required at its beginning, used here.
  ['studio', '--url', 'postgresql://nobody@127.0.0.1:1/none'],
  // Imported here.
  ['init'],
])('prisma %s tells why it does not work', (...command) => {
  mkdirSync(path.join(serverRoot, '.cache'), { recursive: true });
  const cwd = mkdtempSync(path.join(serverRoot, '.cache', 'prisma-'));
  try {
    const prisma = path.join(serverRoot, 'node_modules/prisma/build/index.js');
    // Nothing is fetched: no engine, no news of versions.
    const quiet = {
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      CHECKPOINT_DISABLE: '1',
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
    };
    const env = { ...process.env, ...quiet };
    const { status, stderr } = spawnSync(process.execPath, [prisma, ...command], { cwd, env, encoding: 'utf8' });
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringContaining('needs a package that is left out here: docs/dependencies.md') as string,
    });
  } finally {
    rmSync(cwd, { recursive: true });
  }
});
