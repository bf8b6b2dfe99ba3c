import { problem } from '../../platform/problems.js';
import type { EndableContext } from '../context.js';

/**
 * Waits for an operation at most `milliseconds`, and no longer than its caller does. Then its context ends, which stops everything that uses its signal.
 * @param ended called when nobody waits any more, before this rejects
 * @throws LIMIT_EXCEEDED when the time is over, and the reason for which the context was ended
 */
export function withinDeadline<T>(
  context: EndableContext,
  milliseconds: number,
  work: Promise<T>,
  ended?: (reason: Error) => void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      context.end(problem('LIMIT_EXCEEDED', `The operation took longer than ${milliseconds / 1000} s`));
    }, milliseconds);
    const forget = context.whenEnded((reason) => {
      clearTimeout(timer);
      ended?.(reason);
      reject(reason);
    });
    const over = () => {
      clearTimeout(timer);
      forget();
    };
    work.then(over, over);
    work.then(resolve, reject);
  });
}
