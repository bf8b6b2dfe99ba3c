import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/**
 * Gives the calling thread a lower priority than those that answer requests, for good: it gets what they leave, and a tenth of a core if they leave nothing.
 * Linux schedules each thread by a priority of its own; elsewhere nothing changes.
 */
export function stepBack(): void {
  try {
    const thread = /\/task\/(\d+)$/.exec(readlinkSync('/proc/thread-self'))?.[1];
    if (thread !== undefined) setPriority(Number(thread), constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Without /proc, or where priorities are not for us to set, threads share as they did.
  }
}
