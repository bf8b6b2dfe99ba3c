import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

/**
 * Connections that have asked for nothing yet: a client opened them ahead, or gave up before it sent. Node counts them among those that are at work, so a server
 * that stops would wait for their time to run out.
 */
export class UnaskedConnections {
  readonly #unasked = new Set<Socket>();
  readonly #known = new WeakSet<Socket>();

  /**
   * After all others that listen for upgrades.
   * @param connected `secureConnection` where TLS comes first
   */
  watch(server: Server, connected: 'connection' | 'secureConnection'): void {
    const asked = ({ socket }: { readonly socket: Socket }) => void this.#unasked.delete(socket);
    server.on(connected, (socket: Socket) => {
      // HTTP/2 has connections of its own, which are told that the server goes.
      if (socket instanceof TLSSocket && socket.alpnProtocol === 'h2') return;
      // Told of again, because of what it asked for (`upgrades.ts`).
      if (this.#known.has(socket)) return;
      this.#known.add(socket);
      this.#unasked.add(socket);
      socket.once('close', () => this.#unasked.delete(socket));
    });
    server.on('request', asked);
    // A listener is what makes Node take upgrades at all.
    if (server.listenerCount('upgrade') > 0) server.on('upgrade', asked);
    // Requests of methods that the parser does not know come this way.
    server.on('clientError', (_error: Error, socket: Socket) => void this.#unasked.delete(socket));
  }

  close(): void {
    for (const socket of this.#unasked) socket.destroy();
  }
}
