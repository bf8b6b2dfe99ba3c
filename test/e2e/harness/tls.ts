import { connect, createServer } from 'node:tls';
import type { SecureContextOptions, TLSSocket } from 'node:tls';

interface Shaken {
  readonly heard: string;
  readonly subject: string | undefined;
}

/** One handshake between a server and a client. @throws what either says against it */
export function handshake(
  server: SecureContextOptions & { requestCert?: boolean },
  client: SecureContextOptions,
): Promise<Shaken> {
  return new Promise((resolve, reject) => {
    const listening = createServer({ ...server, rejectUnauthorized: server.requestCert === true }, (socket) => {
      const certificate = socket.getPeerX509Certificate();
      socket.end(certificate?.subject ?? 'nobody');
    });
    listening.on('tlsClientError', (error) => {
      listening.close();
      reject(error);
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
