import type { ServerOptions } from 'node:http';
import type { RequestRates } from './request-rates.js';

/** What callers may take up of this process before anybody knows who they are. */
export interface EdgeBounds {
  /** Milliseconds that a connection may be idle before it is closed. */
  readonly keepAlive: number;
  /** Milliseconds in which nothing passes either way while somebody waits; longer than anything that is asked for takes. Absent: from the other timeouts. */
  readonly stalled?: number;
  readonly connections: { readonly most: number; readonly mostPerAddress: number };
  /** Requests with invalid tokens in a minute, of one address or with one token's name; `null` for no limit. */
  readonly failedSignIns: number | null;
  readonly requestRates: RequestRates;
  /** Requests that are worked on at once; `null` for no limit. */
  readonly requestsAtOnce: number | null;
}

/** As the settings have them unless they are set. */
export const defaultBounds: EdgeBounds = {
  keepAlive: 90_000,
  connections: { most: 10_000, mostPerAddress: 1_000 },
  failedSignIns: 100,
  requestRates: { perToken: null, perAddress: null },
  requestsAtOnce: 100,
};

/** Milliseconds: who takes nothing of a download for so long does not come back. */
const leastStalled = 300_000;

/** How long a connection may stand still, given how long a request and an operation may take. */
export const stalledAfter = (...timeouts: readonly number[]): number => Math.max(leastStalled, ...timeouts) + 60_000;

/** Milliseconds between two looks at who takes too long to send. */
const lookEvery = 5_000;
/** Milliseconds for the head of a request, where connections are kept for less. */
const leastForHead = 60_000;

/**
 * For a listener of HTTP/1.1. A proxy that keeps connections for shorter than this side never sends a request on one that is just being closed. The head of a
 * request has longer than an idle connection: some versions of Node count both from the same moment.
 */
export function http1Options({
  requestTimeout,
  keepAlive,
}: {
  readonly requestTimeout: number;
  readonly keepAlive: number;
}): ServerOptions {
  return {
    keepAliveTimeout: keepAlive,
    headersTimeout: Math.min(requestTimeout, Math.max(leastForHead, keepAlive + 5_000)),
    requestTimeout,
    connectionsCheckingInterval: Math.min(lookEvery, requestTimeout),
    maxHeaderSize: 16 * 1024,
  };
}
