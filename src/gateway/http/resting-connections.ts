import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { z } from 'zod';

/** Milliseconds without a byte after which what came since the last response is not the beginning of a request. */
const quietMs = 1_000;

interface Asked {
  /** Responses that are not sent to their end. */
  open: number;
  /** Bytes of its caller, and since when there were no more. */
  bytes: number;
  since: number;
}

/**
 * Connections whose requests are answered, to close those of a stopping server. Node's own `closeIdleConnections` also closes those on which a response was
 * handed over that is still being sent: its reader gets a part.
 */
export class RestingConnections {
  readonly #asked = new Map<Socket, Asked>();

  watch(server: Server): void {
    const asked = this.asked.bind(this);
    server.on('request', asked);
    server.on('checkExpectation', asked);
  }

  /** Of a request with a method that the parser does not know, a server announces nothing. */
  asked({ socket }: IncomingMessage, response: ServerResponse): void {
    // HTTP/2 has its own connections, which are told that the server stops.
    if (socket instanceof TLSSocket && socket.alpnProtocol === 'h2') return;
    const known = this.#asked.get(socket) ?? this.#begin(socket);
    known.open += 1;
    response.once('close', () => {
      known.open -= 1;
      known.bytes = socket.bytesRead;
      // Of the next request, the beginning may have come with the one before it.
      known.since = isAmidRequest(socket) ? performance.now() : -Infinity;
    });
  }

  close(): void {
    const now = performance.now();
    for (const [socket, asked] of this.#asked) {
      if (asked.bytes !== socket.bytesRead) {
        asked.bytes = socket.bytesRead;
        asked.since = now;
      }
      if (asked.open === 0 && now - asked.since >= quietMs) socket.destroy();
    }
  }

  #begin(socket: Socket): Asked {
    const asked = { open: 0, bytes: 0, since: -Infinity };
    this.#asked.set(socket, asked);
    socket.once('close', () => this.#asked.delete(socket));
    return asked;
  }
}

/** Node's parser tells for how long it has been reading a message: 0 between two. Where it does not, only bytes that come later are noticed. */
const reading = z.object({ duration: z.custom<() => unknown>((value) => typeof value === 'function') });

function isAmidRequest(socket: Socket): boolean {
  const parser: unknown = Reflect.get(socket, 'parser');
  const { data } = reading.safeParse(parser);
  if (!data) return false;
  const milliseconds: unknown = Reflect.apply(data.duration, parser, []);
  return typeof milliseconds === 'number' && milliseconds > 0;
}
