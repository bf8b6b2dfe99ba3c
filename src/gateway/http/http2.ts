import { METHODS } from 'node:http';
import { constants, createServer } from 'node:http2';
import type {
  Http2Server,
  Http2ServerRequest,
  Http2ServerResponse,
  Http2Session,
  ServerHttp2Session,
  ServerHttp2Stream,
} from 'node:http2';
import type { Server } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { octetsQueued, octetsSent } from './stopped-callers.js';
import type { StoppedCallers } from './stopped-callers.js';

/** Concurrent requests on one connection, as the protocol recommends (RFC 9113 6.5.2). */
const mostStreams = 100;
/** Octets of the head of a request, as in HTTP/1.1. */
const longestHead = 16 * 1024;
/** Octets that a client may send ahead: for one request, and on a connection. */
const streamWindow = 256 * 1024;
const connectionWindow = 1024 * 1024;
/** Requests that a client may cancel before their response, in this many milliseconds: more is an attack (CVE-2023-44487). */
const mostAborted = 200;
const abortedWithin = 10_000;
/** The error code for connections that exceed a limit. */
const givenUp = constants.NGHTTP2_ENHANCE_YOUR_CALM;

/** Limits in addition to those of nghttp2 itself (resets, CONTINUATION frames, waiting acknowledgements), where Node's defaults are too high. */
const bounds = {
  settings: { maxConcurrentStreams: mostStreams, maxHeaderListSize: longestHead, initialWindowSize: streamWindow },
  maxHeaderListPairs: 128,
  maxOutstandingPings: 10,
  maxSettings: 32,
  maxSessionInvalidFrames: 100,
  maxSessionRejectedStreams: 100,
} as const;

export interface Http2Deps {
  readonly handle: (request: Http2ServerRequest, response: Http2ServerResponse) => void;
  /** Milliseconds that a client may take to send one request. */
  readonly requestTimeout: number;
  /** Milliseconds that a connection may be idle. */
  readonly keepAlive: number;
  /** Milliseconds without any transfer while requests are open. */
  readonly stalled: number;
  /** Hears of each connection, to end on a stopping server what its client does not go on with. */
  readonly callers: Pick<StoppedCallers, 'add'>;
}

/** Milliseconds between two looks for what has ended and is still there. */
const looksEvery = 1_000;
/** Looks in which a client takes nothing of what was on its way when its connection ended in peace. */
const peacefulLooks = 10;

/** Looks in which a ping to a client without a request leaves. */
const pingLooks = 10;

interface SessionConnection {
  readonly socket: TLSSocket;
  readonly streams: Set<ServerHttp2Stream>;
  /** Notes that its client has cancelled a request: once, however often that is seen. */
  readonly cancelled: (request: ServerHttp2Stream) => void;
  /** Looks since it was pinged, if it has had no request since, and what had been sent before; below zero looks once the ping has left. */
  pinged: { looks: number; readonly sent: number } | null;
}

/** HTTP/2 on connections of a listener that negotiated it. */
export class Http2Connections {
  readonly #server: Http2Server;
  readonly #sessions = new Map<ServerHttp2Session, SessionConnection>();
  /** Connections that exceeded a limit: they end soon, and what came with the last of it is not looked at. */
  readonly #givenUp = new WeakSet<Http2Session>();
  /** Sessions that have ended: in how many looks, and how many octets had gone out on them. */
  readonly #ended = new WeakMap<ServerHttp2Session, { readonly looks: number; readonly sent: number }>();
  /** Streams that a look has found closed: what ends by itself does so before the next one. */
  readonly #closed = new WeakSet<ServerHttp2Stream>();
  readonly #requests = new WeakMap<ServerHttp2Stream, Http2ServerRequest>();
  readonly #looks: NodeJS.Timeout;
  #arrived: TLSSocket | null = null;
  #closing = false;

