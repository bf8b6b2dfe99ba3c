import { timingSafeEqual } from 'node:crypto';
import type { Certificate } from '../x509/index.js';
import { LRUCache } from 'lru-cache';
import { waiterOf } from '../../platform/outbound/call-end.js';
import { NameServer } from '../../platform/outbound/name-server.js';
import { OutboundFailure } from '../../platform/outbound/outbound-failure.js';
import type { OutboundGate } from '../../platform/outbound/outbound-gate.js';
import { NameLookups } from '../../platform/outbound/resolved-host.js';
import { openConnections } from '../../platform/outbound/trusted-connections.js';
import type { Connections } from '../../platform/outbound/trusted-connections.js';
import { findExtension, ipOctets, isSelfSigned, parseCertificate, X509Error } from '../x509/index.js';
import { AcmeProblem } from './acme-problem.js';
import type { AcmeProblemType, Identifier } from './acme-problem.js';
import { digestOf } from './challenges.js';
import type { ChallengeType } from './challenges.js';
import { identifierOfName } from './identifiers.js';

/** Where proofs are looked for (RFC 8555 §8.3, RFC 8737 §3): 80 and 443, or what an operator of a closed network sets. */
export interface ValidationPorts {
  readonly http: number;
  readonly tls: number;
}

export interface Proof {
  readonly challenge: ChallengeType;
  readonly identifier: Identifier;
  readonly token: string;
  readonly keyAuthorization: string;
  /** `host:port` of `config/acme`; empty for those of this machine. */
  readonly dnsResolver: string;
}

/** Milliseconds for one attempt. */
const withinMs = 10_000;
const mostRedirects = 10;
/** Bytes of the answer: a key authorization has fewer than two hundred. */
const mostBytes = 8_192;

const acmeIdentifier = '1.3.6.1.5.5.7.1.31';
const acmeTls = 'acme-tls/1';

/** One attempt to see that a client controls a name. */
export class ValidationAttempts {
  readonly #anybody: Connections = openConnections({ anybody: true });
  readonly #lookups = new LRUCache<string, NameLookups>({ max: 100 });

  constructor(private readonly deps: { readonly gate: OutboundGate; readonly ports: ValidationPorts }) {}

  /** Resolves if it is proven. @throws AcmeProblem with what the client should hear */
  async attempt(proof: Proof, signal: AbortSignal): Promise<void> {
    try {
      await this.#ways[proof.challenge](proof, signal);
    } catch (error) {
      if (error instanceof OutboundFailure) throw problemOf(error);
      throw error;
    }
  }

  close(): void {
    this.#anybody.close();
  }

