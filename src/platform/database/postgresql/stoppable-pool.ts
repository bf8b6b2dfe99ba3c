import { AsyncResource } from 'node:async_hooks';
import { cancelStatement } from './cancel-statement.js';
import { ConnectionTurns } from './connection-turns.js';
import { Connection, defaultBounds, driver } from './connections.js';
import type { ConnectionBounds, ConnectionOptions, PooledConnection } from './connections.js';
import { currentWork } from '../../work/work.js';

type Connected = (
  error: Error | undefined,
  client: PooledConnection | undefined,
  done: (release?: unknown) => void,
) => void;

/** Connections at the same time of all processes of a server, and of one at least. */
const size = 20;
const leastSize = 5;

/** Milliseconds that a statement waits while others use all connections. */
const waitMs = 30_000;

/**
 * The pool of connections. A connection cancels its statement when its work is cancelled, and is then not used again: the server may apply the cancellation to
 * the next statement on it. If the server was silent for too long on one connection, the other connections of that time are dropped too.
 */
export class StoppablePool extends driver.Pool {
  readonly #since = new WeakMap<object, number>();
  readonly #turns: ConnectionTurns;
  #distrustedBefore = 0;

  /** @param processes that share the connections of the server out among them */
  constructor(url: string, bounds: Partial<ConnectionBounds> = {}, processes = 1) {
    let silent = (): void => undefined;
    const options: ConnectionOptions = {
      connectionString: url,
      bounds: { ...defaultBounds, ...bounds },
      onSilent: () => {
        silent();
      },
    };
    const max = Math.max(leastSize, Math.ceil(size / processes));
    super({
      ...options,
      max,
      connectionTimeoutMillis: waitMs,
      Client: Connection,
    });
    this.#turns = new ConnectionTurns({ size: max, waitMs });
    silent = () => {
      this.#distrustedBefore = performance.now();
    };
    this.on('connect', (client) => {
      this.#since.set(client, performance.now());
    });
    // A broken idle connection is replaced. Without this listener the pool would end the process.
    this.on('error', () => undefined);
  }

  override connect(): Promise<PooledConnection>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<PooledConnection> | undefined {
    if (!callback) return this.#stoppable();
    // The pool calls back in the context of the work that returned the connection.
    const bound = AsyncResource.bind(callback);
    this.#stoppable().then(
      (client) => {
        bound(undefined, client, (reason) => {
          client.release(reason instanceof Error ? reason : reason === true);
        });
      },
      (error: unknown) => {
        bound(error instanceof Error ? error : new Error(String(error)), undefined, () => undefined);
      },
    );
    return undefined;
  }

  async #stoppable(): Promise<PooledConnection> {
    const work = currentWork();
    work?.throwIfCancelled();
    const turn = this.#turns.take(work);
    if (turn) await turn;
    let client: PooledConnection;
    try {
      client = await this.#trusted();
    } catch (error) {
      this.#turns.giveBack(work);
      throw error;
    }
    const release = client.release.bind(client);
    let stopped = false;
    const forget = work?.stoppable(() => {
      stopped = true;
      cancelStatement(client);
    });
    client.release = (reason) => {
      forget?.();
      release(stopped || reason);
      this.#turns.giveBack(work);
    };
    if (work?.cancelled) client.release();
    work?.throwIfCancelled();
    return client;
  }

  async #trusted(): Promise<PooledConnection> {
    for (;;) {
      const client = await super.connect();
      if ((this.#since.get(client) ?? 0) >= this.#distrustedBefore) return client;
      client.release(true);
    }
  }
}
