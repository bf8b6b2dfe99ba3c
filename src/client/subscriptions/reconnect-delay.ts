const first = 250;
const longest = 30_000;

/** Milliseconds before the next try: 0 after a connection that worked, then longer and longer, with a random part for each client. */
export function waitAfter(tries: number): number {
  const step = Math.min(longest, first * 2 ** tries);
  return step / 2 + Math.random() * (step / 2);
}

/** Resolves after so many milliseconds, or when the signal ends. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done);
  });
}
