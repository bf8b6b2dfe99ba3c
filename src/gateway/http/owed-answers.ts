import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { z } from 'zod';

const expectationFailed = 417;

/** Milliseconds without a byte after which what came since the last answer is not the beginning of a request. */
const quietMs = 1_000;

/** What a connection owes. */
interface Owed {
  /** To the last request that was read. */
  latest: ServerResponse;
  /** The answer that is being sent, or is sent next; those after it gather in memory. */
  current: ServerResponse;
  /** Answers that are not sent to their end. */
  open: number;
  /** Bytes of its caller, since when there were no more, and whether some came since the last answer. */
  bytes: number;
  since: number;
  more: boolean;
}

/**
 * The answers that connections owe, in the order of their requests. What comes after a request, such as an upgrade or a refusal, waits for those before it; and a
 * stopping server closes the connections that owe none.
 */
export class OwedAnswers {
  readonly #connections = new Map<Socket, Owed>();
  /** Of an answer that is not sent, the one before it, as long as that is not sent either. */
  readonly #before = new WeakMap<ServerResponse, ServerResponse>();
  readonly #servers: Pick<Server, 'on'>[] = [];

  watch(server: Pick<Server, 'on'>): void {
    this.#servers.push(server);
    server.on('request', this.owe.bind(this));
    // One that expects what nobody offers: where nobody listens, Node refuses it by itself and announces it to nobody.
    server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
      this.owe(request, response);
      response.writeHead(expectationFailed).end();
    });
  }

  /** How many answers of a connection are not sent to their end. */
  openOn(socket: Socket): number {
    return this.#connections.get(socket)?.open ?? 0;
  }

  /** Of a request with a method that the parser does not know, a server announces nothing. */
  owe({ socket }: IncomingMessage, response: ServerResponse): void {
    const owed = this.#connections.get(socket) ?? this.#begin(socket, response);
    const before = owed.latest;
    if (before !== response && !before.closed) {
      this.#before.set(response, before);
      before.once('close', () => {
        this.#before.delete(response);
        owed.current = response;
      });
    } else owed.current = response;
    owed.latest = response;
    owed.open += 1;
    response.once('close', () => {
      owed.open -= 1;
      owed.bytes = socket.bytesRead;
      owed.since = performance.now();
      owed.more = false;
    });
  }

  /**
   * Calls `act` once the next answer on a connection is owed to what follows the requests that were read whole. A request that was not, such as one with a
   * body that breaks off, is followed by nothing: the answer that is owed is its own, unless that has begun.
   * @param act told whether an answer can be sent, which it cannot where one has begun or the caller left
   */
  whenOwed(socket: Duplex, act: (free: boolean) => void): void {
    const latest = this.#of(socket)?.latest;
    const waits = latest?.req.complete === false ? this.#before.get(latest) : latest;
    if (waits && !waits.closed) waits.once('close', () => act(isFree(socket, latest)));
    else act(isFree(socket, latest));
  }

  /**
   * As {@link whenOwed}, on a connection that Node's HTTP has let go of: its errors are heard here until then, and the answer that is being sent goes on when
   * there is room. Others are not told of that room, or all of each would gather in memory.
   */
  whenOwedOn(socket: Duplex, act: (free: boolean) => void): void {
    const failed = () => socket.destroy();
    const drained = () => this.#of(socket)?.current.emit('drain');
    socket.on('error', failed).on('drain', drained);
    this.whenOwed(socket, (free) => {
      socket.off('error', failed).off('drain', drained);
      // What it does from here on is no answer to a request: a WebSocket is told itself that the server stops.
      if (socket instanceof Socket) this.#connections.delete(socket);
      act(free);
    });
  }

  /**
   * Closes the connections on which all requests are answered. Node's own `closeIdleConnections` also closes those on which an answer was handed over that is
   * still being sent: its reader gets a part.
   */
  close(): void {
    const now = performance.now();
    const amid = amidRequests(this.#servers);
    for (const [socket, owed] of this.#connections) {
      const { bytesRead } = socket;
      if (owed.bytes !== bytesRead) Object.assign(owed, { bytes: bytesRead, since: now, more: true });
      // Of the next request, the beginning may have come with the one before it; and line breaks before it are none (RFC 9112 2.2), however many come.
      const isAmid = amid?.has(socket) ?? owed.more;
      if (owed.open === 0 && !(isAmid && now - owed.since < quietMs)) socket.destroy();
    }
  }

  #of(socket: Duplex): Owed | undefined {
    return socket instanceof Socket ? this.#connections.get(socket) : undefined;
  }

  #begin(socket: Socket, response: ServerResponse): Owed {
    const owed = { latest: response, current: response, open: 0, bytes: 0, since: 0, more: false };
    this.#connections.set(socket, owed);
    socket.once('close', () => this.#connections.delete(socket));
    return owed;
  }
}

const isFree = (socket: Duplex, latest: ServerResponse | undefined): boolean =>
  socket.writable && !(latest?.req.complete === false && latest.headersSent);

/** Node keeps the connections on which a request has begun and has not ended, in order to close those that take too long. */
const tracked = z.custom<{ active(): unknown }>(
  (value) => value instanceof Object && typeof Reflect.get(value, 'active') === 'function',
);
const parsers = z.array(z.object({ socket: z.instanceof(Socket).nullish() }));

/** @returns `null` if nobody knows: then only bytes that come later are noticed */
function amidRequests(servers: readonly object[]): ReadonlySet<Socket> | null {
  const sockets = new Set<Socket>();
  for (const server of servers) {
    const symbol = Object.getOwnPropertySymbols(server).find((each) => each.description === 'http.server.connections');
    const connections = tracked.safeParse(symbol && Reflect.get(server, symbol)).data;
    const reading = parsers.safeParse(connections?.active()).data;
    if (!reading) return null;
    for (const { socket } of reading) if (socket) sockets.add(socket);
  }
  return sockets;
}
