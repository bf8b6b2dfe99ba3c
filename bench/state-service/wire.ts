import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { answerLength, bodyOf } from './answer-length.js';

export { bodyOf };

/** Where a server is reached. */
export interface Address {
  readonly port: number;
  /** Loopback where nothing is said. */
  readonly host?: string;
  /** Its name and whom to trust, where it speaks TLS. */
  readonly tls?: { readonly name: string; readonly ca?: string };
}

/**
 * HTTP/1.1 over one kept-alive connection, one request at a time, and no more than that: a client of node:http takes more CPU than the
 * servers that are measured here, and would measure itself.
 */
export class Connection {
  readonly #held = new Held();
  #settle: { resolve: (answer: Buffer) => void; reject: (reason: Error) => void } | undefined;

  private constructor(private readonly socket: Socket) {
    socket.on('data', (chunk: Buffer) => {
      try {
        const answer = this.#held.answerWith(chunk);
        if (answer === null) return;
        const settle = this.#settle;
        this.#settle = undefined;
        settle?.resolve(answer);
      } catch (error) {
        socket.destroy();
        this.#settle?.reject(error instanceof Error ? error : new Error(String(error)));
      }
    });
    socket.on('error', (error) => this.#settle?.reject(error));
    socket.on('close', () => this.#settle?.reject(new Error('the server closed the connection')));
  }

  static open(address: Address | number): Promise<Connection> {
    const { port, host = '127.0.0.1', tls } = typeof address === 'number' ? { port: address } : address;
    return new Promise((resolve, reject) => {
      const socket = tls
        ? connectTls({ port, host, servername: tls.name, ...(tls.ca !== undefined && { ca: tls.ca }) })
        : connect({ port, host });
      socket.setNoDelay(true);
      socket.once('error', reject);
      socket.once(tls ? 'secureConnect' : 'connect', () => {
        socket.off('error', reject);
        resolve(new Connection(socket));
      });
    });
  }

  /** The whole answer, head and body. */
  send(request: string | Buffer): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      if (this.socket.destroyed) {
        reject(new Error('the server has closed the connection'));
        return;
      }
      this.#settle = { resolve, reject };
      this.socket.write(request);
    });
  }

  close(): void {
    this.socket.destroy();
  }
}

/** What has come of answers that are not whole. Chunks are joined only once all are there: a large answer has thousands. */
class Held {
  #chunks: Buffer[] = [];
  #size = 0;
  /** Bytes below which another look brings nothing. */
  #enough = 0;

  answerWith(chunk: Buffer): Buffer | null {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    if (this.#size < this.#enough) return null;
    const held = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks);
    const length = answerLength(held);
    if (length === null || length > held.length) {
      this.#chunks = [held];
      this.#enough = length ?? 0;
      return null;
    }
    this.#enough = 0;
    this.#size = held.length - length;
    this.#chunks = this.#size === 0 ? [] : [held.subarray(length)];
    return held.subarray(0, length);
  }
}

export const statusOf = (answer: Buffer) => Number(answer.toString('latin1', 9, 12));

/** What a good answer says, for people: never the request, which holds a token. */
export const shownOf = (answer: Buffer) => `${statusOf(answer)} ${bodyOf(answer).toString().slice(0, 300)}`;

export interface Asked {
  readonly method?: string;
  readonly path: string;
  readonly token?: string;
  readonly body?: string;
  readonly type?: string;
  readonly host?: string;
}

/** A request as it goes over the wire. */
export function written({
  method = 'GET',
  path,
  token,
  body,
  type = 'application/vnd.api+json',
  host = '127.0.0.1',
}: Asked): string {
  const head = [
    `${method} ${path} HTTP/1.1`,
    `host: ${host}`,
    ...(token === undefined ? [] : [`authorization: Bearer ${token}`]),
    ...(body === undefined ? [] : [`content-type: ${type}`, `content-length: ${Buffer.byteLength(body)}`]),
  ];
  return `${head.join('\r\n')}\r\n\r\n${body ?? ''}`;
}
