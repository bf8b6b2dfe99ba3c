/** What runs seldom is not optimized: a start would compile a tenth of its code a second time, and end before that pays. Node 22 has no such option. */
const seldomOptimized = process.versions.node.startsWith('20.') ? ['--interrupt-budget=1000000'] : [];

/**
 * What Node is told in processes of tests, which live for seconds or a few minutes. WebAssembly stays as it is first compiled: Node would compile what Prisma
 * runs once more, better and beside everything else, and on a server that lives for seconds that is a third of all that its processor does. The heap begins
 * larger than the default: a tenth of what tests take is to collect garbage while it grows.
 */
export const shortLived: readonly string[] = [
  '--liftoff-only',
  '--initial-heap-size=600',
  '--min-semi-space-size=16',
  ...seldomOptimized,
];

/** The same for workers, which run hundreds of tests: more room for what is new, so that it is collected a fourth as often, and most of it is garbage by then. */
export const testWorker = [...shortLived, '--min-semi-space-size=64', '--max-semi-space-size=64'];
