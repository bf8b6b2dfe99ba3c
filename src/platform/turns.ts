import { setImmediate as nextTurn } from 'node:timers/promises';
import { currentWork } from './work/work.js';

/** The longest time that others wait for one of many steps, in milliseconds. */
const longestTurn = 10;

/**
 * Items of work that takes this thread long when there are many: everybody else has a turn in between.
 * @throws the reason for which nobody waits for the work any more, as its next statement would
 *
 * @example
 * for await (const row of inTurns(rows)) certificates.push(parseCertificate(row.certificate));
 */
export async function* inTurns<T>(items: Iterable<T>): AsyncGenerator<T, void, undefined> {
  let since = performance.now();
  for (const item of items) {
    yield item;
    if (performance.now() - since < longestTurn) continue;
    await nextTurn();
    currentWork()?.throwIfCancelled();
    since = performance.now();
  }
}
