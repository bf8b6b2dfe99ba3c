import { getMaxListeners, setMaxListeners } from 'node:events';
import { expect, test } from 'vitest';
import { expectListeners } from '../../src/platform/expected-listeners.js';

/** Of a signal to which Node allows so many by itself; 0 are any number. */
function allowed(byNode: number, most: number): number {
  const { signal } = new AbortController();
  setMaxListeners(byNode, signal);
  expectListeners(signal, most);
  return getMaxListeners(signal);
}

test.each([0, 10])(
  'a signal to which Node allows %s by itself gets as many as are expected, and never less than ten',
  (byNode) => {
    expect(allowed(byNode, 33)).toBe(33);
    expect(allowed(byNode, 1)).toBe(10);
  },
);
