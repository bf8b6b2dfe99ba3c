import type { Endpoint } from '../endpoint.js';
import { EventStreams } from './event-streams.js';
import type { Route } from './told.js';
import { SharedWebSocket } from './web-socket.js';
import type { WebSocketClass } from './web-socket-class.js';

declare const WebSocket: WebSocketClass | undefined;

/** How the subscriptions of a client connect. */
export interface Routes {
  /** The route for one try. @param tries how many tries failed since the last connection */
  route(tries: number): Route;
}

/**
 * One WebSocket for all subscriptions, if available. If it never opened, a proxy may block it: then every second try uses a stream of server-sent events, which
 * works wherever requests work.
 */
export function routesOf(endpoint: Endpoint, given: WebSocketClass | null | undefined): Routes {
  const streams = new EventStreams(endpoint);
  const webSocket = given === undefined && typeof WebSocket === 'function' ? WebSocket : given;
  if (!webSocket) return { route: () => streams };
  const socket = new SharedWebSocket(endpoint, webSocket);
  return { route: (tries) => (socket.isProven || tries % 2 === 0 ? socket : streams) };
}
