/**
 * What Node is told in processes of tests, which live for seconds or a few minutes. WebAssembly stays as it is first compiled: Node would compile what Prisma
 * runs once more, better and beside everything else, and on a server that lives for seconds that is a third of all that its processor does. The heap begins
 * larger than the default: a tenth of what tests take is to collect garbage while it grows.
 */
export const shortLived = ['--liftoff-only', '--initial-heap-size=600', '--min-semi-space-size=16'] as const;
