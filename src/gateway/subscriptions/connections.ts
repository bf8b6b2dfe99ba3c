import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { GraphQLError } from 'graphql';
import type { ExecutionArgs, ExecutionResult, GraphQLFormattedError } from 'graphql';
import { handleProtocols, makeServer } from 'graphql-ws';
import type { Server } from 'graphql-ws';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import { ProblemError } from '../../platform/problems.js';
import type { RequestCounters } from '../admission/request-rates.js';
import type { Senders } from '../http/senders.js';
import { refusalOf } from '../execution/operation.js';
import { arrivalOf, tokenIn } from './arrival.js';
import { closeCodes } from './close-codes.js';
import { Connection } from './connection.js';
import { Delivery, Interrupted } from './delivery.js';
import { TextResult, wholeText } from './message-texts.js';
import type { ConnectionOperations } from './connection-operations.js';
import type { Origins } from './origins.js';
import type { Slots } from './slots.js';
import { Session } from './session.js';
import type { SessionDeps } from './session.js';
import type { SocketLimits } from './socket.js';
import type { GatewayPorts } from '../ports.js';

export interface ConnectionsDeps extends Pick<GatewayPorts, 'log' | 'schema' | 'settings'> {
  readonly operations: ConnectionOperations;
  readonly sessions: SessionDeps;
  readonly origins: Origins;
  readonly senders: Senders;
  readonly counters: RequestCounters;
  /** For connections; each has subscriptions. */
  readonly slots: Slots;
  readonly mostOpen: number;
  /** Operations of one connection in progress, and subscriptions that it opens, at the same time. */
  readonly mostAtWork: number;
  readonly limits: SocketLimits;
}

/** Bytes of a message: an operation and its variables. Larger ones must use HTTP. */
const mostPayload = 1024 * 1024;

/** Milliseconds that a stopping server waits for the other side to close too. */
const farewellMs = 1_000;

/** GraphQL over WebSocket, by the protocol graphql-transport-ws. */
export class Connections {
  readonly #sockets: WebSocketServer;
  readonly #protocol: Server<Connection>;
  readonly #open = new Set<Connection>();
  readonly #pinging: NodeJS.Timeout;
  #closing = false;

