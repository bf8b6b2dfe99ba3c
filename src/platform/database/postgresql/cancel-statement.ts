import { connect } from 'node:net';

/** PostgreSQL, "Canceling Requests in Progress": the length of the message, and the code that replaces a version. */
const messageLength = 16;
const cancelCode = 80_877_102;

/** Milliseconds. A server that does not accept the message in this time is not reachable, and the waiting statement ends in another way. */
const timeoutMs = 5_000;

/**
 * Asks the server over a new connection to cancel the statement that a connection waits for, as the protocol requires. The server does not say whether there
 * was a statement to cancel. If the server cannot be reached, nothing is cancelled.
 */
export function cancelStatement(client: object): void {
  const [processId, secretKey, port] = ['processID', 'secretKey', 'port'].map((name) => whole(client, name));
  const host: unknown = Reflect.get(client, 'host');
  if (processId === undefined || secretKey === undefined || port === undefined || typeof host !== 'string') return;
  const message = Buffer.alloc(messageLength);
  for (const [index, value] of [messageLength, cancelCode, processId, secretKey].entries()) {
    message.writeInt32BE(value, index * 4);
  }
  const socket = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
  socket.on('error', () => socket.destroy());
  socket.setTimeout(timeoutMs, () => socket.destroy());
  socket.end(message);
  socket.resume();
}

/** The driver stores what the server sent at the start, but its types do not include it. */
function whole(client: object, name: string): number | undefined {
  const value: unknown = Reflect.get(client, name);
  return typeof value === 'number' ? value : undefined;
}
