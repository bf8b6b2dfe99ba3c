import { connect } from 'node:net';

/** PostgreSQL, "Canceling Requests in Progress": the length of the message and the code that stands in place of a version. */
const messageLength = 16;
const cancelCode = 80_877_102;

/** Milliseconds: a server that does not take the message by then is not there, and what waits for it ends otherwise. */
const patience = 5_000;

/**
 * Asks the server to end the statement that a connection is waiting for, over a connection of its own as the protocol has it. Whether there was still
 * one to end is not said, and a server that cannot be reached ends nothing.
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
  socket.setTimeout(patience, () => socket.destroy());
  socket.end(message);
  socket.resume();
}

/** The driver keeps what the server said at the start, and its types do not say so. */
function whole(client: object, name: string): number | undefined {
  const value: unknown = Reflect.get(client, name);
  return typeof value === 'number' ? value : undefined;
}
