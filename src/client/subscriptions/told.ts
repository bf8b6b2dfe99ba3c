import type { AnyDocument } from '../document.js';
import type { Problem } from '../outcome.js';
import type { Reading } from '../reading.js';

/** What one connection reports to one subscription. */
export type Told =
  /** No event after this point is missed. */
  | { readonly kind: 'open' | 'complete' }
  /** Events up to this one were received. */
  | { readonly kind: 'place'; readonly after: string }
  | { readonly kind: 'event'; readonly data: unknown }
  /** Do not try again before this many seconds. */
  | { readonly kind: 'later'; readonly seconds: number }
  | { readonly kind: 'refused'; readonly problems: readonly [Problem, ...Problem[]] };

export interface Asked {
  readonly document: AnyDocument;
  readonly variables: unknown;
  /** Id of the event to continue after. */
  readonly after: string | undefined;
  readonly signal: AbortSignal | undefined;
}

/** A way to connect to the server. */
export interface Route {
  /** The items of one connection until it is lost. */
  connection(asked: Asked): AsyncGenerator<Told, void, undefined>;
}

/** Temporary problems: the next connection continues where this one ended. */
const passing = new Set<string>(['SUBSCRIBER_TOO_SLOW', 'UNAVAILABLE']);

export function* told(reading: Reading): Generator<Told> {
  const [problem, ...others] = reading.problems;
  if (!problem) {
    yield { kind: 'event', data: reading.data };
    if (reading.eventId !== null) yield { kind: 'place', after: reading.eventId };
  } else if (problem.kind === 'request' && problem.retryAfterSeconds !== null) {
    yield { kind: 'later', seconds: problem.retryAfterSeconds };
  } else if (!passing.has(problem.code)) yield { kind: 'refused', problems: [problem, ...others] };
}

/** The caller does not want more. */
export const isOver = (signal: AbortSignal | undefined): boolean => signal?.aborted === true;
