import type { AnyDocument } from '../document.js';
import type { Problem } from '../outcome.js';
import type { Reading } from '../reading.js';

/** What one connection tells of one subscription. */
export type Told =
  /** From here on nothing is missed. */
  | { readonly kind: 'open' | 'complete' }
  /** Events up to this one have come. */
  | { readonly kind: 'place'; readonly after: string }
  | { readonly kind: 'event'; readonly data: unknown }
  /** Not before so many seconds. */
  | { readonly kind: 'later'; readonly seconds: number }
  | { readonly kind: 'refused'; readonly problems: readonly [Problem, ...Problem[]] };

export interface Asked {
  readonly document: AnyDocument;
  readonly variables: unknown;
  /** Id of the event to go on after. */
  readonly after: string | undefined;
  readonly signal: AbortSignal | undefined;
}

/** A way to the server. */
export interface Route {
  /** What one connection tells until it is lost. */
  connection(asked: Asked): AsyncGenerator<Told, void, undefined>;
}

/** What goes by: the next connection goes on where this one was. */
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
