import type { Document } from '../document.js';
import { TrustateError } from '../outcome.js';
import { pause, waitAfter } from './patience.js';
import type { Routes } from './routes.js';

export interface SubscriptionOptions {
  /** Ends the subscription: the iteration is then over. */
  readonly signal?: AbortSignal | undefined;
  /** Go on after this event: what happened since comes first. */
  readonly after?: string | undefined;
  /** Told when the connection is there, and when it is lost and made again. */
  readonly onConnection?: ((state: 'open' | 'lost') => void) | undefined;
}

/**
 * The events of a subscription. A connection that is lost is made again and goes on after the last event that came, so that none is missed and none comes twice.
 * @throws TrustateError from the iteration, where going on is of no use: no valid token, no permission, another server than Trustate, or `EVENT_GONE`: what came in between is no
 * longer kept, so read anew what you show
 */
export async function* subscribe<Data, Variables>(
  routes: Routes,
  document: Document<'subscription', Data, Variables>,
  variables: Variables | undefined,
  { onConnection, ...options }: SubscriptionOptions,
): AsyncGenerator<Data, void, undefined> {
  let { after } = options;
  // One of its own: Node warns of a leak where many listen to one.
  const signal = options.signal && AbortSignal.any([options.signal]);
  let tries = 0;
  while (!isOver(signal)) {
    let leastMs = 0;
    for await (const told of routes.route(tries).connection({ document, variables, after, signal })) {
      if (told.kind === 'event' && isData(document, told.data)) yield told.data;
      else if (told.kind === 'place') ({ after } = told);
      else if (told.kind === 'open') {
        tries = 0;
        onConnection?.('open');
      } else if (told.kind === 'later') leastMs = 1_000 * told.seconds;
      else if (told.kind === 'refused') throw new TrustateError(told.problems);
      else if (told.kind === 'complete') return;
    }
    if (isOver(signal)) return;
    onConnection?.('lost');
    await pause(Math.max(leastMs, waitAfter(tries)), signal);
    tries += 1;
  }
}

const isOver = (signal: AbortSignal | undefined) => signal?.aborted === true;

// The server checked the document against its schema.
const isData = <Data, Variables>(_: Document<'subscription', Data, Variables>, data: unknown): data is Data =>
  data !== null;
