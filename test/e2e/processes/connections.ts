import { request } from 'node:http';
import type { OutgoingHttpHeaders } from 'node:http';
import { connect } from 'node:tls';

export interface Reply {
  readonly status: number;
  readonly text: string;
}

interface Call {
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: unknown;
}

/** One request on a connection of its own: connections go to the processes in turn. Rejects when the connection breaks. */
export function onItsOwnConnection(url: string, { method = 'GET', headers = {}, body }: Call = {}): Promise<Reply> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const length = text === undefined ? {} : { 'content-length': Buffer.byteLength(text) };
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, agent: false, headers: { ...length, ...headers } }, (message) => {
      const chunks: Buffer[] = [];
      message.on('data', (chunk: Buffer) => chunks.push(chunk));
      message.on('error', reject);
      message.on('end', () => {
        resolve({ status: message.statusCode ?? 0, text: Buffer.concat(chunks).toString() });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(text);
  });
}

/** The certificate that a new connection is shown, and the session to continue it with. */
export function shake(
  url: string,
  session?: Buffer,
): Promise<{ fingerprint: string; session: Buffer; continued: boolean }> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({
      ...{ host: hostname, port: Number(port), servername: 'localhost', rejectUnauthorized: false },
      // Of TLS 1.3, a session comes at any later time.
      maxVersion: 'TLSv1.2',
      ...(session && { session }),
    });
    socket.on('error', reject);
    socket.once('secureConnect', () => {
      const { fingerprint256: fingerprint } = socket.getPeerCertificate();
      resolve({ fingerprint, session: socket.getSession() ?? Buffer.alloc(0), continued: socket.isSessionReused() });
      socket.end();
    });
  });
}
