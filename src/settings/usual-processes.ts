import { usableCores } from '../platform/cores.js';
import { usableMemory } from '../platform/memory.js';

/** What a default depends on. */
export interface Machine {
  readonly platform: string;
  /** Those that this process may use. */
  readonly cores: number;
  /** In bytes: what this process may use. */
  readonly memory: number;
}

/** More than these share what is left to share, the writes of a database, and bring less each. */
const mostUsually = 4;
/** One that idles holds some 90 MB; with large contents in its hands, it holds two or three times that. */
const memoryOfOne = 256 * 2 ** 20;

/** How many processes serve where nobody says it: one a core up to four, where there is memory for them. */
export function usualProcesses({ platform, cores, memory }: Machine): number {
  // Elsewhere nobody has run several.
  if (platform !== 'linux') return 1;
  return Math.max(1, Math.min(mostUsually, cores, Math.floor(memory / memoryOfOne)));
}

/** Where this process runs. */
export function thisMachine(): Machine {
  return { platform: process.platform, cores: usableCores(), memory: usableMemory() };
}
