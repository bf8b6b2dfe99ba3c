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
  devDependencies: versions.default({}),
  optionalDependencies: versions.default({}),
  peerDependencies: versions.default({}),
});
const { packages } = parse(z.object({ packages: z.record(z.string(), locked) }), 'package-lock.json');
const leftOut = Object.keys(about.devDependencies).filter((name) => about.devDependencies[name] === `file:${place}`);

test('what is left out is in no place of the lock, for nobody who names it', () => {
  expect(leftOut).toEqual(['@prisma/dev', '@prisma/studio-core', 'mysql2', 'postgres']);
  for (const name of leftOut) {
    expect(about.overrides[name]).toBe(`$${name}`);
    const places = Object.entries(packages).filter(([at]) => at.endsWith(`node_modules/${name}`));
    expect(places).toMatchObject([[`node_modules/${name}`, { resolved: place, link: true, dependencies: {} }]]);
  }
  // What came along with them alone, and was most of it.
  for (const name of ['@electric-sql/pglite', 'elkjs', 'lodash', 'sqlstring'])
    expect(Object.keys(packages).filter((at) => at.endsWith(`/${name}`))).toEqual([]);
});

/** Where Node looks for a package from the folder of another one, `''` for the root. */
function placesOf(name: string, from: string): string[] {
  const folders = from === '' ? [] : from.split('/node_modules/');
  const above = folders.map((_, length) => folders.slice(0, folders.length - length).join('/node_modules/'));
  return [...above.map((each) => `${each}/node_modules/${name}`), `node_modules/${name}`];
}

/** What `npm ci --workspaces=false` installs: also what is an optional peer, where somebody else needs it. */
function ofAServer(): string[] {
  const found = new Set(['']);
  for (const from of found) {
    const about = packages[from];
    const groups = [about?.dependencies, about?.optionalDependencies, about?.peerDependencies];
    const named = Object.assign({}, ...groups, from === '' ? about?.devDependencies : {}) as object;
    for (const name of Object.keys(named)) {
      const at = placesOf(name, from).find((each) => packages[each] !== undefined);
      if (at !== undefined) found.add(at);
    }
  }
  return [...found].filter((each) => each !== '');
}

test("what only checks, tests, types and the page need is not installed for a first start: Prisma's command line, and what bundles for browsers", () => {
  const installed = ofAServer();
  expect(installed).toEqual(
    expect.arrayContaining([
      'node_modules/@prisma/prisma-schema-wasm',
      'node_modules/rolldown',
      'node_modules/pg-pool',
    ]),
  );
  for (const name of ['prisma', 'prisma-cli', 'effect', 'vite', 'lightningcss', 'esbuild', 'tsx', 'vitest'])
    expect(installed.filter((at) => at.endsWith(`node_modules/${name}`))).toEqual([]);
  expect(installed.length).toBeLessThan(350);
});

test('nothing is left out that Prisma does not ask for any more', () => {
  expect(Object.keys(packages['node_modules/prisma-cli']?.dependencies ?? {})).toEqual(expect.arrayContaining(leftOut));
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
    const prisma = path.join(serverRoot, 'node_modules/prisma-cli/build/index.js');
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
