/**
 * What a transaction locks row by row, in the order that every transaction takes: by key. Two that took the same rows in two orders would wait for each other, and
 * PostgreSQL would end one of them after a second.
 */
export function inLockOrder<T>(rows: Iterable<T>, keyOf: (row: T) => string): T[] {
  return [...rows].sort((one, other) => {
    const [key, otherKey] = [keyOf(one), keyOf(other)];
    return key < otherKey ? -1 : key > otherKey ? 1 : 0;
  });
}
