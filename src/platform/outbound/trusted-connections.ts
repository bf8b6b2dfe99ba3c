import type { Socket } from 'node:net';
import type { Client } from 'undici';
import { OutboundFailure } from './outbound-failure.js';
import { TrustedSockets } from './trusted-sockets.js';
import type { Destination, OutboundTrust } from './trusted-sockets.js';

/** One request to a host that was resolved, and the bounds of its answer. */
export interface Exchange extends Destination {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer | undefined;
  /** Bytes of the answer's body. */
  readonly mostBytes: number;
}

/** By names in lower case; the values of one that was repeated are many. */
export type AnswerHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A whole answer, as it was sent. */
export interface Exchanged {
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly body: Buffer;
}

/** The open connections to one set of trusted servers, kept for the next call. */
export interface Connections {
  /** @throws OutboundFailure; what HTTP, TLS or the system says of a connection that broke; why the call has ended */
  exchange(asked: Exchange): Promise<Exchanged>;
  /** Ends those that nobody uses, and the others when their call has ended. */
  retire(): void;
  /** Ends all of them. */
  close(): void;
}

/** Connections of an origin that are kept without a call. */
const mostFree = 16;
/** Milliseconds that a connection stays open without a call. */
const idleMs = 30_000;
/** Bytes of an answer's head. */
const mostHeadBytes = 16_384;
/** Answers that come before the one that counts. */
const mostEarly = 16;
/**
 * Bytes that are read for one answer. Its head and body are bounded as what they say; this is for what says nothing and is read all the same, such as empty lines and
 * the extensions of chunks, which would keep the thread as busy as the network can.
 */
const mostRead = ({ mostBytes }: Pick<Exchange, 'mostBytes'>): number => 4 * (mostHeadBytes + mostBytes);

const bounds = {
  pipelining: 1,
  allowH2: false,
  maxHeaderSize: mostHeadBytes,
  // A server that keeps its end for less time says so.
  keepAliveTimeout: idleMs,
  keepAliveMaxTimeout: idleMs,
  // The signal of a call bounds all of it.
  headersTimeout: 0,
  bodyTimeout: 0,
};

let client: typeof Client | undefined;
/** It is loaded by the first call: most servers make none. */
const loadedClient = async () => (client ??= (await import('undici')).Client);

export const openConnections = (trust: OutboundTrust = {}): Connections => new KeptConnections(trust);

class KeptConnections implements Connections {
  readonly #sockets: TrustedSockets;
  readonly #all = new Set<Connection>();
  /** By origin; the one that was used last is used next. */
  readonly #free = new Map<string, Connection[]>();
  #isRetired = false;

  constructor(trust: OutboundTrust) {
    this.#sockets = new TrustedSockets(trust);
  }

  async exchange(asked: Exchange): Promise<Exchanged> {
    const connection = this.#free.get(asked.url.origin)?.pop() ?? (await this.#opened(asked.url.origin));
    let isWhole = false;
    try {
      asked.ending.throwIfEnded();
      const answer = await connection.exchange(asked);
      isWhole = true;
      return answer;
    } finally {
      // What is not read to its end leaves a connection that nobody can use.
      if (isWhole) this.#kept(connection);
      else connection.end();
    }
  }

  retire(): void {
    this.#isRetired = true;
    for (const free of this.#free.values()) for (const connection of free.splice(0)) connection.end();
  }

  close(): void {
    this.#isRetired = true;
    for (const connection of [...this.#all]) connection.end();
  }

  async #opened(origin: string): Promise<Connection> {
    const Client = await loadedClient();
    const connection = new Connection(origin, Client, this.#sockets, () => {
      this.#forget(connection);
    });
    this.#all.add(connection);
    return connection;
  }

  #kept(connection: Connection): void {
    const free = this.#free.get(connection.origin) ?? [];
    if (this.#isRetired || connection.isEnded || free.length >= mostFree) {
      connection.end();
      return;
    }
    free.push(connection);
    this.#free.set(connection.origin, free);
  }

