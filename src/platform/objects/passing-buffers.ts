import { collectNewObjects } from '../garbage.js';

/** More than is in work at once: what two collections meet counts as old, and stays until garbage of the whole heap is collected. */
const BYTES_BETWEEN = 8 * 1024 * 1024;

let passed = 0;

/**
 * Counts the bytes of large contents that pass through this thread, in buffers that nobody needs afterwards, and has V8 collect these every few megabytes.
 *
 * By itself V8 does so after 32 MB of them. That is about what the heap of a server may grow by until V8 looks at the whole of it, some tens of milliseconds in
 * which nobody is answered; so it did that every 30 MB.
 */
export function countPassing(bytes: number): void {
  passed += bytes;
  if (passed < BYTES_BETWEEN) return;
  passed = 0;
  collectNewObjects();
}
