import { problem } from '../platform/problems.js';
import type { EndableContext } from './context.js';

/**
 * Waits for an operation no longer than `milliseconds`; then its context ends, which stops what listens to its signal.
 * @throws LIMIT_EXCEEDED when the time is over
 */
export function withinDeadline<T>(context: EndableContext, milliseconds: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      const late = problem('LIMIT_EXCEEDED', `The operation took longer than ${milliseconds / 1000} s`);
      context.end(late);
      reject(late);
    }, milliseconds);
    const over = () => {
      clearTimeout(timer);
    };
    work.then(over, over);
    work.then(resolve, reject);
  });
}
