import { Socket } from 'node:net';
import pg from 'pg';
import { requireTlsFiles } from './tls-files.js';

/*
 * Every connection to PostgreSQL is made here, and a dependency rule keeps it so. A connection that breaks emits `error`, in whosever hands it is at that
 * moment: the pool's, a transaction's, nobody's. Without a listener that ends the process, so each is made with one.
 */

export { pg as driver };
export type PooledConnection = pg.PoolClient;

/** Milliseconds. */
export interface ConnectionBounds {
  /** Time limit for connecting. */
  readonly connectMs: number;
  /**
   * How long the server may be silent on a connection in use. This detects a vanished server, and it fails statements that take longer. Unused connections are
   * closed long before.
   */
  readonly silenceMs: number;
}

export const defaultBounds: ConnectionBounds = { connectMs: 5_000, silenceMs: 60_000 };

/** Milliseconds of silence after which the system checks whether the other side is still there. */
const keepAliveMs = 10_000;

/** The server was silent for too long. */
class DatabaseSilent extends Error {
  override readonly name = 'DatabaseSilent';
  readonly code = 'ETIMEDOUT';
  constructor(silenceMs: number) {
    super(`the database said nothing for ${silenceMs} ms`);
  }
}

export interface ConnectionOptions extends pg.ClientConfig {
  readonly bounds?: Partial<ConnectionBounds>;
  /** Called when the server was silent for too long. */
  readonly onSilent?: () => void;
}

/** A connection that reports failures to its statements and through `error` and `end`, and that never ends the process. */
export class Connection extends pg.Client {
  constructor(options: ConnectionOptions = {}) {
    const { connectMs, silenceMs } = { ...defaultBounds, ...options.bounds };
    super({
      ...options,
      connectionTimeoutMillis: connectMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveMs,
      // Also for TLS: the layer above a socket counts as a sign of life.
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

/**
 * A migration may take any time: only connecting has a limit.
 * @throws OperatorError
 */
export function patientConnection(url: string): Connection {
  requireTlsFiles(url);
  return new Connection({ connectionString: url, bounds: { silenceMs: 0 } });
}
