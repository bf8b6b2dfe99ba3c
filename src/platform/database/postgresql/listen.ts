import { Connection, defaultBounds, driver } from './connections.js';
import type { ConnectionBounds } from './connections.js';

/** Milliseconds until a broken connection is opened again. */
const pause = 1_000;

/** The channel, and how long the server may be silent before it counts as lost. */
export interface Channel {
  readonly url: string;
  readonly channel: string;
  readonly bounds?: Partial<ConnectionBounds>;
}

/**
 * LISTEN on a separate connection, which is opened again whenever it breaks. `heard` is called for every notification and after every connection, because
 * something may have been sent in between. A channel can be silent for good reasons, so the server is asked regularly whether it is there.
 * @returns a function that stops it
 */
export function listenOnPostgresql({ url, channel, bounds }: Channel, heard: () => void): () => Promise<void> {
  const { silenceMs } = { ...defaultBounds, ...bounds };
  let stopped = false;
  let current: Connection | undefined;
  let timer: NodeJS.Timeout | undefined;

  const again = (broken: Connection) => {
    if (stopped || current !== broken) return;
    current = undefined;
    clearTimeout(timer);
    timer = setTimeout(connect, pause).unref();
  };
  // The next question waits for the answer to the previous one. What we send also counts as a sign of life.
  const stayAwake = (connection: Connection) => {
    if (stopped || current !== connection) return;
    timer = setTimeout(() => {
      connection.query('SELECT 1').then(
        () => {
          stayAwake(connection);
        },
        () => {
          again(connection);
        },
      );
    }, silenceMs / 4).unref();
  };
  const connect = () => {
    const connection = new Connection({ connectionString: url, bounds: { ...bounds } });
    current = connection;
    connection.on('notification', heard);
    connection.on('error', () => {
      again(connection);
    });
    connection.on('end', () => {
      again(connection);
    });
    connection
      .connect()
      .then(() => connection.query(`LISTEN ${driver.escapeIdentifier(channel)}`))
      .then(
        () => {
          stayAwake(connection);
          heard();
        },
        () => {
          connection.end().catch(() => undefined);
          again(connection);
        },
      );
  };
  connect();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await current?.end().catch(() => undefined);
  };
}
