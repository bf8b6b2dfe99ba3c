import { createRequire } from 'node:module';
import { defineConfig } from 'vitest/config';

const require = createRequire(import.meta.url);

/** What scripts/mutate.mjs runs against mutants: the tests of one domain, in one process. */
export default defineConfig({
  resolve: {
    alias: [{ find: /^graphql$/, replacement: require.resolve('graphql/index.js') }],
  },
  test: {
    testTimeout: 30_000,
    isolate: false,
    include: (process.env['MUTATION_TESTS'] ?? 'test/pki/policy/*.test.ts').split(' '),
  },
});
