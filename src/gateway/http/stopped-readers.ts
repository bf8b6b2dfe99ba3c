import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Milliseconds without progress after which a caller of a stopping server has stopped reading. */
const patience = 10_000;
const looks = 10;

/** A connection, as far as its reader is concerned. */
export interface ReadConnection {
  /** Whether something waits for its reader. */
  waits(): boolean;
  /** Milliseconds without progress, also within what is being sent, after which it is closed. Node watches that. */
  readonly timeout: number;
  setTimeout(milliseconds: number): void;
}

/**
 * Connections whose callers may stop reading. A running server gives them minutes; one that stops closes those on which a response waits and nothing has gone
 * out for some seconds. A response that is still being made waits for no reader, and has its time.
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
    const usual = new Map<ReadConnection, number>();
    const timer = setInterval(() => {
      for (const connection of this.#connections) {
        const before = usual.get(connection);
        if (connection.waits() === (before !== undefined)) continue;
        if (before === undefined) {
          usual.set(connection, connection.timeout);
          connection.setTimeout(this.after);
        } else {
          usual.delete(connection);
          connection.setTimeout(before);
        }
      }
    }, this.after / looks);
    return () => {
      clearInterval(timer);
    };
  }
}

const connectionOf = (socket: Socket): ReadConnection => ({
  waits: () => socket.writableLength > 0,
  get timeout() {
    return socket.timeout ?? 0;
  },
  setTimeout: (milliseconds) => {
    socket.setTimeout(milliseconds);
  },
});
