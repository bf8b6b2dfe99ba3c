import { Agent as PlainAgent, request as fastPathRequest } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';
import { connect } from 'node:net';

export interface Asked {
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Uint8Array;
  /** PEM of the authority to trust, for HTTPS. */
  readonly ca?: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
}

const plain = new PlainAgent({ keepAlive: true });
const secure = new SecureAgent({ keepAlive: true });

/** A program that ran meanwhile held up this process: what the server closed has to be heard of before a connection is used again. */
async function caughtUp(): Promise<void> {
  for (let turns = 0; turns < 2; turns += 1) await new Promise((resolve) => setImmediate(resolve));
}

/**
 * One exchange over HTTP exactly as it is written here: unlike `fetch`, this neither tidies a path nor adds headers, and it can be told whom to trust.
 * @param url `http://host:port/path`, the path as it shall be sent
 */
export async function exchange(url: string, { method = 'GET', headers = {}, body, ca }: Asked = {}): Promise<Answer> {
  const [, origin, path = '/'] = /^(https?:\/\/[^/]+)(\/.*)?$/s.exec(url) ?? [];
  if (origin === undefined) throw new Error(`not an absolute URL: ${url}`);
  const { protocol, hostname, port } = new URL(origin);
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  const options = { hostname, port, path, method, headers: { ...length, ...headers } };
  await caughtUp();
  return new Promise((resolve, reject) => {
    const received = (message: IncomingMessage) => {
      const chunks: Buffer[] = [];
      message.on('data', (chunk: Buffer) => chunks.push(chunk));
      message.on('error', reject);
      message.on('end', () => {
        const bytes = Buffer.concat(chunks);
        resolve({ status: message.statusCode ?? 0, headers: message.headers, bytes, text: bytes.toString() });
      });
    };
    const outgoing =
      protocol === 'https:'
        ? secureRequest({ ...options, agent: secure, ...(ca !== undefined && { ca }) }, received)
        : fastPathRequest({ ...options, agent: plain }, received);
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** Announces all of `body`, sends its first half, and hangs up. Resolves when the connection is gone. */
export function sendHalf(url: string, body: Uint8Array, headers: OutgoingHttpHeaders): Promise<void> {
  return new Promise((resolve) => {
    const outgoing = fastPathRequest(url, { method: 'PUT', headers: { ...headers, 'content-length': body.length } });
    outgoing.on('error', () => resolve());
    outgoing.on('close', () => resolve());
    outgoing.write(body.subarray(0, Math.ceil(body.length / 2)), () => outgoing.destroy());
  });
}

/** Sends a POST whole before it reads anything, as simple clients do, and resolves to the answer as it came. Rejects when it cannot all be sent. */
export function sendAll(url: string, body: Uint8Array, headers: readonly string[]): Promise<string> {
  const { hostname, port, pathname, host } = new URL(url);
  const head = [`POST ${pathname} HTTP/1.1`, `host: ${host}`, `content-length: ${body.length}`, ...headers, '', ''];
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    socket.pause();
    socket.on('error', reject);
    socket.write(head.join('\r\n'));
    socket.write(body, () => {
      socket.once('data', (answer) => {
        resolve(answer.toString());
        socket.destroy();
      });
      socket.resume();
    });
  });
}
