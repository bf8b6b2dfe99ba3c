import type { Endpoint } from '../endpoint.js';
import { TrustateError } from '../outcome.js';
import { notUnderstood, readAnswer, secondsIn } from '../reading.js';
import { readEvents } from './event-stream-reader.js';
import { told } from './told.js';
import type { Asked, Route, Told } from './told.js';

/** A stream that says nothing for so long, not even that it is alive, is lost. In milliseconds. */
const longestSilence = 60_000;

/** Server-sent events: a stream for each subscription. */
export class EventStreams implements Route {
  constructor(private readonly endpoint: Endpoint) {}

  async *connection({ document, variables, after, signal }: Asked): AsyncGenerator<Told, void, undefined> {
    const watch = new SilenceWatch(signal);
    try {
      const response = await this.endpoint.stream(document, variables, after, watch.signal);
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