  constructor(deps: Http2Deps) {
    this.#server = createServer(bounds);
    this.#looks = setInterval(() => this.#endLeftovers(), looksEvery).unref();
    this.#server.on('session', (session) => {
      const socket = this.#arrived;
      if (socket) this.#watch(session, socket, deps);
    });
    this.#server.on('request', (request: Http2ServerRequest, response: Http2ServerResponse) => {
      const { session } = request.stream;
      if (session === undefined || this.#givenUp.has(session)) return;
      this.#requests.set(request.stream, request);
      inTime(request, deps.requestTimeout);
      endAsCut(request);
      breakOffAsCut(response);
      const asked = asListing(request);
      if (isKnown(asked)) deps.handle(asked, response);
      else {
        request.resume();
        response.writeHead(constants.HTTP_STATUS_BAD_REQUEST).end();
      }
    });
  }

  /** Takes the connections of a listener that negotiated HTTP/2; the others stay with it. */
  attachTo(listener: Server): void {
    const others = listener.listeners('secureConnection');
    listener.removeAllListeners('secureConnection');
    listener.on('secureConnection', (socket: TLSSocket) => {
      if (socket.alpnProtocol === 'h2') this.#take(socket);
      else for (const other of others) Reflect.apply(other, listener, [socket]);
    });
  }

  /** Sessions announce themselves at once, and do not give their sockets away. */
  #take(socket: TLSSocket): void {
    this.#arrived = socket;
    this.#server.emit('connection', socket);
    this.#arrived = null;
  }

  /** Accepts no more requests, and resolves when the running ones are answered. */
  async close(): Promise<void> {
    this.#closing = true;
    await Promise.all(
      Array.from(this.#sessions.keys(), (session) => {
        // A session that is closing already calls no callback.
        const closed = new Promise<void>((resolve) => session.once('close', resolve));
        session.close();
        return closed;
      }),
    );
  }

  /** To be called when the listener has no connection left: until then some may arrive, and end with what Node leaves open. */
  release(): void {
    clearInterval(this.#looks);
  }

  #watch(session: ServerHttp2Session, socket: TLSSocket, { keepAlive, stalled, callers }: Http2Deps): void {
    const streams = new Set<ServerHttp2Stream>();
    const counted = new WeakSet<ServerHttp2Stream>();
    let aborted = 0;
    let since = performance.now();
    const cancelled = (request: ServerHttp2Stream) => {
      if (counted.has(request)) return;
      counted.add(request);
      const now = performance.now();
      if (now - since > abortedWithin) [since, aborted] = [now, 0];
      aborted += 1;
      if (aborted > mostAborted) this.#giveUp(session);
    };
    this.#sessions.set(session, { socket, streams, cancelled, pinged: null });
    session.once('close', () => this.#sessions.delete(session));
    session.setLocalWindowSize(connectionWindow);
    const forgetReader = callers.add({
      // What the client's window has no room for waits in its stream.
      waits: () => !session.destroyed && [...streams].some(({ writableLength }) => writableLength > 0),
      moved: () => octetsSent(socket),
      leave: () => session.destroy(),
    });
    const unsent = () => [...streams].filter((stream) => this.#isUnsent(stream));
    const forgetSender = callers.add({
      waits: () => unsent().length > 0,
      moved: () => socket.bytesRead,
      leave: () => {
        // An answer that was sent to its end stands (RFC 9113 8.1).
        for (const stream of unsent()) stream.close(stream.writableFinished ? constants.NGHTTP2_NO_ERROR : givenUp);
      },
    });
    session.once('close', () => {
      forgetReader();
      forgetSender();
    });
    let open = 0;
    // Any frame restarts the timer, with the time that was set last.
    const wait = (milliseconds: number) => {
      session.setTimeout(milliseconds);
    };
    wait(keepAlive);
    session.on('timeout', () => {
      if (open === 0) session.close();
      else session.destroy();
    });
    session.on('stream', (stream: ServerHttp2Stream) => {
      open += 1;
      streams.add(stream);
      wait(stalled);
      stream.once('aborted', () => {
        cancelled(stream);
      });
      stream.once('close', () => {
        open -= 1;
        streams.delete(stream);
        if (open === 0 && !session.destroyed) wait(keepAlive);
        if (stream.rstCode !== constants.NGHTTP2_NO_ERROR) cancelled(stream);
      });
    });
    // Its handshake was over just when the server stopped.
    if (this.#closing) session.close();
  }

  /** Whether the rest of a request is up to its client: nothing has come that nobody has read. */
  #isUnsent(stream: ServerHttp2Stream): boolean {
    if (stream.closed || stream.destroyed || stream.endAfterHeaders) return false;
    const held = stream.readableLength + (this.#requests.get(stream)?.readableLength ?? 0);
    return held === 0 && stream.state.state !== constants.NGHTTP2_STREAM_STATE_HALF_CLOSED_REMOTE;
  }

  #giveUp(session: ServerHttp2Session): void {
    if (session.destroyed || this.#givenUp.has(session)) return;
    this.#givenUp.add(session);
    session.goaway(givenUp);
    setImmediate(() => {
      session.destroy();
    });
  }

  /**
   * Ends a session without requests of which a ping does not leave. After a mistake of its client, nghttp2 says GOAWAY and from then on neither reads nor sends anything, which it
   * tells nobody: the connection would count until it was idle for too long. Whether the client answers says nothing: of an answer that has ended, megabytes may be on
   * their way to one that reads slowly.
   */
  #ping(session: ServerHttp2Session, connection: SessionConnection): void {
    if (session.closed) return;
    const { socket, streams, pinged } = connection;
    if (streams.size > 0) connection.pinged = null;
    else if (pinged === null) {
      connection.pinged = { looks: 0, sent: octetsSent(socket) };
      session.ping(() => undefined);
    } else if (octetsSent(socket) !== pinged.sent || octetsQueued(socket) > 0) pinged.looks = -Infinity;
    else if (++pinged.looks > pingLooks) session.destroy();
  }

  /**
   * Ends what Node leaves behind (seen in 20.20). A session that is destroyed while it sends may never hear that this is over: its connection would stay open for
   * good, whatever its client does. Nor does a stream whose client resets it after the answer was handed over, with the code that there is no error.
   */
  #endLeftovers(): void {
    for (const [session, connection] of this.#sessions) {
      const { socket, streams, cancelled } = connection;
      if (session.destroyed) {
        const { looks = 0, sent = 0 } = this.#ended.get(session) ?? {};
        const now = octetsSent(socket);
        if (looks >= (session.closed ? peacefulLooks : 1)) socket.destroy();
        else this.#ended.set(session, { looks: now === sent ? looks + 1 : 1, sent: now });
        continue;
      }
      for (const stream of streams) {
        if (!stream.closed || stream.destroyed) continue;
        if (this.#closed.has(stream)) {
          cancelled(stream);
          stream.destroy();
        } else this.#closed.add(stream);
      }
      this.#ping(session, connection);
    }
  }
}

