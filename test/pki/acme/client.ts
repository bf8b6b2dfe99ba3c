import { generateKeyPairSync, createHash, createHmac, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { calculateJwkThumbprint } from 'jose';
import type { JWK } from 'jose';

export type Document = Readonly<Record<string, unknown>>;
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Document;
}

/** What of a signed request a test makes differently. */
export interface Otherwise {
  readonly nonce?: string;
  readonly url?: string;
  readonly alg?: string;
  readonly kid?: string;
  readonly key?: KeyObject;
  readonly header?: Document;
  readonly withKey?: boolean;
  readonly type?: string;
  /** Of the whole body. */
  readonly body?: string;
}

const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

export const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });

export function jwkOf(key: KeyObject): JWK {
  const { kty = '', crv, x, y, n, e } = key.export({ format: 'jwk' });
  return { kty, ...(crv && { crv }), ...(x && { x }), ...(y && { y }), ...(n && { n }), ...(e && { e }) };
}

/** A client of ACME that does what it is told, also what it should not. */
export class TestClient {
  kid: string | undefined;
  #nonce: string | undefined;
  key = newKey();
  directory: Record<string, string> = {};

  constructor(readonly directoryUrl: string) {}

  async open(): Promise<this> {
    const response = await fetch(this.directoryUrl);
    const document: unknown = await response.json();
    this.directory = document as Record<string, string>;
    return this;
  }

  url(name: string): string {
    return this.directory[name] ?? '';
  }

  async nonce(): Promise<string> {
    const kept = this.#nonce;
    this.#nonce = undefined;
    if (kept !== undefined) return kept;
    const response = await fetch(this.url('newNonce'), { method: 'HEAD' });
    return response.headers.get('replay-nonce') ?? '';
  }

  thumbprint(): Promise<string> {
    return calculateJwkThumbprint(jwkOf(this.key.publicKey));
  }

  /** @param payload null for POST-as-GET */
  signed(url: string, payload: unknown, header: Document, key: KeyObject = this.key.privateKey): string {
    const protectedText = base64url({ alg: 'ES256', url, ...header });
    const payloadText = payload === null ? '' : base64url(payload);
    const data = Buffer.from(`${protectedText}.${payloadText}`);
    const signature = sign('sha256', data, { key, dsaEncoding: 'ieee-p1363' }).toString('base64url');
    return JSON.stringify({ protected: protectedText, payload: payloadText, signature });
  }

  async post(url: string, payload: unknown, otherwise: Otherwise = {}): Promise<Answer> {
    const who =
      otherwise.withKey === true || this.kid === undefined
        ? { jwk: jwkOf(this.key.publicKey) }
        : { kid: otherwise.kid ?? this.kid };
    const header = {
      ...{ nonce: otherwise.nonce ?? (await this.nonce()), ...who },
      ...(otherwise.url !== undefined && { url: otherwise.url }),
      ...(otherwise.alg !== undefined && { alg: otherwise.alg }),
      ...otherwise.header,
    };
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': otherwise.type ?? 'application/jose+json' },
      body: otherwise.body ?? this.signed(url, payload, header, otherwise.key),
    });
    this.#nonce = response.headers.get('replay-nonce') ?? undefined;
    const text = await response.text();
    const isJson = (response.headers.get('content-type') ?? '').includes('json');
    const body: unknown = isJson ? JSON.parse(text) : {};
    return { status: response.status, headers: response.headers, text, body: body as Document };
  }

  async register(payload: Document = {}): Promise<Answer> {
    const answer = await this.post(
      this.url('newAccount'),
      { termsOfServiceAgreed: true, ...payload },
      { withKey: true },
    );
    this.kid = answer.headers.get('location') ?? undefined;
    return answer;
  }

  /** An external account binding with this key. */
  binding(id: string, secret: string, jwk: JWK = jwkOf(this.key.publicKey)): Document {
    const protectedText = base64url({ alg: 'HS256', kid: id, url: this.url('newAccount') });
    const payload = base64url(jwk);
    const mac = createHmac('sha256', Buffer.from(secret, 'base64url')).update(`${protectedText}.${payload}`);
    return { protected: protectedText, payload, signature: mac.digest('base64url') };
  }

  order(names: readonly string[], more: Document = {}): Promise<Answer> {
    const identifiers = names.map((value) => ({ type: /^[\d.]+$|:/.test(value) ? 'ip' : 'dns', value }));
    return this.post(this.url('newOrder'), { identifiers, ...more });
  }

  /** The authorizations of an order. */
  async authorizations(order: Answer): Promise<readonly Document[]> {
    const urls = order.body['authorizations'] as readonly string[];
    const found: Document[] = [];
    for (const url of urls) found.push((await this.post(url, null)).body);
    return found;
  }

  /** A challenge of the first authorization, with what proves it. */
  async challenge(order: Answer, type: string) {
    const [authorization] = await this.authorizations(order);
    return this.challengeIn(authorization ?? {}, type);
  }

  async challengeIn(authorization: Document, type: string) {
    const challenges = authorization['challenges'] as readonly Record<string, string>[];
    const one = challenges.find((each) => each['type'] === type) ?? {};
    const token = one['token'] ?? '';
    const keyAuthorization = `${token}.${await this.thumbprint()}`;
    const digest = createHash('sha256').update(keyAuthorization).digest();
    return { url: one['url'] ?? '', token, keyAuthorization, digest };
  }

  /** Waits until a resource is something else than this. */
  async until(url: string, statuses: readonly string[]): Promise<Document> {
    for (;;) {
      const { body } = await this.post(url, null);
      if (statuses.includes(String(body['status']))) return body;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
