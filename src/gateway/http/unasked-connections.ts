import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

/**
 * Connections without a request so far: a client opened them in advance, or gave up before it sent one. Node counts them as active, so a stopping server would
 * wait for their time-out.
 */
export class UnaskedConnections {
  readonly #unasked = new Set<Socket>();
  readonly #known = new WeakSet<Socket>();

  /**
   * After all other listeners for upgrades and expectations.
   * @param connected `secureConnection` if TLS comes first
   */
  watch(server: Server, connected: 'connection' | 'secureConnection'): void {
    const asked = ({ socket }: { readonly socket: Socket }) => void this.#unasked.delete(socket);
    server.on(connected, (socket: Socket) => {
      // HTTP/2 has its own connections, which are told that the server stops.
      if (socket instanceof TLSSocket && socket.alpnProtocol === 'h2') return;
      // Reported again because of its upgrade request (`upgrades.ts`).
      if (this.#known.has(socket)) return;
      this.#known.add(socket);
      this.#unasked.add(socket);
      socket.once('close', () => this.#unasked.delete(socket));
    });
    server.on('request', asked);
    // Node only accepts upgrades, and only leaves expectations to others, if there is a listener.
    for (const event of ['upgrade', 'checkExpectation']) if (server.listenerCount(event) > 0) server.on(event, asked);
    // Requests with methods that the parser does not know arrive here.
    server.on('clientError', (_error: Error, socket: Socket) => void this.#unasked.delete(socket));
  }

  close(): void {
    for (const socket of this.#unasked) socket.destroy();
  }
}
