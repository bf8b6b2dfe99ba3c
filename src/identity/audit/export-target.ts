import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';

/** Where audit records are written in addition to the database. */
export type ExportTarget =
  | { readonly kind: 'file' | 'unix'; readonly path: string }
  | { readonly kind: 'tcp'; readonly host: string; readonly port: number };

/** In the form of the setting. */
export const targetText = (target: ExportTarget): string =>
  target.kind === 'tcp' ? `tcp://${target.host}:${target.port}` : `${target.kind}:${target.path}`;

/** Milliseconds in which a receiver must read the lines and close the connection. */
const defaultTimeoutMs = 30_000;

/** Resolves when the lines are on disk, or a receiver has read them. @throws Error */
export async function deliver(target: ExportTarget, lines: string, timeoutMs = defaultTimeoutMs): Promise<void> {
  try {
    await (target.kind === 'file' ? append(target.path, lines) : send(target, lines, timeoutMs));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`audit records cannot be delivered to ${targetText(target)}: ${reason}`, { cause: error });
  }
}

/** The file is opened by name each time: after a rename, a new one begins. */
async function append(file: string, lines: string): Promise<void> {
  const handle = await open(file, 'a+', 0o600);
  try {
    const { size } = await handle.stat();
    const last = Buffer.alloc(1, '\n');
    if (size > 0) await handle.read(last, 0, 1, size - 1);
    // A write that a crash or a full disk interrupted: the incomplete line is repeated.
    const cut = last.toString() === '\n' ? '' : '\n';
    await handle.appendFile(`${cut}${lines}`);
    await handle.datasync();
    if (size === 0) await syncFolder(path.dirname(file));
  } finally {
    await handle.close();
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** One connection: the lines are delivered when the receiver has read everything and closed it. */
async function send(target: Exclude<ExportTarget, { kind: 'file' }>, lines: string, timeoutMs: number): Promise<void> {
  const socket = target.kind === 'tcp' ? connect(target.port, target.host) : connect(target.path);
  const signal = AbortSignal.timeout(timeoutMs);
  const late = (): void => {
    socket.destroy(new Error(`not taken within ${timeoutMs / 1000} s`));
  };
  signal.addEventListener('abort', late);
  // Responses of a receiver are ignored.
  socket.resume();
  try {
    await once(socket, 'connect');
    let sent = false;
    socket.once('end', () => {
      if (!sent) socket.destroy(new Error('closed by the receiver'));
    });
    const closed = once(socket, 'close');
    socket.end(lines, () => {
      sent = true;
    });
    await closed;
  } finally {
    signal.removeEventListener('abort', late);
    socket.destroy();
  }
}
