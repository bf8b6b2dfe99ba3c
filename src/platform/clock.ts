/** The source of the time. It is injected, so that tests can set it. */
export interface Clock {
  now(): Date;
  /** Monotonic milliseconds that do not change when somebody sets the clock. Test clocks do not have this; their time is used instead. */
  elapsed?(): number;
}

export const systemClock: Required<Clock> = { now: () => new Date(), elapsed: () => performance.now() };
