/** Where the time comes from; injected, so that a test decides what it is. */
export interface Clock {
  now(): Date;
  /** Milliseconds since some moment, which only go on, whoever sets the clock. A clock of a test has none, and its time is taken for it. */
  elapsed?(): number;
}

export const systemClock: Required<Clock> = { now: () => new Date(), elapsed: () => performance.now() };
