import type { AnyDocument } from './document.js';
import { sentDocument } from './sent-document.js';
import type { SentDocument } from './sent-document.js';
import type { WebSocketClass } from './subscriptions/web-socket-class.js';
import type { ConnectionProblem } from './outcome.js';
import { notUnderstood, readAnswer } from './reading.js';
import type { Reading } from './reading.js';

export interface ClientOptions {
  /** Address of the server, `https://trustate.example.com`. With a path, it is the address of GraphQL itself. */
  readonly url: string | URL;
  /** A token, or a function that returns one and is called for each request. */
  readonly token: string | (() => string | Promise<string>);
  /** Replaces the platform's own `fetch`, for proxies, certificates or tests. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /**
   * The class for subscriptions. Defaults to the platform's own, which Node has from version 22 on. For Node 20 use `WebSocket` of the package `ws`. With
   * `null`, or if there is none, each subscription uses its own stream of server-sent events.
   */
  readonly webSocket?: WebSocketClass | null | undefined;
  /** Milliseconds until a request ends with `TIMED_OUT`. Defaults to 30,000. */
  readonly timeoutMs?: number | undefined;
}

export interface RequestOptions {
  /** Ends the request: the promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

const defaultTimeoutMs = 30_000;

/** Where a client sends its documents, and with which token. */
export class Endpoint {
  readonly url: URL;
  readonly fetch: typeof globalThis.fetch;
  readonly #token: ClientOptions['token'];
  readonly #timeoutMs: number;

  constructor(options: ClientOptions) {
    this.url = new URL(options.url);
    if (this.url.pathname === '/') this.url.pathname = '/graphql';
    this.fetch = options.fetch ?? ((...request) => globalThis.fetch(...request));
    this.#token = options.token;
    this.#timeoutMs = options.timeoutMs ?? defaultTimeoutMs;
  }

  /** The token for the next request. */
  async token(): Promise<string> {
    return typeof this.#token === 'string' ? this.#token : this.#token();
  }

  /** Headers of a request with a body of JSON. */
  async headers(accept: string): Promise<Record<string, string>> {
    return { accept, authorization: `Bearer ${await this.token()}`, 'content-type': 'application/json' };
  }

  /** Sends only the hash of a document that has one, and its text if the server does not know it. */
  async run(document: AnyDocument, variables: unknown, options: RequestOptions): Promise<Reading> {
    const sent = sentDocument(document);
    const named = { operationName: sent.name, variables, extensions: persisted(sent) };
    if (!named.extensions) return this.#post({ ...named, query: sent.text }, options);
    const first = await this.#post(named, options);
    const unknown = first.problems.some((problem) => problem.code === 'PERSISTED_QUERY_NOT_FOUND');
    return unknown ? this.#post({ ...named, query: sent.text }, options) : first;
  }

  /** Opens a stream of server-sent events, beginning after the event with that id. */
  async stream(
    document: AnyDocument,
    variables: unknown,
    after: string | undefined,
    signal: AbortSignal,
  ): Promise<Response> {
    const sent = sentDocument(document);
    return this.fetch(this.url, {
      method: 'POST',
      headers: {
        ...(await this.headers('text/event-stream')),
        ...(after !== undefined && { 'last-event-id': after }),
      },
      body: JSON.stringify({
        operationName: sent.name,
        query: sent.text,
        variables,
        extensions: persisted(sent),
      }),
      signal,
    });
  }

  async #post(body: object, { signal }: RequestOptions): Promise<Reading> {
    const timeout = AbortSignal.timeout(this.#timeoutMs);
    try {
      const response = await this.fetch(this.url, {
        method: 'POST',
        headers: await this.headers('application/graphql-response+json, application/json'),
        body: JSON.stringify(body),
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
      return await read(response);
    } catch (cause) {
      if (signal?.aborted === true) throw cause;
      return timeout.aborted
        ? unread('TIMED_OUT', `No answer within ${this.#timeoutMs} ms`, cause)
        : unread('UNREACHABLE', `${this.url.origin} cannot be reached`, cause);
    }
  }
}

const persisted = ({ hash }: SentDocument) =>
  hash === undefined ? undefined : { persistedQuery: { version: 1, sha256Hash: hash } };

async function read(response: Response): Promise<Reading> {
  const text = await response.text();
  const problems = [notUnderstood(response.url, response.status)];
  return readAnswer(text, response) ?? { data: null, problems, cost: null, eventId: null };
}

function unread(code: ConnectionProblem['code'], message: string, cause: unknown): Reading {
  return { data: null, problems: [{ kind: 'connection', code, message, cause }], cost: null, eventId: null };
}
