import type { SubscriptionDocument } from '../document.js';
import type { Endpoint } from '../endpoint.js';
import { TrustateError } from '../outcome.js';
import type { Problem } from '../outcome.js';
import { notUnderstood, readAnswer, secondsIn } from '../reading.js';
import type { Reading } from '../reading.js';
import { readEvents } from './event-stream-reader.js';
import { pause, waitAfter } from './patience.js';

export interface SubscriptionOptions {
  /** Ends the subscription: the iteration is then over. */
  readonly signal?: AbortSignal;
  /** Go on after this event: what happened since comes first. */
  readonly after?: string;
  /** Told when the connection is there, and when it is lost and made again. */
  readonly onConnection?: (state: 'open' | 'lost') => void;
}

/** A stream that says nothing for so long, not even that it is alive, is lost. In milliseconds. */
const longestSilence = 60_000;

/**
 * The events of a subscription, over server-sent events. A connection that is lost is made again and goes on after the last event that came, so that
 * none is missed and none comes twice.
 * @throws TrustateError from the iteration, where going on is of no use: no valid token, no permission, another server than Trustate, or `EVENT_GONE`: what came in between is no
 * longer kept, so read anew what you show
 */
export async function* subscribe<Data, Variables>(
  endpoint: Endpoint,
  document: SubscriptionDocument<Data, Variables>,
  variables: Variables | undefined,
  options: SubscriptionOptions,
): AsyncGenerator<Data, void, undefined> {
  let after = options.after;
  let tries = 0;
  while (!isOver(options.signal)) {
    let leastMs = 0;
    for await (const told of connection(endpoint, document, variables, { signal: options.signal, after })) {
      if (told.kind === 'event' && isData(document, told.data)) yield told.data;
      else if (told.kind === 'place') ({ after } = told);
      else if (told.kind === 'open') {
        tries = 0;
        options.onConnection?.('open');
      } else if (told.kind === 'later') leastMs = 1_000 * told.seconds;
      else if (told.kind === 'refused') throw new TrustateError(told.problems);
      else if (told.kind === 'complete') return;
    }
    if (isOver(options.signal)) return;
    options.onConnection?.('lost');
    await pause(Math.max(leastMs, waitAfter(tries)), options.signal);
    tries += 1;
  }
}

type Told =
  | { readonly kind: 'open' | 'complete' }
  /** Events up to this one have come. */
  | { readonly kind: 'place'; readonly after: string }
  | { readonly kind: 'event'; readonly data: unknown }
  /** Not before so many seconds. */
  | { readonly kind: 'later'; readonly seconds: number }
  | { readonly kind: 'refused'; readonly problems: readonly [Problem, ...Problem[]] };

const isOver = (signal: AbortSignal | undefined) => signal?.aborted === true;

// The server checked the document against its schema.
const isData = <Data, Variables>(_: SubscriptionDocument<Data, Variables>, data: unknown): data is Data =>
  data !== null;

/** What one connection tells until it is lost. */
async function* connection<Data, Variables>(
  endpoint: Endpoint,
  document: SubscriptionDocument<Data, Variables>,
  variables: Variables | undefined,
  { signal, after }: { readonly signal: AbortSignal | undefined; readonly after: string | undefined },
): AsyncGenerator<Told, void, undefined> {
  const watch = new SilenceWatch(signal);
  try {
    const response = await endpoint.stream(document, variables, after, watch.signal);
    if (!response.ok || !response.body || !isEventStream(response)) {
      yield* refusal(await response.text(), response);
      return;
    }
    let begun = false;
    for await (const item of readEvents(response.body)) {
      watch.heard();
      if (item === 'alive') continue;
      if ('id' in item) {
        yield { kind: 'place', after: item.id };
        // The first id is sent once the server listens: from here on nothing is missed.
        if (!begun) yield { kind: 'open' };
        begun = true;
      } else if (item.type === 'complete') yield { kind: 'complete' };
      else if (item.type === 'next') yield* result(item.data, response);
    }
  } catch (error) {
    if (error instanceof TrustateError) throw error;
    // Not reached, cut off or silent: connected again.
  } finally {
    watch.end();
  }
}

const isEventStream = ({ headers }: Response) => headers.get('content-type')?.startsWith('text/event-stream') === true;

/** A server that is full or stops is asked again; one that refuses is not. */
function* refusal(text: string, response: Response): Generator<Told> {
  const { status, headers, url } = response;
  if (status >= 500 || status === 429) {
    const seconds = secondsIn(headers.get('retry-after'));
    if (seconds !== null) yield { kind: 'later', seconds };
    return;
  }
  const reading = readAnswer(text, response);
  if (reading) yield* told(reading);
  else yield { kind: 'refused', problems: [notUnderstood(url, status)] };
}

function* result(text: string, response: Response): Generator<Told> {
  const reading = readAnswer(text, response);
  if (reading) yield* told(reading);
}

function* told(reading: Reading): Generator<Told> {
  const [problem, ...others] = reading.problems;
  if (!problem) yield { kind: 'event', data: reading.data };
  else if (problem.kind === 'request' && problem.retryAfterSeconds !== null) {
    yield { kind: 'later', seconds: problem.retryAfterSeconds };
  } else if (!passing.has(problem.code)) yield { kind: 'refused', problems: [problem, ...others] };
}

/** What goes by: the next connection goes on where this one was. */
const passing = new Set<string>(['SUBSCRIBER_TOO_SLOW', 'UNAVAILABLE']);

/** Ends a connection on which nothing is heard. */
class SilenceWatch {
  readonly #silent = new AbortController();
  readonly signal: AbortSignal;
  #timer = this.#started();

  constructor(ended: AbortSignal | undefined) {
    this.signal = ended ? AbortSignal.any([ended, this.#silent.signal]) : this.#silent.signal;
  }

  heard(): void {
    this.end();
    this.#timer = this.#started();
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  #started() {
    return setTimeout(() => {
      this.#silent.abort();
    }, longestSilence);
  }
}
