/** Where the time comes from; injected, so that a test decides what it is. */
export interface Clock {
  now(): Date;
  /** Monotonic milliseconds since some moment, unaffected when somebody sets the clock. A test clock has none, and its time is used instead. */
  elapsed?(): number;
}

export const systemClock: Required<Clock> = { now: () => new Date(), elapsed: () => performance.now() };
