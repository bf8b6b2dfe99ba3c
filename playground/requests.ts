import type { Fetcher, FetcherParams } from '@graphiql/toolkit';
import { getOperationAST, OperationTypeNode, parse } from 'graphql';
import type { ExecutionResult } from 'graphql';
import { createClient } from 'graphql-ws';
import type { Client } from 'graphql-ws';
import type { EventLog } from './event-log.js';
import { keptToken } from './session.js';

/** How the editor's operations reach the server: plain requests, and one WebSocket for what subscribes. */
export class Requests {
  #socket: Client | null = null;

  /** @param onTokenEnd told when the server no longer takes the token */
  constructor(
    private readonly log: EventLog,
    private readonly onTokenEnd: () => void,
  ) {}

  readonly fetcher: Fetcher = (asked) => {
    if (!subscribes(asked)) {
      this.log.clear();
      return this.#post(asked);
    }
    return this.#subscribe(asked);
  };

  /** Ends what is open; the next subscription connects again, with the token of then. */
  close(): void {
    void this.#socket?.dispose();
    this.#socket = null;
  }

  async #post(asked: FetcherParams): Promise<ExecutionResult> {
    const response = await fetch('/graphql', {
      method: 'POST',
      headers: {
        accept: 'application/graphql-response+json, application/json',
        'content-type': 'application/json',
        authorization: `Bearer ${keptToken()}`,
      },
      body: JSON.stringify(asked),
    });
    if (response.status === 401) this.onTokenEnd();
    return received(await response.json());
  }

  /** Not a generator: one that waits for an event cannot be ended. */
  #subscribe({ query, operationName, variables }: FetcherParams): AsyncIterableIterator<ExecutionResult> {
    this.#socket ??= createClient({
      url: new URL('/graphql', location.href).href.replace(/^http/, 'ws'),
      connectionParams: () => ({ token: keptToken() }),
    });
    const events = this.#socket.iterate({
      query,
      operationName: operationName ?? null,
      variables: recordOf(variables),
    });
    const { log } = this;
    log.begin();
    return {
      next: async () => {
        try {
          const event = await events.next();
          if (event.done === true) {
            log.end();
            return { done: true, value: undefined };
          }
          const value = received(event.value);
          log.add(value);
          if (value.errors?.some(isUnauthenticated) === true) this.onTokenEnd();
          return { done: false, value };
        } catch (error) {
          log.end();
          if (isTokenEnd(error)) this.onTokenEnd();
          throw error;
        }
      },
      return: async () => {
        log.end();
        await events.return?.();
        return { done: true, value: undefined };
      },
      [Symbol.asyncIterator]() {
        return this;
      },
    };
  }
}

/** @throws Error where it is no answer of GraphQL */
function received(answer: unknown): ExecutionResult {
  if (isAnswer(answer)) return answer;
  throw new Error('Something other than Trustate answered');
}

const isAnswer = (answer: unknown): answer is ExecutionResult => typeof answer === 'object' && answer !== null;

/** `extensions.code` of an error, where there is one. */
function codeOf(error: unknown): unknown {
  if (typeof error !== 'object' || error === null || !('extensions' in error)) return undefined;
  const { extensions } = error;
  return typeof extensions === 'object' && extensions !== null && 'code' in extensions ? extensions.code : undefined;
}

const recordOf = (variables: unknown): Record<string, unknown> =>
  typeof variables === 'object' && variables !== null ? Object.fromEntries(Object.entries(variables)) : {};

/** A document that cannot be parsed is a plain request: the server says what is wrong with it. */
function subscribes({ query, operationName }: FetcherParams): boolean {
  try {
    return getOperationAST(parse(query), operationName)?.operation === OperationTypeNode.SUBSCRIPTION;
  } catch {
    return false;
  }
}

/** As docs/subscriptions.md has it: the connection was closed for its token, or what was open on it ended with an error that says so. */
const isTokenEnd = (error: unknown): boolean =>
  error instanceof CloseEvent ? error.code === 4401 : Array.isArray(error) && error.some(isUnauthenticated);

const isUnauthenticated = (error: unknown): boolean => codeOf(error) === 'UNAUTHENTICATED';
