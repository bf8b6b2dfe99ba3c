import { connect, createServer } from 'node:tls';
import type { SecureContextOptions, TLSSocket } from 'node:tls';

interface Shaken {
  readonly heard: string;
  readonly subject: string | undefined;
}

/** One handshake between a server and a client. @throws what the server says against it where it asks for a certificate, else what either says */
export function handshake(
  server: SecureContextOptions & { requestCert?: boolean },
  client: SecureContextOptions,
): Promise<Shaken> {
  return new Promise((resolve, reject) => {
    const listening = createServer({ ...server, rejectUnauthorized: server.requestCert === true }, (socket) => {
      const certificate = socket.getPeerX509Certificate();
      socket.end(certificate?.subject ?? 'nobody');
    });
    listening.on('tlsClientError', (error, socket) => {
      listening.close();
      // A server that refuses a certificate hangs up; why, stands beside it.
      const why: unknown = socket.authorizationError;
      reject(typeof why === 'string' ? new Error(why, { cause: error }) : error);
    });
    listening.listen(0, '127.0.0.1', () => {
      const address = listening.address();
      if (address === null || typeof address === 'string') throw new Error('no port');
      const socket: TLSSocket = connect({
        ...client,
        port: address.port,
        host: '127.0.0.1',
        servername: 'a.example.com',
      });
      let heard = '';
      socket.on('data', (chunk: Buffer) => (heard += chunk.toString()));
      socket.on('error', (error: Error) => {
        // Why it was refused is what the server knows; the client sees an alert, or a closed connection.
        if (server.requestCert === true) return;
        listening.close();
        reject(error);
      });
      socket.on('end', () => {
        const subject = socket.getPeerX509Certificate()?.subject;
        listening.close();
        resolve({ heard, subject });
      });
    });
  });
}
