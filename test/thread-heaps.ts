import { setFlagsFromString } from 'node:v8';

/**
 * Threads that a test starts begin with as little room as on a server (test/short-lived.ts gives the process more). Those with a limit of memory are judged by
 * it, and the process would die where the thread should.
 */
for (const size of ['--min-semi-space-size=16', '--max-semi-space-size=16']) setFlagsFromString(size);
