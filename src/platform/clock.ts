/** Where the time comes from; injected, so that a test decides what it is. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