  constructor(private readonly deps: ConnectionsDeps) {
    this.#sockets = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      handleProtocols,
      maxPayload: Math.min(deps.settings.maxBodySize, mostPayload),
    });
    this.#protocol = makeServer<Record<string, unknown> | undefined, Connection>({
      onConnect: ({ extra, connectionParams }) => this.#connect(extra, connectionParams ?? {}),
      onSubscribe: ({ extra }, _id, payload) => this.#subscribe(extra, payload),
      subscribe: ({ contextValue }) => started(contextValue),
      execute: ({ contextValue }) => started(contextValue),
      onNext: ({ extra }, _id, _payload, _args, result) =>
        result instanceof TextResult ? extra.socket.texts.place(result) : undefined,
      onError: (_context, _id, _payload, errors) => errors.flatMap(told),
    });
    this.#pinging = setInterval(() => {
      for (const { socket } of this.#open) socket.keepAlive();
    }, deps.limits.pingMs).unref();
  }

  /** Takes requests for a WebSocket at /graphql. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { origins, mostOpen, senders, settings } = this.deps;
    if (this.#closing || this.#open.size >= mostOpen) {
      refuse(socket, '503 Service Unavailable');
      return;
    }
    const sender = senders.senderOf(request);
    if (!origins.allows(request.headers.origin, sender)) {
      refuse(socket, '403 Forbidden');
      return;
    }
    const arrival = arrivalOf(request, sender, settings.publicUrl);
    if (!arrival) {
      refuse(socket, '400 Bad Request');
      return;
    }
    this.#sockets.handleUpgrade(request, socket, head, (opened) => {
      this.#opened(new Connection({ ...this.deps, arrival, socket: opened }), opened);
    });
  }

  /** Asks all clients to connect again elsewhere or later. */
  async close(): Promise<void> {
    this.#closing = true;
    clearInterval(this.#pinging);
    const open = [...this.#open];
    for (const { socket } of open) socket.close(closeCodes.restart, 'The server stops: connect again');
    const late = setTimeout(() => {
      for (const connection of open) connection.terminate();
    }, farewellMs);
    await Promise.all(open.map(({ closed }) => closed));
    clearTimeout(late);
  }

  #opened(connection: Connection, socket: WebSocket): void {
    this.#open.add(connection);
    const closed = this.#protocol.opened(connection.socket, connection);
    socket.once('close', (code, reason) => {
      this.#open.delete(connection);
      closed(code, reason.toString()).catch((error: unknown) => {
        this.deps.log.error({ err: error }, 'a WebSocket did not close cleanly');
      });
    });
    // ws reports violations of the WebSocket protocol with a code, and the connection ends.
    socket.on('error', () => undefined);
  }

  /** @returns whether the client is accepted; otherwise the connection is closed with a code */
  async #connect(connection: Connection, params: Readonly<Record<string, unknown>>): Promise<boolean> {
    const { counters, sessions, slots } = this.deps;
    const token = tokenIn(params) ?? connection.arrival.token;
    try {
      await counters.pass({ token, address: connection.arrival.origin.remoteAddress });
      const session = await Session.open(sessions, { ...connection.arrival, token }, (error) => {
        connection.end(error);
      });
      try {
        connection.began(session, slots.take(session.caller.userId));
      } catch (error) {
        session.close();
        throw error;
      }
      return true;
    } catch (error) {
      if (error instanceof ProblemError) {
        const known = error.code === 'LIMIT_EXCEEDED';
        connection.socket.close(known ? closeCodes.full : closeCodes.unauthorized, error.message);
      } else if (error instanceof GraphQLError) connection.socket.close(closeCodes.full, 'Too many connections');
      else throw error;
      return false;
    }
  }

  async #subscribe(connection: Connection, request: unknown): Promise<ExecutionArgs | readonly GraphQLError[]> {
    const { session } = connection;
    if (!session) throw new Error('the protocol let somebody in before it was known who');
    try {
      return await connection.atWork(() => this.#begin(connection, session, request));
    } catch (error) {
      return refusalOf(error, this.deps, session);
    }
  }

  /** Each operation counts as a request, as over HTTP. A subscription waits for space, others are refused immediately. @throws LIMIT_EXCEEDED */
  async #count({ line }: Connection, session: Session, request: unknown): Promise<void> {
    const { counters, operations } = this.deps;
    const count = () => counters.refusal({ token: session.token, address: session.origin.remoteAddress });
    const first = line.isEmpty ? await count() : undefined;
    if (first === null) return;
    if (operations.subscribes(request)) {
      await line.enter(count, first ?? null);
      return;
    }
    const refusal = first ?? (await count());
    if (refusal) throw refusal.error;
  }

  async #begin(connection: Connection, session: Session, request: unknown): Promise<ExecutionArgs> {
    const { operations, schema } = this.deps;
    await this.#count(connection, session, request);
    const admitted = await operations.admit(request, session);
    const { document, node } = admitted.operation;
    const begun = await operations.start(admitted, session);
    const results = begun instanceof Delivery ? connection.answersOf(begun) : new TextResult(await wholeText(begun));
    return { schema, document, operationName: node.name?.value ?? null, contextValue: new Started(results) };
  }
}

/** What was started when the protocol asked whether it may be, handed over when it asks for the results. */
class Started {
  constructor(readonly results: AsyncIterable<ExecutionResult> | ExecutionResult) {}
}

function started(handed: unknown) {
  if (!(handed instanceof Started)) throw new Error('an operation came from nowhere');
  return handed.results;
}

function told(error: GraphQLError): readonly GraphQLFormattedError[] {
  const { originalError } = error;
  return originalError instanceof Interrupted ? originalError.errors.map((one) => one.toJSON()) : [error.toJSON()];
}

function refuse(socket: Duplex, status: string): void {
  // Nothing else watches a socket that was taken out of HTTP: neither for errors, nor for a peer that never closes it.
  socket.on('error', () => undefined).once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
