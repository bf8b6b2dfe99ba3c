import { setTimeout as pause } from 'node:timers/promises';
import { isWriteConflict } from './conflicts.js';

/** Each further attempt means that somebody else's change went through, so this many in a row is a stampede. */
const attempts = 6;
const longestPauseMs = 40;

/** Runs `work`, and again from its beginning when the database ended it in favour of another: nothing of it was kept then. */
export async function untilKept<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === attempts || !isWriteConflict(error)) throw error;
      await keepApart(attempt, longestPauseMs);
    }
  }
}

/** Waits before another attempt, each time longer: those who met once would meet again if all of them came back at the same moment. */
export async function keepApart(attempt: number, longestMs: number): Promise<void> {
  await pause(Math.random() * longestMs * attempt);
}
