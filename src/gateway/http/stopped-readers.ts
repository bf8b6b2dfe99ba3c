import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { z } from 'zod';

/** Milliseconds in which the caller of a stopping server takes at least something of what waits for it. */
const patience = 10_000;
const looks = 10;
/** Octets that a caller takes in that time: slower ones are left, such as those that take some octets now and then, and those whose pings are answered. */
const leastOctets = 16 * 1024;

/** A connection, as far as its reader is concerned. */
export interface ReadConnection {
  /** Whether something waits for its reader. */
  waits(): boolean;
  /** Octets that went out, since its beginning. */
  sent(): number;
  destroy(): void;
}

interface Watched {
  /** Looks since the last that saw enough. They are counted, and not the time: while this process is held up, nobody can take anything. */
  looks: number;
  sent: number;
}

/**
 * Connections whose callers may stop reading. A running server gives them minutes; one that stops closes those on which a response waits and next to nothing has
 * gone out for some seconds, whatever comes in. A response that is still being made waits for no reader, and has its time.
 */
export class StoppedReaders {
  readonly #connections = new Set<ReadConnection>();

  /** @param after milliseconds; some seconds where nothing is said */
  constructor(private readonly after: number = patience) {}

  /** @param connected `secureConnection` if TLS comes first */
  watch(server: Server, connected: 'connection' | 'secureConnection'): void {
    server.on(connected, (socket: Socket) => {
      socket.once('close', this.add(connectionOf(socket)));
    });
  }

  /** @returns forgets it again */
  add(connection: ReadConnection): () => void {
    this.#connections.add(connection);
    return () => {
      this.#connections.delete(connection);
    };
  }

  /** From now on, who does not read is left. @returns ends that */
  leave(): () => void {
    const waiting = new Map<ReadConnection, Watched>();
    const timer = setInterval(() => {
      for (const connection of this.#connections) {
        if (!connection.waits()) {
          waiting.delete(connection);
          continue;
        }
        const sent = connection.sent();
        const watched = waiting.get(connection);
        if (watched === undefined || sent - watched.sent >= leastOctets) waiting.set(connection, { looks: 0, sent });
        else if ((watched.looks += 1) >= looks) connection.destroy();
      }
    }, this.after / looks);
    return () => {
      clearInterval(timer);
    };
  }
}

const connectionOf = (socket: Socket): ReadConnection => ({
  waits: () => socket.writableLength > 0,
  sent: () => octetsSent(socket),
  destroy: () => socket.destroy(),
});

/** How Node counts below a connection, also within one long piece and for HTTP/2. Where it does it in another way, pieces count when they are sent whole. */
const counting = z.object({ bytesWritten: z.number(), writeQueueSize: z.number() });
/** Of TLS, where the count itself stands still within one long piece: what the connection below it counts. */
const secured = z.object({ _parent: counting }).transform(({ _parent }) => _parent);
const counted = z.union([secured, counting]);

/** Octets that the system has taken: not those that wait for room. */
export function octetsSent(socket: Socket): number {
  const { data } = counted.safeParse(Reflect.get(socket, '_handle'));
  return data ? data.bytesWritten - data.writeQueueSize : socket.bytesWritten - socket.writableLength;
}