  #forget(connection: Connection): void {
    this.#all.delete(connection);
    const free = this.#free.get(connection.origin);
    const at = free?.indexOf(connection) ?? -1;
    if (at >= 0) free?.splice(at, 1);
    if (free?.length === 0) this.#free.delete(connection.origin);
  }
}

/** A connection, with one exchange at a time. */
class Connection {
  readonly #client: Client;
  #asked: Exchange | undefined;
  #socket: Socket | undefined;
  /** Bytes of the answers before. */
  #readBefore = 0;
  #isEnded = false;

  constructor(
    readonly origin: string,
    OneConnection: typeof Client,
    sockets: TrustedSockets,
    private readonly forget: () => void,
  ) {
    this.#client = new OneConnection(origin, {
      ...bounds,
      connect: (_options, callback) => {
        // Where it leads to is what the call was resolved to that needs it, the first one or a later one.
        const to = this.#asked;
        if (!to) {
          callback(new Error('nobody needs this connection'), null);
          return;
        }
        sockets.open(to).then(
          (socket) => {
            this.#bound(socket);
            callback(null, socket);
          },
          (error: unknown) => {
            callback(error instanceof Error ? error : new Error('not connected', { cause: error }), null);
          },
        );
      },
    });
    this.#client.on('disconnect', () => {
      if (!this.#asked) this.end();
    });
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  async exchange(asked: Exchange): Promise<Exchanged> {
    this.#asked = asked;
    this.#readBefore = this.#socket?.bytesRead ?? 0;
    try {
      return await exchanged(this.#client, asked);
    } finally {
      this.#asked = undefined;
    }
  }

  #bound(socket: Socket): void {
    this.#socket = socket;
    this.#readBefore = 0;
    socket.on('readable', () => {
      const asked = this.#asked;
      if (asked && socket.bytesRead - this.#readBefore > mostRead(asked)) socket.destroy(tooLarge(asked));
    });
  }

  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.forget();
    this.#client.destroy().catch(() => undefined);
  }
}

const tooLarge = ({ url, mostBytes }: Pick<Exchange, 'url' | 'mostBytes'>) =>
  new OutboundFailure('too-large', `the answer of ${url.host} is longer than ${mostBytes} bytes`);

function exchanged(client: Client, asked: Exchange): Promise<Exchanged> {
  const { url, method, headers, body, mostBytes, ending } = asked;
  return new Promise((resolve, reject) => {
    let status = 0;
    let early = 0;
    let answered: AnswerHeaders = {};
    let size = 0;
    const parts: Buffer[] = [];
    const end = (settle: () => void) => {
      ending.forget(reject);
      settle();
    };
    ending.whenEnded(reject);
    if (ending.reason) return;
    client.dispatch(
      { path: `${url.pathname}${url.search}`, method, headers, body: body ?? null },
      {
        onRequestStart() {
          // Its connection is open.
        },
        onResponseStart(controller, code, given) {
          // What comes before an answer (RFC 9110 §15.2) says nothing to us.
          if (code < 200) {
            early += 1;
            if (early > mostEarly) controller.abort(tooLarge(asked));
            return;
          }
          [status, answered] = [code, given];
          if ((given['content-encoding'] ?? 'identity') !== 'identity')
            controller.abort(
              new OutboundFailure('encoded', `${url.host} compresses its answer, which was not asked for`),
            );
        },
        onResponseData(controller, part) {
          size += part.byteLength;
          if (size <= mostBytes) parts.push(part);
          else controller.abort(tooLarge(asked));
        },
        onResponseEnd() {
          end(() => {
            resolve({ status, headers: answered, body: Buffer.concat(parts) });
          });
        },
        onResponseError(_controller, error) {
          end(() => {
            reject(error);
          });
        },
      },
    );
  });
}
