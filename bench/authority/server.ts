import { CompiledServer, newFolder } from '../state-service/processes.js';
import { percentile as percentileOf } from '../state-service/report.js';
import { bodyOf, Connection, statusOf, written } from '../state-service/wire.js';

/** One connection to the authority, in the dialect of Vault's clients. */
export class AuthorityClient {
  private constructor(
    private readonly connection: Connection,
    private readonly token: string,
  ) {}

  static async open({ port, token }: CompiledServer): Promise<AuthorityClient> {
    return new AuthorityClient(await Connection.open(port), token);
  }

  /** POST where there is a body, else GET. @throws what is not answered by 200 or 204 */
  async ask(path: string, body?: object): Promise<Buffer> {
    const sent = body && { method: 'POST', body: JSON.stringify(body), type: 'application/json' };
    const answer = await this.connection.send(written({ path: `/v1/${path}`, token: this.token, ...sent }));
    const status = statusOf(answer);
    if (status !== 200 && status !== 202 && status !== 204)
      throw new Error(`${path} answered ${status}: ${bodyOf(answer).toString()}`);
    return answer;
  }

  close(): void {
    this.connection.close();
  }
}

/** One request on a connection of its own: the server ends those that are idle for long. */
export async function once(server: CompiledServer, path: string, body?: object): Promise<Buffer> {
  const client = await AuthorityClient.open(server);
  try {
    return await client.ask(path, body);
  } finally {
    client.close();
  }
}

/** What `data` of an answer holds. */
export function dataOf(answer: Buffer): Readonly<Record<string, unknown>> {
  const body: unknown = JSON.parse(bodyOf(answer).toString());
  const data = typeof body === 'object' && body !== null && 'data' in body ? body.data : undefined;
  if (typeof data !== 'object' || data === null) throw new Error('an answer without data');
  return Object.fromEntries(Object.entries(data));
}

/** A server with a P-256 root `curve` and an RSA root `rsa` in the mount `pki`, and the roles that are measured. */
export async function openAuthority(): Promise<CompiledServer> {
  const server = await CompiledServer.start(newFolder());
  for (const [name, key_type] of [
    ['curve', 'ec'],
    ['rsa', 'rsa'],
  ]) {
    const wish = { common_name: `Bench ${name ?? ''}`, issuer_name: name, key_type, ttl: '87600h' };
    await once(server, 'pki/root/generate/internal', wish);
  }
  const role = { allow_any_name: true, issuer_ref: 'curve', ttl: '24h' };
  await once(server, 'pki/roles/ec', { ...role, key_type: 'ec' });
  await once(server, 'pki/roles/unstored', { ...role, key_type: 'ec', no_store: true });
  await once(server, 'pki/roles/signed', { ...role, key_type: 'any', issuer_ref: 'rsa' });
  await once(server, 'pki/roles/rsa', { ...role, key_type: 'rsa', issuer_ref: 'rsa' });
  return server;
}

let names = 0;
export const nextName = (): string => `host-${++names}.example.com`;

/** When a request was sent and answered, in milliseconds of `performance.now`. */
export interface Timed {
  readonly from: number;
  readonly to: number;
}

/** Clients that each send one request after the other until they are told to stop. */
export class Clients {
  readonly #timed: Timed[] = [];
  readonly #working: Promise<unknown>;
  #over = false;

  private constructor(clients: readonly AuthorityClient[], send: (client: AuthorityClient) => Promise<unknown>) {
    this.#working = Promise.all(clients.map((client) => this.#work(client, send)));
    // Whoever stops them hears of it.
    this.#working.catch(() => undefined);
  }

  static async start(
    server: CompiledServer,
    count: number,
    send: (client: AuthorityClient) => Promise<unknown>,
  ): Promise<Clients> {
    return new Clients(await Promise.all(Array.from({ length: count }, () => AuthorityClient.open(server))), send);
  }

  /** @returns every request there was */
  async stop(): Promise<readonly Timed[]> {
    this.#over = true;
    await this.#working;
    return this.#timed;
  }

  async #work(client: AuthorityClient, send: (client: AuthorityClient) => Promise<unknown>): Promise<void> {
    while (!this.#over) {
      const from = performance.now();
      await send(client);
      this.#timed.push({ from, to: performance.now() });
    }
    client.close();
  }
}

/** How long a part of them took at most, the part from 0 to 1. */
export function percentile(requests: readonly Timed[], part: number): number {
  return percentileOf(
    requests.map(({ from, to }) => to - from),
    part,
  );
}
