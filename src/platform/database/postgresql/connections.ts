import { Socket } from 'node:net';
import pg from 'pg';

/*
 * Every connection to PostgreSQL is made here, and a dependency rule keeps it so. A connection that breaks emits `error`, in whosever hands it is at that
 * moment: the pool's, a transaction's, nobody's. Without a listener that ends the process, so each is made with one.
 */

export { pg as driver };
export type PooledConnection = pg.PoolClient;

/** Milliseconds. */
export interface ConnectionBounds {
  /** Until a connection stands. */
  readonly connectMs: number;
  /**
   * How long the server may be silent on a connection that is in use: what vanished without a word is noticed then, and a statement that takes longer
   * fails. Connections that nobody uses are closed long before.
   */
  readonly silenceMs: number;
}

export const defaultBounds: ConnectionBounds = { connectMs: 5_000, silenceMs: 60_000 };

/** Milliseconds after which the system asks the other side of a quiet connection whether it is still there. */
const keepAliveMs = 10_000;

/** A server said nothing for too long. */
export class DatabaseSilent extends Error {
  override readonly name = 'DatabaseSilent';
  readonly code = 'ETIMEDOUT';
  constructor(silenceMs: number) {
    super(`the database said nothing for ${silenceMs} ms`);
  }
}

export interface ConnectionOptions extends pg.ClientConfig {
  readonly bounds?: Partial<ConnectionBounds>;
  /** Hears that the server was silent for too long. */
  readonly onSilent?: () => void;
}

/** A connection whose failure is reported by its statements and by `error` and `end` to listeners, and ends nothing else. */
export class Connection extends pg.Client {
  constructor(options: ConnectionOptions = {}) {
    const { connectMs, silenceMs } = { ...defaultBounds, ...options.bounds };
    super({
      ...options,
      connectionTimeoutMillis: connectMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveMs,
      // Of TLS too: what is above a socket counts as a sign of its life.
      stream: () => {
        const socket = new Socket();
        socket.setTimeout(silenceMs, () => {
          options.onSilent?.();
          socket.destroy(new DatabaseSilent(silenceMs));
        });
        return socket;
      },
    });
    this.on('error', () => undefined);
  }
}

/** A migration may take as long as it needs: only to connect is bounded. */
export function patientConnection(url: string): Connection {
  return new Connection({ connectionString: url, bounds: { silenceMs: 0 } });
}
