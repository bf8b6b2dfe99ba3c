/** Work took longer than its kind may. */
export class JobOverrun extends Error {
  override readonly name = 'JobOverrun';

  constructor(deadlineMs: number) {
    super(`it took longer than ${Math.round(deadlineMs / 1000)} s and was given up`);
  }
}

/** Milliseconds that work has to stop after it is told to. */
const defaultGraceMs = 10_000;

export interface Deadline {
  readonly deadlineMs: number;
  readonly graceMs?: number;
  /** Tells the work to stop before that. */
  readonly stop: AbortSignal;
}

/**
 * Work that may hang: it is told to stop when its time is over, and a little later given up. Whatever becomes of it then, nobody takes its end for that of
 * the work which is begun again.
 * @throws JobOverrun, and what the work throws
 */
export async function withinDeadline<T>(
  { deadlineMs, graceMs = defaultGraceMs, stop }: Deadline,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const control = new AbortController();
  const stopped = () => {
    control.abort(stop.reason);
  };
  if (stop.aborted) stopped();
  stop.addEventListener('abort', stopped, { once: true });
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
  const working = work(control.signal);
  // Given up, it may still fail: nobody is there to hear of it.
  working.catch(() => undefined);
  try {
    return await Promise.race([working, over]);
  } finally {
    clearTimeout(timer);
    stop.removeEventListener('abort', stopped);
  }
}
