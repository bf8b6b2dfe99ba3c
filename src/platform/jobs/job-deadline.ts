/** Work took longer than its kind may. */
export class JobOverrun extends Error {
  override readonly name = 'JobOverrun';

  constructor(deadlineMs: number) {
    super(`it took longer than ${Math.round(deadlineMs / 1000)} s and was given up`);
  }
}

/** Milliseconds in which work must stop after it is told to. */
const defaultGraceMs = 10_000;

export interface Deadline {
  readonly deadlineMs: number;
  readonly graceMs?: number;
  /** Each of them tells the work to stop. */
  readonly stops: readonly AbortSignal[];
}

/**
 * Work that may hang: it is told to stop when its time is over, and given up a little later. Its later result is ignored, and is not mistaken for the result of
 * the new attempt.
 * @throws JobOverrun, and what the work throws
 */
export async function withinDeadline<T>(
  { deadlineMs, graceMs = defaultGraceMs, stops }: Deadline,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const control = new AbortController();
  const stopped = () => {
    control.abort(stops.find(({ aborted }) => aborted)?.reason);
  };
  if (stops.some(({ aborted }) => aborted)) stopped();
  for (const stop of stops) stop.addEventListener('abort', stopped, { once: true });
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const overrun = new JobOverrun(deadlineMs);
      control.abort(overrun);
      timer = setTimeout(() => {
        reject(overrun);
      }, graceMs).unref();
    }, deadlineMs).unref();
  });
  try {
    const working = work(control.signal);
    // Work that was given up may still fail, and nobody handles that.
    working.catch(() => undefined);
    return await Promise.race([working, over]);
  } finally {
    clearTimeout(timer);
    for (const stop of stops) stop.removeEventListener('abort', stopped);
  }
}
