import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { createServer } from 'node:http';
import { z } from 'zod';
import { bodyOf, Connection, shownOf, statusOf, written } from '../state-service/wire.js';
import type { CompiledServer } from '../state-service/processes.js';

const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Web servers for proofs of http-01, all at one address, in memory. */
export async function openProofs() {
  /** What is proven, by its token. */
  const proofs = new Map<string, string>();
  const server = createServer((request, response) => {
    response.end(proofs.get((request.url ?? '').slice('/.well-known/acme-challenge/'.length)) ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = z.object({ port: z.number() }).parse(server.address());
  return {
    port,
    proofs,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** A key of an account, which several clients may have. */
export interface AccountKey {
  readonly privateKey: KeyObject;
  readonly jwk: { readonly crv: string; readonly kty: string; readonly x: string; readonly y: string };
  readonly thumbprint: string;
}

export function accountKey(): AccountKey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const jwk = { crv: 'P-256', kty: 'EC', x, y };
  return { privateKey, jwk, thumbprint: createHash('sha256').update(JSON.stringify(jwk)).digest('base64url') };
}

interface Answered {
  readonly location: string;
  readonly body: unknown;
}

const orderShape = z.object({ status: z.string(), authorizations: z.array(z.string()), finalize: z.string() });
const challenges = z.array(z.object({ type: z.string(), url: z.string(), token: z.string() }));
const authorizationShape = z.object({ challenges });

/** A client of ACME that does no more than it must, over one connection. */
export class AcmeClient {
  #nonce = '';
  #kid = '';

  private constructor(
    private readonly connection: Connection,
    private readonly server: CompiledServer,
    private readonly key: AccountKey,
  ) {}

  static async open(server: CompiledServer, key: AccountKey): Promise<AcmeClient> {
    const client = new AcmeClient(await Connection.open(server.port), server, key);
    client.#read(await client.connection.send(written({ method: 'HEAD', path: client.#path('new-nonce') })));
    const { location } = await client.post(client.#url('new-account'), { termsOfServiceAgreed: true });
    client.#kid = location;
    return client;
  }

  /** An order for this machine's address, proven by http-01. @returns the certificate in PEM */
  async obtain(csr: string, proofs: Map<string, string>): Promise<string> {
    const identifiers = [{ type: 'ip', value: '127.0.0.1' }];
    const made = await this.post(this.#url('new-order'), { identifiers });
    const order = orderShape.parse(made.body);
    const [authorization = ''] = order.authorizations;
    const shown = authorizationShape.parse((await this.post(authorization, null)).body);
    const proof = shown.challenges.find(({ type }) => type === 'http-01');
    if (!proof) throw new Error('there is no http-01');
    proofs.set(proof.token, `${proof.token}.${this.key.thumbprint}`);
    await this.post(proof.url, {});
    for (let status = 'pending'; status !== 'ready';) {
      status = orderShape.parse((await this.post(made.location, null)).body).status;
      if (status === 'invalid') throw new Error('a proof failed');
      if (status !== 'ready') await new Promise((resolve) => setTimeout(resolve, 10));
    }
    proofs.delete(proof.token);
    const done = await this.post(order.finalize, { csr });
    const { certificate } = z.object({ certificate: z.string() }).parse(done.body);
    return z.string().parse((await this.post(certificate, null)).body);
  }

  /** One request that changes nothing: the account is shown. */
  async shown(): Promise<void> {
    await this.post(this.#kid, null);
  }

  /** @param payload null for POST-as-GET */
  async post(url: string, payload: unknown): Promise<Answered> {
    const who = this.#kid === '' ? { jwk: this.key.jwk } : { kid: this.#kid };
    const head = base64url({ alg: 'ES256', nonce: this.#nonce, url, ...who });
    const content = payload === null ? '' : base64url(payload);
    const signed = Buffer.from(`${head}.${content}`);
    const signature = sign('sha256', signed, { key: this.key.privateKey, dsaEncoding: 'ieee-p1363' });
    const body = JSON.stringify({ protected: head, payload: content, signature: signature.toString('base64url') });
    const asked = { method: 'POST', path: new URL(url).pathname, type: 'application/jose+json', body };
    return this.#read(await this.connection.send(written(asked)));
  }

  close(): void {
    this.connection.close();
  }

  #read(answer: Buffer): Answered {
    const body = bodyOf(answer);
    const head = answer.subarray(0, answer.length - body.length).toString('latin1');
    const field = (name: string) => new RegExp(`^${name}: (.*)\r$`, 'im').exec(head)?.[1] ?? '';
    this.#nonce = field('replay-nonce');
    if (statusOf(answer) >= 300) throw new Error(shownOf(answer));
    const text = body.toString();
    const parsed: unknown = field('content-type').includes('json') ? JSON.parse(text) : text;
    return { location: field('location'), body: parsed };
  }

  #path(name: string): string {
    return `/v1/pki/acme/${name}`;
  }

  #url(name: string): string {
    return `http://127.0.0.1:${this.server.port}${this.#path(name)}`;
  }
}
