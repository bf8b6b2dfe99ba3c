import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';

const require = createRequire(import.meta.url);

/** A mutant is dead with the first test that fails: small files come first. */
class SmallFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const size = ({ moduleId }: TestSpecification) => statSync(moduleId).size;
    return Promise.resolve(files.toSorted((one, other) => size(one) - size(other)));
  }
}

/** What scripts/mutate.mjs runs against mutants: the tests of one domain, in one process. */
export default defineConfig({
  resolve: { alias: [{ find: /^graphql$/, replacement: require.resolve('graphql/index.js') }] },
  test: {
    testTimeout: 300_000,
    isolate: false,
    sequence: { sequencer: SmallFirst },
    include: (process.env['MUTATION_TESTS'] ?? 'test/pki/policy/*.unit.test.ts').split(' '),
  },
});
