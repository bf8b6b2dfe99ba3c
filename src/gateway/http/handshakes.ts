import type { Socket } from 'node:net';
import type { Server } from 'node:tls';

/**
 * Connections of a TLS listener whose handshake is not over. HTTP hears of a connection only afterwards, so a stopping server would wait for clients that never
 * come to the end of it.
 */
export class Handshakes {
  readonly #pending = new Map<string, Socket>();

  /** After all other listeners for secure connections. */
  watch(server: Pick<Server, 'on'>): void {
    server.on('connection', (socket: Socket) => {
      const ends = endsOf(socket);
      this.#pending.set(ends, socket);
      socket.once('close', () => {
        // The same ends may have met again meanwhile.
        if (this.#pending.get(ends) === socket) this.#pending.delete(ends);
      });
    });
    server.on('secureConnection', (socket) => void this.#pending.delete(endsOf(socket)));
    // One that failed or took too long: Node leaves that to whoever answers what cannot be parsed, and an answer would wait for the handshake to end.
    server.on('tlsClientError', (_error, socket) => socket.destroy());
  }

  close(): void {
    for (const socket of this.#pending.values()) socket.destroy();
  }
}

/** What a connection and TLS on it have in common, as far as Node shows it. */
const endsOf = ({ localAddress, localPort, remoteAddress, remotePort }: Socket): string =>
  [localAddress, localPort, remoteAddress, remotePort].join(' ');
