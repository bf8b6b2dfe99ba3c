import { AsyncResource } from 'node:async_hooks';
import pg from 'pg';
import { cancelStatement } from './cancel-statement.js';
import { currentWork, followsWork } from '../../work/work.js';

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

/**
 * A pool whose connections end their statement when the work they were taken for is cancelled. Such a connection is not used again: the server may
 * take the message that cancels for the next statement on it.
 */
export class StoppablePool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    if (!callback) return this.#stoppable();
    if (!followsWork()) {
      super.connect(callback);
      return undefined;
    }
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

  async #stoppable(): Promise<pg.PoolClient> {
    const work = currentWork();
    const client = await super.connect();
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
}