/** A request that does not end in time is dropped, as in HTTP/1.1. */
function inTime(request: Http2ServerRequest, timeoutMs: number): void {
  const { stream } = request;
  if (stream.endAfterHeaders) return;
  const late = setTimeout(() => {
    stream.close(givenUp);
  }, timeoutMs).unref();
  const heard = () => {
    clearTimeout(late);
  };
  request.once('end', heard);
  stream.once('close', heard);
}

/** The body of a request that was reset would end like a complete one: it fails instead, as in HTTP/1.1. */
function endAsCut(request: Http2ServerRequest): void {
  const { stream } = request;
  if (stream.endAfterHeaders) return;
  // A reader of the stream gets the error; without one, it is not needed.
  request.on('error', () => undefined);
  stream.prependOnceListener('aborted', () => {
    if (!request.readableEnded) request.destroy(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }));
  });
}

/** A response that is destroyed before its end fails at the client, as in HTTP/1.1: Node's reset says that there is no error, which many take for its end. */
function breakOffAsCut(response: Http2ServerResponse): void {
  const { req: request, stream } = response;
  // Hears of our own reset.
  request.on('error', () => undefined);
  const destroy = response.destroy.bind(response);
  response.destroy = (error) => {
    if (response.headersSent && !response.writableEnded && !stream.closed) {
      stream.close(constants.NGHTTP2_INTERNAL_ERROR);
    }
    return destroy(error);
  };
}

const methods = new Set(METHODS);

/** Others are refused by the parser of HTTP/1.1. Here they would reach the router, which reports each to the log as a bug, with all of its routes. */
const isKnown = ({ method }: Http2ServerRequest): boolean => methods.has(method);

/** `LIST x` stands for `GET x?list=true` (docs/http-surface.md); clients that send it over HTTP/1.1 send it here too. */
function asListing(request: Http2ServerRequest): Http2ServerRequest {
  if (request.method !== 'LIST') return request;
  const url = `${request.url}${request.url.includes('?') ? '&' : '?'}list=true`;
  // Both have setters, whatever their types say.
  return Object.assign(request, { method: 'GET', url });
}
