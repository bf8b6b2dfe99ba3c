import type { Endpoint } from '../endpoint.js';
import { EventStreams } from './event-streams.js';
import type { Route } from './told.js';
import { SharedWebSocket } from './web-socket.js';
import type { WebSocketClass } from './web-socket-class.js';

declare const WebSocket: WebSocketClass | undefined;

/** The ways that the subscriptions of a client take. */
export interface Routes {
  /** The one for a try. @param tries how many failed since a connection was there */
  route(tries: number): Route;
}

/**
 * One WebSocket for all, where there is such a thing. One that never opened may be kept from it by a proxy: then every second try is a stream of server-sent events, which goes where
 * any request goes.
 */
export function routesOf(endpoint: Endpoint, given: WebSocketClass | null | undefined): Routes {
  const streams = new EventStreams(endpoint);
  const webSocket = given === undefined && typeof WebSocket === 'function' ? WebSocket : given;
  if (!webSocket) return { route: () => streams };
  const socket = new SharedWebSocket(endpoint, webSocket);
  return { route: (tries) => (socket.isProven || tries % 2 === 0 ? socket : streams) };
}
