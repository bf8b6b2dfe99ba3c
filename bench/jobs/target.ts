import { bodyOf, Connection, statusOf, written } from '../state-service/wire.js';
import type { Address, Asked } from '../state-service/wire.js';

/** A server that jobs are sent to. */
export interface Target {
  readonly name: string;
  readonly address: Address;
  readonly token: string;
  /** Processes whose CPU a request takes, with those below them; none where the server is on another machine. */
  readonly pids: readonly number[];
  /** Resolves when what follows its answers is done: their CPU counts as well. Absent where rounds end with their answers. */
  readonly settled?: () => Promise<void>;
}

export interface Answer {
  readonly status: number;
  /** The JSON of the body, null where there is none. */
  readonly document: unknown;
}

/** One request on a connection of its own: preparing, and cleaning up. */
export async function once(target: Target, asked: Omit<Asked, 'token' | 'host'>): Promise<Answer> {
  const connection = await Connection.open(target.address);
  try {
    const answer = await connection.send(written({ ...asked, token: target.token, ...hostOf(target.address) }));
    const text = bodyOf(answer).toString();
    return { status: statusOf(answer), document: text === '' ? null : JSON.parse(text) };
  } finally {
    connection.close();
  }
}

/** What stands in the header `host`. */
export const hostOf = ({ host = '127.0.0.1', port, tls }: Address): { readonly host: string } => ({
  host: `${tls?.name ?? (host.includes(':') ? `[${host}]` : host)}:${port}`,
});

/** @throws Error that names what was asked, and shows what is known of the refusal, but no token */
export async function good(target: Target, asked: Omit<Asked, 'token' | 'host'>): Promise<unknown> {
  const { status, document } = await once(target, asked);
  if (status < 300) return document;
  const { method = 'GET', path } = asked;
  throw new Error(`${target.name}: ${method} ${path} answered ${status} ${JSON.stringify(document).slice(0, 300)}`);
}
