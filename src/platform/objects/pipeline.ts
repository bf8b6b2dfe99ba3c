/**
 * Works on up to `depth` items at the same time and returns the results in the order of the items. It takes no further item until a result is taken, so its
 * memory is limited. However it ends, the source is closed and no work continues.
 */
export async function* pipelined<Item, Result>(
  source: AsyncIterable<Item>,
  depth: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result, void, undefined> {
  const underway: Promise<Result>[] = [];
  try {
    for await (const item of source) {
      const result = work(item);
      // A failure is reported in its turn; until then it does not count as unhandled.
      result.catch(() => undefined);
      underway.push(result);
      const [first] = underway;
      if (first && underway.length >= depth) {
        yield await first;
        void underway.shift();
      }
    }
    for (const result of underway) yield await result;
  } finally {
    await Promise.allSettled(underway);
  }
}

/** The same items; fails with the signal's reason as soon as it aborts, even while the source is silent. */
export async function* untilAborted<Item>(
  source: AsyncIterable<Item>,
  signal: AbortSignal,
): AsyncGenerator<Item, void, undefined> {
  const items = source[Symbol.asyncIterator]();
  const aborted = rejectable();
  aborted.promise.catch(() => undefined);
  const abort = (): void => {
    aborted.reject(signal.reason instanceof Error ? signal.reason : new Error('Aborted', { cause: signal.reason }));
  };
  let finished = false;
  signal.addEventListener('abort', abort, { once: true });
  try {
    if (signal.aborted) abort();
    for (;;) {
      const next = await Promise.race([aborted.promise, items.next()]);
      if (next.done) break;
      yield next.value;
    }
    finished = true;
  } finally {
    signal.removeEventListener('abort', abort);
    // Not awaited: a source that waits for its next item would answer only after that.
    if (!finished) items.return?.().catch(() => undefined);
  }
}

/** The same bytes; fails if there are not exactly `size` of them, before it passes one too many. */
export async function* ofSize(size: number, content: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  let given = 0;
  for await (const piece of content) {
    given += piece.length;
    if (given > size) break;
    yield piece;
  }
  if (given !== size) throw new Error(`${given > size ? 'More than' : `Only ${given} of`} ${size} bytes were given`);
}

/** All items, in an array. */
export async function collected<Item>(source: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of source) items.push(item);
  return items;
}

function rejectable(): { promise: Promise<never>; reject: (reason: Error) => void } {
  let reject: (reason: Error) => void = () => undefined;
  const promise = new Promise<never>((_, refuse) => {
    reject = refuse;
  });
  return { promise, reject };
}
