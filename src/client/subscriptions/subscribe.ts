import type { Document } from '../document.js';
import { TrustateError } from '../outcome.js';
import { pause, waitAfter } from './reconnect-delay.js';
import type { Routes } from './routes.js';
import { isOver } from './told.js';

export interface SubscriptionOptions {
  /** Ends the subscription and the iteration. */
  readonly signal?: AbortSignal | undefined;
  /** Continue after this event: events since then come first. */
  readonly after?: string | undefined;
  /** Called when the connection is open, and when it is lost and opened again. */
  readonly onConnection?: ((state: 'open' | 'lost') => void) | undefined;
}

/**
 * The events of a subscription. A lost connection is opened again and continues after the last received event, so no event is missed or repeated.
 * @throws TrustateError from the iteration, if continuing makes no sense: no valid token, no permission, the server is not Trustate, or `EVENT_GONE`: events in
 * between are no longer kept, so reload your data
 */
export async function* subscribe<Data, Variables>(
  routes: Routes,
  document: Document<'subscription', Data, Variables>,
  variables: Variables | undefined,
  { onConnection, ...options }: SubscriptionOptions,
): AsyncGenerator<Data, void, undefined> {
  let { after } = options;
  // A separate signal: Node warns about a leak if one signal has many listeners.
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

// The server checked the document against its schema.
const isData = <Data, Variables>(_: Document<'subscription', Data, Variables>, data: unknown): data is Data =>
  data !== null;
