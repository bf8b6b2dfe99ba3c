import { inspect } from 'node:util';
import { createClient as createStreamClient } from 'graphql-sse';
import { createClient as createSocketClient } from 'graphql-ws';
import type { ClientOptions } from 'graphql-ws';
import WebSocket from 'ws';
import { z } from 'zod';

const answerShape = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z.array(z.looseObject({ message: z.string(), extensions: z.record(z.string(), z.unknown()) })).optional(),
});
type Data = Readonly<Record<string, unknown>>;
type Ended = { readonly how: 'complete' } | { readonly how: 'error'; readonly error: unknown };

/** What a client hears of one subscription, in order. */
export class Heard {
  readonly events: Data[] = [];
  /** Answers with errors. */
  readonly errors: unknown[] = [];
  ended: Ended | null = null;
  #waiting: (() => void)[] = [];

  readonly sink = {
    next: (answer: unknown) => {
      const { data, errors } = answerShape.parse(answer);
      if (errors) this.errors.push(...errors);
      else this.events.push(data ?? {});
      this.#wake();
    },
    error: (error: unknown) => {
      this.ended = { how: 'error', error };
      this.#wake();
    },
    complete: () => {
      this.ended ??= { how: 'complete' };
      this.#wake();
    },
  };

  /** The first `count` events, once they are there. @throws Error when it ends before */
  async first<T>(count: number, shape: z.ZodType<T>): Promise<T[]> {
    await this.until(() => this.events.length >= count || this.ended !== null);
    if (this.events.length < count) {
      throw new Error(`ended after ${this.events.length} of ${count} events: ${inspect([this.ended, this.errors])}`);
    }
    return this.events.slice(0, count).map((event) => shape.parse(event));
  }

  async end(): Promise<Ended> {
    await this.until(() => this.ended !== null);
    return this.ended ?? { how: 'complete' };
  }

  async until(there: () => boolean): Promise<void> {
    while (!there()) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }
}

export interface Subscriber {
  subscribe(query: string, variables?: Record<string, unknown>): { readonly heard: Heard; stop(): void };
  close(): void;
}

export interface Place {
  readonly base: string;
  readonly token: string;
}

/** As a frontend with `graphql-ws` does it. */
export function overWebSocket(
  { base, token }: Place,
  options: Partial<ClientOptions> = {},
  socket: ConstructorParameters<typeof WebSocket>[2] = {},
): Subscriber {
  class Socket extends WebSocket {
    constructor(url: string, protocols?: string | string[]) {
      super(url, protocols, socket);
    }
  }
  const client = createSocketClient({
    url: `${base.replace(/^http/, 'ws')}/graphql`,
    connectionParams: { token },
    webSocketImpl: Socket,
    retryAttempts: 0,
    ...options,
  });
  return {
    subscribe(query, variables = {}) {
      const heard = new Heard();
      return { heard, stop: client.subscribe({ query, variables }, heard.sink) };
    },
    close: () => void client.dispose(),
  };
}

/** As a frontend with `graphql-sse` does it. */
export function overEventStream({ base, token }: Place, retryAttempts = 0): Subscriber {
  const client = createStreamClient({
    url: `${base}/graphql`,
    headers: { authorization: `Bearer ${token}` },
    retryAttempts,
    retry: () => new Promise((resolve) => setTimeout(resolve, 50)),
  });
  return {
    subscribe(query, variables = {}) {
      const heard = new Heard();
      return { heard, stop: client.subscribe({ query, variables }, heard.sink) };
    },
    close: () => {
      client.dispose();
    },
  };
}
