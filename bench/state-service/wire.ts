import { connect } from 'node:net';
import type { Socket } from 'node:net';

const endOfHead = Buffer.from('\r\n\r\n');

/**
 * HTTP/1.1 over one kept-alive connection, one request at a time, and no more than that: a client of node:http takes more CPU than the
 * servers that are measured here, and would measure itself.
 */
export class Connection {
  #held: Buffer = Buffer.alloc(0);
  #settle: { resolve: (answer: Buffer) => void; reject: (reason: Error) => void } | undefined;

  private constructor(private readonly socket: Socket) {
    socket.on('data', (chunk: Buffer) => {
      this.#held = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
      const length = answerLength(this.#held);
      if (length === null || this.#held.length < length) return;
      const answer = this.#held.subarray(0, length);
      this.#held = this.#held.subarray(length);
      const settle = this.#settle;
      this.#settle = undefined;
      settle?.resolve(answer);
    });
    socket.on('error', (error) => this.#settle?.reject(error));
    socket.on('close', () => this.#settle?.reject(new Error('the server closed the connection')));
  }

  static open(port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true });
      socket.once('error', reject);
      socket.once('connect', () => {
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

/** `null` while the head has not ended. All that is asked here answers with a Content-Length. */
function answerLength(held: Buffer): number | null {
  const end = held.indexOf(endOfHead);
  if (end === -1) return null;
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(held.toString('latin1', 0, end)) ?? [];
  if (length === undefined) throw new Error(`an answer without Content-Length: ${held.toString('latin1', 0, end)}`);
  return end + endOfHead.length + Number(length);
}

export const statusOf = (answer: Buffer) => Number(answer.toString('latin1', 9, 12));
export const bodyOf = (answer: Buffer) => answer.subarray(answer.indexOf(endOfHead) + endOfHead.length);

export interface Asked {
  readonly method?: string;
  readonly path: string;
  readonly token?: string;
  readonly body?: string;
  readonly type?: string;
}

/** A request as it goes over the wire. */
export function written({ method = 'GET', path, token, body, type = 'application/vnd.api+json' }: Asked): string {
  const head = [
    `${method} ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    ...(token === undefined ? [] : [`authorization: Bearer ${token}`]),
    ...(body === undefined ? [] : [`content-type: ${type}`, `content-length: ${Buffer.byteLength(body)}`]),
  ];
  return `${head.join('\r\n')}\r\n\r\n${body ?? ''}`;
}
