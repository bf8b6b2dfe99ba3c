import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { eventually } from './test/eventually.js';
import { postgresPrograms } from './test/platform/database/postgres-programs.js';
import { scratchInMemory } from './test/scratch-memory.js';
import { testWorker } from './test/short-lived.js';

const require = createRequire(import.meta.url);
scratchInMemory();

/**
 * The name of a test file says what it runs on (CONTRIBUTING.md, "Tests"); test/names.unit.test.ts knows the names, and files fail whose names do not say what
 * they do.
 */
const named = (kind: string) => `test/**/*.${kind}.test.ts`;
const endToEnd = 'test/e2e/**/*.test.ts';

export default defineConfig({
  resolve: {
    // graphql ships ESM and CommonJS; type-graphql loads the latter, and two copies are two realms.
    alias: [
      { find: /^graphql$/, replacement: require.resolve('graphql/index.js') },
      // What sources import of their own. A test of it names its path below src, and gets it.
      {
        find: /^(?:\.\.\/)+platform\/thread-entry\.js$/,
        replacement: fileURLToPath(new URL('test/built-threads.ts', import.meta.url)),
      },
    ],
  },
  test: {
    // Nothing is measured by these: a machine with other work to do may take ten times as long.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { ...eventually } },
    pool: 'forks',
    execArgv: [...testWorker],
    experimental: { fsModuleCache: true, fsModuleCachePath: '.cache/vitest-modules' },
    // Two more than there are cores: many tests wait, for servers that start, for the disk, for what comes by itself.
    maxWorkers: availableParallelism() + 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'no database',
          isolate: false,
          include: [named('unit')],
          setupFiles: ['test/thread-heaps.ts', 'test/undone.ts', 'test/platform/database/no-database.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'sqlite',
          isolate: false,
          include: ['test/**/*.test.ts'],
          setupFiles: ['test/thread-heaps.ts', 'test/undone.ts', 'test/pki/keys/ready-keys.ts'],
          exclude: [
            ...configDefaults.exclude,
            endToEnd,
            ...['unit', 'postgresql', 'without-postgresql'].map((kind) => named(kind)),
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'end to end',
          isolate: false,
          include: [endToEnd],
          setupFiles: ['test/thread-heaps.ts', 'test/undone.ts', 'test/e2e/harness/all-stopped.ts'],
          exclude: [...configDefaults.exclude, named('postgresql')],
          globalSetup: ['test/e2e/harness/shared-server.ts'],
        },
      },
      {
        extends: true,
        test:
          postgresPrograms() === null
            ? { name: 'postgresql', include: [named('without-postgresql')] }
            : {
                name: 'postgresql',
                isolate: false,
                include: [named('both-databases'), named('postgresql')],
                globalSetup: ['test/platform/database/postgres-setup.ts'],
                setupFiles: [
                  'test/thread-heaps.ts',
                  'test/undone.ts',
                  'test/platform/database/on-postgresql.ts',
                  'test/pki/keys/ready-keys.ts',
                  'test/e2e/harness/all-stopped.ts',
                ],
              },
      },
    ],
  },
});
