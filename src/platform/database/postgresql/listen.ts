import pg from 'pg';

/** Milliseconds until a connection that broke is made anew. */
const pause = 1_000;

/**
 * LISTEN on a connection of its own, made anew whenever it breaks. `heard` is called for every notification and after every connection: something may
 * have been sent while there was none.
 * @returns what stops it
 */
export function listenOnPostgresql(url: string, channel: string, heard: () => void): () => Promise<void> {
  let stopped = false;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;

  const again = (broken: pg.Client) => {
    if (stopped || client !== broken) return;
    client = undefined;
    timer = setTimeout(connect, pause).unref();
  };
  const connect = () => {
    const connection = new pg.Client({ connectionString: url, keepAlive: true });
    client = connection;
    connection.on('notification', heard);
    connection.on('error', () => {
      again(connection);
    });
    connection.on('end', () => {
      again(connection);
    });
    connection
      .connect()
      .then(() => connection.query(`LISTEN ${pg.escapeIdentifier(channel)}`))
      .then(heard, () => {
        connection.end().catch(() => undefined);
        again(connection);
      });
  };
  connect();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await client?.end().catch(() => undefined);
  };
}
