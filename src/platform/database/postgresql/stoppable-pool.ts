import { AsyncResource } from 'node:async_hooks';
import { cancelStatement } from './cancel-statement.js';
import { Connection, defaultBounds, driver } from './connections.js';
import type { ConnectionBounds, ConnectionOptions, PooledConnection } from './connections.js';
import { currentWork } from '../../work/work.js';

type Connected = (
  error: Error | undefined,
  client: PooledConnection | undefined,
  done: (release?: unknown) => void,
) => void;

/** Connections at the same time. */
const size = 20;

/** Milliseconds that a statement waits for a connection while others have all of them. */
const waitMs = 30_000;

/**
 * The pool of connections. A connection ends its statement when the work it was taken for is cancelled, and is not used again: the server may take the
 * message that cancels for the next statement on it. Where the server was silent on one for too long, it is not heard on those of the same time either.
 */
export class StoppablePool extends driver.Pool {
  readonly #since = new WeakMap<object, number>();
  #distrustedBefore = 0;

  constructor(url: string, bounds: Partial<ConnectionBounds> = {}) {
    let silent = (): void => undefined;
    const options: ConnectionOptions = {
      connectionString: url,
      bounds: { ...defaultBounds, ...bounds },
      onSilent: () => {
        silent();
      },
    };
    super({ ...options, max: size, connectionTimeoutMillis: waitMs, Client: Connection });
    silent = () => {
      this.#distrustedBefore = performance.now();
    };
    this.on('connect', (client) => {
      this.#since.set(client, performance.now());
    });
    // An idle connection that breaks is replaced; the pool would end the process.
    this.on('error', () => undefined);
  }

  override connect(): Promise<PooledConnection>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<PooledConnection> | undefined {
    if (!callback) return this.#stoppable();
    // The pool calls back from wherever a connection is given back, which is somebody else's work.
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
    const client = await this.#trusted();
    if (!work) return client;
    if (work.cancelled) client.release();
    work.throwIfCancelled();
    let stopped = false;
    const forget = work.stoppable(() => {
      stopped = true;
      cancelStatement(client);
    });
    const release = client.release.bind(client);
    client.release = (reason) => {
      forget();
      release(stopped || reason);
    };
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
