import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { Caller, RequestOrigin } from '../identity/caller.js';
import type { NodeContext } from '../platform/graphql/node.js';
import type { Waiter } from '../platform/outbound/call-end.js';
import { problem } from '../platform/problems.js';
import type { Sender } from './http/senders.js';

/** The gateway's own part of a context; the domains add their parts. */
export interface GatewayContext extends NodeContext {
  /** `null` without a token. An invalid token is refused before. */
  readonly caller: Caller | null;
  readonly origin: RequestOrigin;
  /** Checks again who is calling; for everything that lives longer than a request. @throws UNAUTHENTICATED when the token is no longer valid */
  readonly presentCaller?: () => Promise<Caller>;
}

/**
 * What each domain adds to the context, made at its first use in a request: constant services, or loaders of this request.
 * @example const slices = { state: () => stateServices } satisfies ContextSlices<StateContext>;
 */
export type ContextSlices<Context extends GatewayContext> = {
  readonly [Name in Exclude<keyof Context, keyof GatewayContext>]: (context: GatewayContext) => Context[Name];
};

export type AnySlices = Readonly<Record<string, (context: GatewayContext) => unknown>>;

/** The parts of a request and its response that the context needs. */
export interface Exchange {
  readonly caller: Caller | null;
  readonly origin: RequestOrigin;
  readonly baseUrl: string;
  readonly response: Answering;
  readonly presentCaller?: () => Promise<Caller>;
  readonly resumeAfter?: string;
  readonly reasons?: 'told';
}

/** Tells whether somebody still waits for the response. */
export type Answering = Pick<ServerResponse, 'destroyed' | 'writableFinished'> & {
  once(event: 'close', listener: () => void): unknown;
};

type EndListener = (reason: Error) => void;

/** A context that can be ended before its request. */
export interface EndableContext extends GatewayContext {
  end(reason: Error): void;
  /** @throws the reason of the end */
  throwIfEnded(): void;
  /** From now on, every access to a service throws the reason: no new work begins. */
  withdraw(reason: Error): void;
}

export type ContextFactory = (exchange: Exchange) => EndableContext;

/** Prepares the class of contexts once, so that creating one costs next to nothing. */
export function contextFactory(deps: {
  readonly slices: AnySlices;
  readonly node: (id: string, context: GatewayContext) => Promise<object | null>;
}): ContextFactory {
  class RequestScope implements EndableContext {
    readonly caller: Caller | null;
    readonly origin: RequestOrigin;
    readonly baseUrl: string;
    readonly presentCaller?: () => Promise<Caller>;
    readonly resumeAfter?: string;
    readonly reasons?: 'told';
    // Not #private: Apollo copies the context, property by property.
    private readonly response: Answering;
    private controller: AbortController | undefined;
    private ended: Error | undefined;
    private listeners: Set<EndListener> | undefined;

    constructor(exchange: Exchange) {
      this.caller = exchange.caller;
      this.origin = exchange.origin;
      this.baseUrl = exchange.baseUrl;
      this.response = exchange.response;
      if (exchange.presentCaller) this.presentCaller = exchange.presentCaller;
      if (exchange.resumeAfter !== undefined) this.resumeAfter = exchange.resumeAfter;
      if (exchange.reasons) this.reasons = exchange.reasons;
    }

    get signal(): AbortSignal {
      if (this.controller) return this.controller.signal;
      const controller = (this.controller = new AbortController());
      this.whenEnded((reason) => {
        controller.abort(reason);
      });
      return controller.signal;
    }

    whenEnded(listener: EndListener): () => void {
      if (!this.listeners) this.watch();
      const listeners = (this.listeners ??= new Set());
      if (this.ended) listener(this.ended);
      else listeners.add(listener);
      return () => listeners.delete(listener);
    }

    private watch(): void {
      waiterFor(this.response).whenEnded((reason) => {
        this.end(reason);
      });
    }

    end(reason: Error): void {
      if (this.ended) return;
      this.ended = reason;
      const { listeners = [] } = this;
      for (const listener of [...listeners]) listener(reason);
    }

    throwIfEnded(): void {
      if (this.ended) throw this.ended;
    }

    withdraw(reason: Error): void {
      for (const name of Object.keys(deps.slices)) {
        Object.defineProperty(this, name, {
          configurable: true,
          get() {
            throw reason;
          },
        });
      }
    }

    node(id: string): Promise<object | null> {
      return deps.node(id, this);
    }
  }
  for (const [name, make] of Object.entries(deps.slices)) {
    Object.defineProperty(RequestScope.prototype, name, {
      get(this: RequestScope) {
        const slice = make(this);
        Object.defineProperty(this, name, { configurable: true, value: slice });
        return slice;
      },
    });
  }
  return (exchange) => new RequestScope(exchange);
}

/** Who waits for a response: until the connection is closed before all of it was sent. */
export const waiterFor = (response: Answering): Waiter => ({
  whenEnded(listener) {
    let isNeeded = !response.destroyed;
    if (!isNeeded) listener(callerGone());
    else
      response.once('close', () => {
        if (isNeeded && !response.writableFinished) listener(callerGone());
      });
    return () => {
      isNeeded = false;
    };
  },
});

export const callerGone = () => problem('UNAVAILABLE', 'The caller closed the connection');

/** The token of a request: `X-Service-Token`, `X-Vault-Token`, `Authorization: Bearer`; the first existing one counts. */
export function presentedToken(headers: IncomingHttpHeaders): string | null {
  const own = headers['x-service-token'] ?? headers['x-vault-token'];
  if (typeof own === 'string') return own;
  const { authorization } = headers;
  if (authorization === undefined) return null;
  // An unknown scheme counts as an invalid token.
  return /^bearer +/i.test(authorization) ? authorization.replace(/^bearer +/i, '').trimEnd() : '';
}

/** `null` without a token. @throws UNAUTHENTICATED for an invalid one */
export function authenticated(
  headers: IncomingHttpHeaders,
  origin: RequestOrigin,
  authenticate: (token: string, origin: RequestOrigin) => Promise<Caller | null>,
): Promise<Caller | null> | null {
  const token = presentedToken(headers);
  return token === null ? null : known(authenticate(token, origin));
}

async function known(reading: Promise<Caller | null>): Promise<Caller> {
  const caller = await reading;
  if (!caller) throw problem('UNAUTHENTICATED');
  return caller;
}

const hostShape = /^(?:[a-z0-9](?:[a-z0-9._-]{0,252})|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/**
 * The beginning of absolute URLs: the public URL, otherwise scheme and host of the request.
 * @throws INVALID_PARAMETER for an invalid Host header
 */
export function baseUrlOf(publicUrl: string | undefined, { scheme, host }: Pick<Sender, 'scheme' | 'host'>): string {
  if (publicUrl !== undefined) return publicUrl;
  if (host === undefined || !hostShape.test(host))
    throw problem('INVALID_PARAMETER', 'The Host header is not valid', ['Host']);
  return `${scheme}://${host}`;
}
