import { fileURLToPath } from 'node:url';
import { processEntry as processOfSources, threadEntry as threadOfSources } from '../src/platform/thread-entry.js';
import { builtIsCurrent } from './built.js';

/*
 * In the place of the server's own src/platform/thread-entry.ts (vitest.config.ts): the threads and processes of the build, as servers have them, where the build is
 * current. To load a thread from its sources takes eight times as long, and a test begins many.
 */

export function threadEntry(worker: string): URL {
  return builtIsCurrent() ? new URL(`../dist/${worker}.js`, import.meta.url) : threadOfSources(worker);
}

export function processEntry(child: string): readonly string[] {
  return builtIsCurrent() ? [fileURLToPath(new URL(`../dist/${child}.js`, import.meta.url))] : processOfSources(child);
}
