import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { z } from 'zod';

/** Milliseconds in which the caller of a stopping server takes at least something of what waits for it, and sends something of what it has begun to send. */
const patience = 10_000;
const looks = 10;
/** Octets that a caller moves in that time: slower ones are left, such as those that move some octets now and then, and those whose pings are answered. */
const leastOctets = 16 * 1024;

/** One direction of a connection, in which something is up to its caller. */
export interface CallerWork {
  /** Whether the server waits for its caller. */
  waits(): boolean;
  /** Octets that went this way, since its beginning. */
  moved(): number;
  /** Ends what waits. */
  leave(): void;
}

interface Watched {
  /** Looks since the last that saw enough. They are counted, and not the time: while this process is held up, nobody can take anything. */
  looks: number;
  moved: number;
}

/**
 * Callers who may stop reading what they asked for, or sending what they have begun. A running server gives them minutes; one that stops ends those of which next to
 * nothing has come or gone for some seconds, whatever goes the other way. A response that is still being made waits for no caller, and has its time.
 */
export class StoppedCallers {
  readonly #works = new Set<CallerWork>();

  /** @param after milliseconds; some seconds where nothing is said */
  constructor(private readonly after: number = patience) {}

  /**
   * @param connected `secureConnection` if TLS comes first
   * @param openOn how many answers of a connection are not sent to their end
   */
  watch(server: Server, connected: 'connection' | 'secureConnection', openOn: (socket: Socket) => number): void {
    /** Of those on one connection, only the latest can be incomplete. */
    const latest = new WeakMap<Socket, IncomingMessage>();
    server.on('request', (request: IncomingMessage) => void latest.set(request.socket, request));
    server.on(connected, (socket: Socket) => {
      const forgetReader = this.add(readerOf(socket));
      const due = () => (openOn(socket) > 1 ? undefined : latest.get(socket));
      const forgetSender = this.add(senderOf(socket, due));
      socket.once('close', () => {
        forgetReader();
        forgetSender();
      });
    });
  }

  /** @returns forgets it again */
  add(work: CallerWork): () => void {
    this.#works.add(work);
    return () => {
      this.#works.delete(work);
    };
  }

  /** From now on, who does not go on is left. @returns ends that */
  leave(): () => void {
    const waiting = new Map<CallerWork, Watched>();
    const timer = setInterval(() => {
      for (const work of this.#works) {
        if (!work.waits()) {
          waiting.delete(work);
          continue;
        }
        const moved = work.moved();
        const watched = waiting.get(work);
        if (watched === undefined || moved - watched.moved >= leastOctets) waiting.set(work, { looks: 0, moved });
        else if ((watched.looks += 1) >= looks) work.leave();
      }
    }, this.after / looks);
    return () => {
      clearInterval(timer);
    };
  }
}

const readerOf = (socket: Socket): CallerWork => ({
  waits: () => socket.writableLength > 0,
  moved: () => octetsSent(socket),
  leave: () => socket.destroy(),
});

/** What has come and nobody has read is not up to the sender. @param due the request that is being read, unless an earlier one is not answered yet */
const senderOf = (socket: Socket, due: () => IncomingMessage | undefined): CallerWork => ({
  waits: () => {
    const request = due();
    return request !== undefined && !request.complete && request.readableLength === 0;
  },
  moved: () => socket.bytesRead,
  leave: () => socket.destroy(),
});

/** How Node counts below a connection, also within one long piece and for HTTP/2. Where it does it in another way, pieces count when they are sent whole. */
const counting = z.object({ bytesWritten: z.number(), writeQueueSize: z.number() });
/** Of TLS, where the count itself stands still within one long piece: what the connection below it counts. */
const secured = z.object({ _parent: counting }).transform(({ _parent }) => _parent);
const counted = z.union([secured, counting]);

const countsOf = (socket: Socket) => counted.safeParse(Reflect.get(socket, '_handle')).data;

/** Octets that the system has taken: not those that wait for room. */
export function octetsSent(socket: Socket): number {
  const counts = countsOf(socket);
  return counts ? counts.bytesWritten - counts.writeQueueSize : socket.bytesWritten - socket.writableLength;
}

/** Those that wait for room in the system. */
export const octetsQueued = (socket: Socket): number => countsOf(socket)?.writeQueueSize ?? socket.writableLength;
