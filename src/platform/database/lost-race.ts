import { setTimeout as pause } from 'node:timers/promises';
import { isWriteConflict } from './conflicts.js';

/** Each further attempt means that another change was committed, so this many in a row means very heavy load. */
const attempts = 6;
const longestPauseMs = 40;

/** Runs `work`, and repeats it from the beginning if the database ended it in favour of another transaction: nothing of it was kept then. */
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

/** Waits before another attempt, each time longer. Transactions that collided would collide again if all repeated at the same moment. */
export async function keepApart(attempt: number, longestMs: number): Promise<void> {
  await pause(Math.random() * longestMs * attempt);
}
