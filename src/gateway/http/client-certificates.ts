import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { TLSSocket } from 'node:tls';
import type { DetailedPeerCertificate } from 'node:tls';
import { LRUCache } from 'lru-cache';
import { plainAddress } from '../../platform/networks.js';
import type { SentRequest, Senders } from './senders.js';

/** Certificates of one client that are read: a chain of a machine has three or four. */
const mostCertificates = 10;
/** Clients whose chains are remembered. */
const mostRemembered = 1_000;

export interface ClientCertificatesDeps {
  readonly senders: Pick<Senders, 'isProxy'>;
  /** The header in which trusted proxies say which certificate their client has; `null` for none. */
  readonly header: string | null;
}

/**
 * The certificates by which the client of a request has proved itself: those of its TLS connection. A connection of a trusted proxy carries the requests of
 * others, so its own certificate never counts there: only what the proxy says in the header of the settings, if there is one. From anybody else the header
 * says nothing.
 */
export class ClientCertificates {
  /** A session that continues an earlier one has only the client's own certificate: by its fingerprint, those that came with it then. */
  readonly #chains = new LRUCache<string, readonly Uint8Array[]>({ max: mostRemembered });

  constructor(private readonly deps: ClientCertificatesDeps) {}

  /** Leaf first, DER, not checked; empty without one. */
  of({ headers, socket }: Pick<SentRequest, 'headers' | 'socket'>): readonly Uint8Array[] {
    const { senders, header } = this.deps;
    if (senders.isProxy(plainAddress(socket.remoteAddress ?? '')))
      return header === null ? [] : forwarded(headers, header);
    return socket instanceof TLSSocket ? this.#ofConnection(socket) : [];
  }

  #ofConnection(socket: TLSSocket): readonly Uint8Array[] {
    const chain: Buffer[] = [];
    // Without a certificate it is an empty object, and a root is its own issuer.
    let each: Partial<DetailedPeerCertificate> | undefined = socket.getPeerCertificate(true);
    while (each?.raw && chain.length < mostCertificates && !chain.some((known) => each?.raw?.equals(known))) {
      chain.push(each.raw);
      each = each.issuerCertificate;
    }
    const [leaf] = chain;
    if (!leaf) return [];
    const key = hash('sha256', leaf, 'base64');
    if (chain.length === 1) return this.#chains.get(key) ?? chain;
    this.#chains.set(key, chain);
    return chain;
  }
}

/** What a proxy says: one certificate, and in the header with `-chain` at its end those above it (RFC 9440). */
function forwarded(headers: IncomingHttpHeaders, header: string): readonly Uint8Array[] {
  const leaf = forwardedIn(headers[header]);
  if (leaf.length === 0) return [];
  const above = textOf(headers[`${header}-chain`])
    .split(',')
    .flatMap((item) => forwardedIn(item));
  return [...leaf, ...above].slice(0, mostCertificates);
}

const textOf = (value: string | string[] | undefined): string =>
  Array.isArray(value) ? value.join(',') : (value ?? '');

const base64 = /^[A-Za-z0-9+/]+={0,2}$/;
const pemBlock = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/g;

/**
 * A certificate as proxies write it: a byte sequence (RFC 9440: Caddy, Apache), base64 of the DER (HAProxy), or PEM, escaped as in a URL (nginx, Traefik). More than
 * one value is none: a client may have sent one of them.
 */
export function forwardedIn(value: string | string[] | undefined): readonly Uint8Array[] {
  const text = textOf(value).trim();
  if (text === '' || text.includes(',')) return [];
  const bare = text.startsWith(':') && text.endsWith(':') && text.length > 1 ? text.slice(1, -1) : text;
  if (base64.test(bare)) return [Buffer.from(bare, 'base64')];
  const blocks = [...unescaped(text).matchAll(pemBlock)].slice(0, mostCertificates);
  return blocks.map(([, body = '']) => Buffer.from(body, 'base64'));
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