  readonly #ways: Readonly<Record<ChallengeType, (proof: Proof, signal: AbortSignal) => Promise<void>>> = {
    'http-01': (proof, signal) => this.#overHttp(proof, signal),
    'dns-01': (proof, signal) => this.#inDns(proof, signal),
    'tls-alpn-01': (proof, signal) => this.#overTls(proof, signal),
  };

  /** RFC 8555 §8.3. */
  async #overHttp({ identifier, token, keyAuthorization, dnsResolver }: Proof, signal: AbortSignal): Promise<void> {
    const { gate, ports } = this.deps;
    const host = identifier.value.includes(':') ? `[${identifier.value}]` : identifier.value;
    const url = new URL(`http://${host}:${ports.http}/.well-known/acme-challenge/${token}`);
    const allowed = new Set([`http: ${ports.http}`, `https: ${ports.tls}`]);
    const answer = await gate.call({
      method: 'GET',
      url,
      withinMs,
      mostBytes,
      redirects: mostRedirects,
      waiter: waiterOf(signal),
      headers: { 'user-agent': 'Trustate ACME validation' },
      mayFollow: (to) => allowed.has(`${to.protocol} ${to.port || (to.protocol === 'https:' ? 443 : 80)}`),
      connections: this.#anybody,
      trustsEverywhere: true,
      ...this.#names(dnsResolver),
    });
    if (answer.status !== 200)
      throw new AcmeProblem(
        'unauthorized',
        `${url.host} answers with status ${answer.status} instead of the key authorization`,
      );
    if (!isSame(Buffer.from(answer.body.toString('latin1').trimEnd()), Buffer.from(keyAuthorization)))
      throw new AcmeProblem('incorrectResponse', `${url.host} answers something other than the key authorization`);
  }

  /** RFC 8555 §8.4. */
  async #inDns({ identifier, keyAuthorization, dnsResolver }: Proof, signal: AbortSignal): Promise<void> {
    const server = new NameServer(dnsResolver === '' ? undefined : dnsResolver);
    this.#requireReachable(dnsResolver);
    const late = AbortSignal.timeout(withinMs);
    const name = `_acme-challenge.${identifier.value}`;
    let texts: readonly string[];
    try {
      texts = await server.texts(name, AbortSignal.any([signal, late]));
    } catch (error) {
      if (!late.aborted || error instanceof OutboundFailure) throw error;
      throw new AcmeProblem('dns', `the name server did not answer about ${name} in time`, {}, { cause: error });
    }
    const wanted = Buffer.from(digestOf(keyAuthorization).toString('base64url'));
    if (texts.some((text) => isSame(Buffer.from(text), wanted))) return;
    throw new AcmeProblem('incorrectResponse', `${name} has no TXT record with the digest of the key authorization`);
  }

  /** RFC 8737 §3, RFC 8738 §6. */
  async #overTls({ identifier, keyAuthorization, dnsResolver }: Proof, signal: AbortSignal): Promise<void> {
    const { gate, ports } = this.deps;
    const shown = await gate.handshake({
      host: identifier.value,
      port: ports.tls,
      protocol: acmeTls,
      withinMs,
      waiter: waiterOf(signal),
      serverName: identifier.type === 'ip' ? reverseName(identifier.value) : identifier.value,
      ...this.#names(dnsResolver),
    });
    const wrong = (why: string) => new AcmeProblem('incorrectResponse', `${identifier.value} ${why}`);
    if (shown.protocol !== acmeTls) throw wrong(`does not speak ${acmeTls}`);
    const certificate = shown.certificate && read(shown.certificate);
    if (!certificate) throw wrong('shows no certificate that can be read');
    if (!isSelfSigned(certificate)) throw wrong('shows a certificate that is not self-signed');
    const [name, ...others] = certificate.extensions.subjectAltName ?? [];
    const shownName = name && others.length === 0 ? identifierOfName(name) : undefined;
    if (shownName?.type !== identifier.type || shownName.value !== identifier.value)
      throw wrong('shows a certificate that is not for this one name alone');
    const digest = findExtension(certificate.extensions, acmeIdentifier);
    const wanted = Buffer.concat([Buffer.of(0x04, 32), digestOf(keyAuthorization)]);
    if (!digest?.critical || !isSame(Buffer.from(digest.value), wanted))
      throw wrong('shows a certificate without the digest of the key authorization');
  }

  #names(dnsResolver: string): { readonly names?: NameLookups } {
    if (dnsResolver === '') return {};
    this.#requireReachable(dnsResolver);
    let names = this.#lookups.get(dnsResolver);
    if (!names) {
      const server = new NameServer(dnsResolver);
      names = new NameLookups((hostname) => server.addresses(hostname));
      this.#lookups.set(dnsResolver, names);
    }
    return { names };
  }

  /** What may be called may have changed since it was configured. @throws AcmeProblem `dns` */
  #requireReachable(dnsResolver: string): void {
    if (dnsResolver === '') return;
    const why = this.deps.gate.refusalOf(new URL(`http://${dnsResolver}`));
    if (why !== null)
      throw new AcmeProblem('dns', `the name server of the mount must not be asked: its address is ${why}`);
  }
}

function read(der: Buffer): Certificate | null {
  try {
    return parseCertificate(der);
  } catch (error) {
    if (error instanceof X509Error) return null;
    throw error;
  }
}

const isSame = (one: Buffer, other: Buffer): boolean => one.length === other.length && timingSafeEqual(one, other);

/** RFC 8738 §6: the name of an address in DNS. */
export function reverseName(address: string): string {
  const octets = ipOctets(address) ?? Buffer.alloc(0);
  if (octets.length === 4) return `${[...octets].toReversed().join('.')}.in-addr.arpa`;
  return `${[...octets.toString('hex')].toReversed().join('.')}.ip6.arpa`;
}

const types: Partial<Readonly<Record<OutboundFailure['kind'], AcmeProblemType>>> = {
  address: 'rejectedIdentifier',
  unresolved: 'dns',
  untrusted: 'connection',
  busy: 'serverInternal',
  ended: 'serverInternal',
};

/** What a client hears of an attempt that failed. */
const problemOf = (failure: OutboundFailure): AcmeProblem =>
  new AcmeProblem(types[failure.kind] ?? 'connection', failure.message, {}, { cause: failure });
