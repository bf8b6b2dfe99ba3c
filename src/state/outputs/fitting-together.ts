/** What one statement writes or reads: then others get the thread. */
export interface Fitting {
  /** Of all of them together, in the unit of the sizes. */
  readonly size: number;
  readonly count?: number;
}

/** Lists in parts that fit, in order. One that is too large for a part with others is alone. */
export function* fittingTogether<T>(
  all: readonly T[],
  { size: most, count = Number.POSITIVE_INFINITY }: Fitting,
  sizeOf: (one: T) => number,
): Generator<readonly T[]> {
  let [start, sum] = [0, 0];
  for (const [at, one] of all.entries()) {
    const size = sizeOf(one);
    if (at - start === count || (at > start && sum + size > most)) {
      yield all.slice(start, at);
      [start, sum] = [at, 0];
    }
    sum += size;
  }
  if (start < all.length) yield all.slice(start);
}
