import type { ServerOptions } from 'node:http';
import type { RequestRates } from './request-rates.js';

/** Limits on what callers may use of this process before they are known. */
export interface EdgeBounds {
  /** Milliseconds that a connection may be idle before it is closed. */
  readonly keepAlive: number;
  /** Milliseconds without any transfer while somebody waits; longer than any request may take. Defaults to a value from the other timeouts. */
  readonly stalled?: number;
  /** The same for a server that stops, while a response waits for its reader. */
  readonly farewell?: number;
  /** Octets of answers that may wait for those who do not read them. */
  readonly unread: number;
  /** Milliseconds for a TLS handshake. */
  readonly handshake?: number;
  readonly connections: { readonly most: number; readonly mostPerAddress: number };
  /** Requests with invalid tokens in a minute, from one address or with one token id; `null` for no limit. */
  readonly failedSignIns: number | null;
  readonly requestRates: RequestRates;
  /** Requests in progress at the same time; `null` for no limit. */
  readonly requestsAtOnce: number | null;
}

/** The defaults of the settings. */
export const defaultBounds: EdgeBounds = {
  keepAlive: 90_000,
  unread: 128 * 1024 * 1024,
  connections: { most: 10_000, mostPerAddress: 1_000 },
  failedSignIns: 100,
  requestRates: { perToken: null, perAddress: null },
  requestsAtOnce: 100,
};

/** Milliseconds: a client that reads nothing of a download for so long does not continue. */
const leastStalled = 300_000;

/** How long a connection may be without transfer, for given limits of requests and operations. */
export const stalledAfter = (...timeouts: readonly number[]): number => Math.max(leastStalled, ...timeouts) + 60_000;

/** Milliseconds between two checks for slow senders. */
const lookEvery = 5_000;
/** Milliseconds for the head of a request, if connections are kept for less. */
const leastForHead = 60_000;

/**
 * For a listener of HTTP/1.1. A proxy that keeps connections for a shorter time than this server never sends a request on a connection that is just being
 * closed. The head of a request may take longer than an idle connection, because some versions of Node count both from the same moment.
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
