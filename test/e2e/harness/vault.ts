import type { OutgoingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { exchange } from './exchange.js';
import type { Answer } from './exchange.js';

const body = z.looseObject({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z.array(z.string()).optional(),
  warnings: z.unknown().optional(),
});

/** An answer below /v1. */
export class VaultReply {
  constructor(
    readonly asked: string,
    readonly answer: Answer,
  ) {}

  get status() {
    return this.answer.status;
  }

  get document() {
    return body.parse(JSON.parse(this.answer.text));
  }

  /** @throws Error that shows the answer when its status is another */
  expect(status: number): this {
    if (this.status !== status)
      throw new Error(`${this.asked}: ${this.status} instead of ${status}: ${this.answer.text}`);
    return this;
  }

  get data(): Readonly<Record<string, unknown>> {
    const { data } = this.expect(200).document;
    if (!data) throw new Error(`${this.asked}: no data: ${this.answer.text}`);
    return data;
  }

  text(field: string): string {
    return z.string().parse(this.data[field], { error: () => `${this.asked}: ${field}: ${this.answer.text}` });
  }

  texts(field: string): readonly string[] {
    return z.array(z.string()).parse(this.data[field]);
  }

  /** Status and first text of a refusal, to compare in one go. */
  get refusal() {
    return { status: this.status, text: this.document.errors?.join('\n') };
  }
}

export type Carrier = 'X-Service-Token' | 'X-Vault-Token';

/** A client of the certificate authority's paths, for one token. */
export class VaultApi {
  constructor(
    readonly base: string,
    readonly token: string | null,
    readonly carrier: Carrier = 'X-Vault-Token',
  ) {}

  as(token: string | null, carrier = this.carrier): VaultApi {
    return new VaultApi(this.base, token, carrier);
  }

  async send(method: string, path: string, sent?: unknown, headers: OutgoingHttpHeaders = {}): Promise<VaultReply> {
    const answer = await exchange(`${this.base}/v1/${path}`, {
      method,
      headers: {
        ...(this.token !== null && { [this.carrier]: this.token }),
        ...(sent !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(sent !== undefined && { body: sent instanceof Uint8Array ? sent : JSON.stringify(sent) }),
    });
    return new VaultReply(`${method} ${path}`, answer);
  }

  read(path: string): Promise<VaultReply> {
    return this.send('GET', path);
  }

  list(path: string): Promise<VaultReply> {
    return this.send('LIST', path);
  }

  write(path: string, sent: object = {}): Promise<VaultReply> {
    return this.send('POST', path, sent);
  }

  patch(path: string, sent: object): Promise<VaultReply> {
    return this.send('PATCH', path, sent, { 'content-type': 'application/merge-patch+json' });
  }

  delete(path: string): Promise<VaultReply> {
    return this.send('DELETE', path);
  }
}
