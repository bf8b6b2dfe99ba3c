import type { Endpoint } from '../endpoint.js';
import { TrustateError } from '../outcome.js';
import { notUnderstood, readAnswer, secondsIn } from '../reading.js';
import { readEvents } from './event-stream-reader.js';
import { told } from './told.js';
import type { Asked, Route, Told } from './told.js';

/** A stream is considered lost if it sends nothing for this long, not even a sign of life. In milliseconds. */
const longestSilence = 60_000;

/** Server-sent events: one stream for each subscription. */
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
          // The first id is sent when the server listens: no event after it is missed.
          if (!begun) yield { kind: 'open' };
          begun = true;
        } else if (item.type === 'complete') yield { kind: 'complete' };
        else if (item.type === 'next') yield* result(item.data, response);
      }
    } catch (error) {
      if (error instanceof TrustateError) throw error;
      // The server was not reached, or the connection broke or was silent: connect again.
    } finally {
      watch.end();
    }
  }
}

const isEventStream = ({ headers }: Response) => headers.get('content-type')?.startsWith('text/event-stream') === true;

/** Tries again if the server is busy or stopping, but not if it refuses the request. */
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

/** Ends a connection that is silent. */
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
