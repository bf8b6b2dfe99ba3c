/** The first with the first, the second with the second, as long as there are both. */
export function* paired<One, Other>(ones: Iterable<One>, others: readonly Other[]): Generator<readonly [One, Other]> {
  const left = others.values();
  for (const one of ones) {
    const { done, value } = left.next();
    if (done === true) return;
    yield [one, value];
  }
}
