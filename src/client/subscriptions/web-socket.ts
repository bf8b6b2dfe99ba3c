import { createClient } from 'graphql-ws';
import type { Client, SubscribePayload } from 'graphql-ws';
import type { Endpoint } from '../endpoint.js';
import type { RequestProblem } from '../outcome.js';
import { isObject, readBody } from '../reading.js';
import { sentDocument } from '../sent-document.js';
import { isOver, told } from './told.js';
import type { Asked, Route, Told } from './told.js';
import type { WebSocketClass } from './web-socket-class.js';

/** Milliseconds that a socket without subscriptions stays open, because the next subscription often follows immediately. */
const afterTheLast = 1_000;
/** Milliseconds between pings, and how long the server may take to answer one. */
const pingMs = 12_000;
const answerMs = 10_000;

/** One WebSocket for all subscriptions of a client. It is open as long as there are any. */
export class SharedWebSocket implements Route {
  readonly #client: Client;
  #asking: Promise<string | undefined> | null = null;
  #proven = false;

  constructor(endpoint: Endpoint, webSocket: WebSocketClass) {
    let late: ReturnType<typeof setTimeout> | undefined;
    this.#client = createClient({
      url: endpoint.url.href.replace(/^http/, 'ws'),
      webSocketImpl: webSocket,
      connectionParams: async () => ({ token: await endpoint.token() }),
      connectionAckWaitTimeout: answerMs,
      lazyCloseTimeout: afterTheLast,
      keepAlive: pingMs,
      // Each subscription knows its own position, and opens the connection again itself.
      retryAttempts: 0,
      on: {
        connected: () => (this.#proven = true),
        ping: (received) => {
          if (!received)
            late = setTimeout(() => {
              this.#client.terminate();
            }, answerMs);
        },
        pong: (received) => {
          if (received) clearTimeout(late);
        },
        closed: () => {
          clearTimeout(late);
        },
      },
    });
  }

  /** Whether it was ever open: some proxies block WebSockets. */
  get isProven(): boolean {
    return this.#proven;
  }

  async *connection({ document, variables, after, signal }: Asked): AsyncGenerator<Told, void, undefined> {
    try {
      const place = await unlessAborted(this.#place(), signal);
      if (isOver(signal)) return;
      const from = after ?? place;
      if (from !== undefined) yield { kind: 'place', after: from };
      const { text, name } = sentDocument(document);
      const payload: SubscribePayload = {
        query: text,
        operationName: name ?? null,
        variables: isObject(variables) ? variables : null,
        extensions: { after: from },
      };
      yield { kind: 'open' };
      yield* this.#answers(payload, signal);
    } catch (error) {
      yield* lost(error);
    }
  }

  async *#answers(payload: SubscribePayload, signal: AbortSignal | undefined): AsyncGenerator<Told, void, undefined> {
    // A signal that ended already, such as while the caller heard that the connection is open, does not say so again.
    if (isOver(signal)) return;
    const answers = this.#client.iterate(payload);
    const end = () => void answers.return?.();
    signal?.addEventListener('abort', end);
    try {
      for await (const answer of answers) {
        const reading = readBody(answer, 200, null);
        if (reading) yield* told(reading);
      }
      if (!isOver(signal)) yield { kind: 'complete' };
    } finally {
      signal?.removeEventListener('abort', end);
    }
  }

  /**
   * The server's latest event, asked over the socket before a subscription opens: events after it come first. Subscriptions that open together ask only once.
   * @returns undefined if the server does not answer, for example because it runs only trusted documents
   */
  #place(): Promise<string | undefined> {
    this.#asking ??= this.#asked().finally(() => {
      this.#asking = null;
    });
    return this.#asking;
  }

  async #asked(): Promise<string | undefined> {
    try {
      for await (const { data } of this.#client.iterate({ query: 'query LastEventId{lastEventId}' })) {
        const id = data?.['lastEventId'];
        return typeof id === 'string' ? id : undefined;
      }
    } catch (error) {
      // The server itself refused: the connection works.
      if (!Array.isArray(error)) throw error;
    }
    return undefined;
  }
}

/** Resolves to undefined as soon as the signal ends. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T | undefined> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const end = () => {
      resolve(undefined);
    };
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
    work
      .then(resolve, reject)
      .finally(() => {
        signal.removeEventListener('abort', end);
      })
      .catch(reject);
  });
}

/** As in the list in docs/subscriptions.md; after all other codes, connect again. */
const unauthorized = 4401;
const refusedCodes: Readonly<Record<number, Pick<RequestProblem, 'code' | 'status'>>> = {
  [unauthorized]: { code: 'UNAUTHENTICATED', status: 401 },
  4400: { code: 'BAD_REQUEST', status: 400 },
};
const fullSeconds = 1;
const full = 1013;

function* lost(error: unknown): Generator<Told> {
  if (Array.isArray(error)) {
    const reading = readBody({ errors: error }, 200, null);
    if (reading) yield* told(reading);
    return;
  }
  if (!isClose(error)) return;
  const { code, reason } = error;
  const refused = refusedCodes[code];
  if (refused) {
    const problem: RequestProblem = { kind: 'request', ...refused, message: reason, path: [], retryAfterSeconds: null };
    yield { kind: 'refused', problems: [problem] };
  } else if (code === full) yield { kind: 'later', seconds: fullSeconds };
}

function isClose(error: unknown): error is { readonly code: number; readonly reason: string } {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    typeof error.code === 'number' &&
    'reason' in error &&
    typeof error.reason === 'string'
  );
}
