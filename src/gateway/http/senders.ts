import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { plainAddress, readCidr } from '../../platform/networks.js';

/** Who sent a request, as far as this is reliable: for limits, audit, logs and the URLs of responses. */
export interface Sender {
  /** IP address; `''` if the connection is closed already. IPv4 addresses have their own form, also over IPv6. */
  readonly address: string;
  readonly scheme: 'http' | 'https';
  /** Host, with the port unless it is the scheme's default; as sent, not checked. */
  readonly host: string | undefined;
  /** Whether a trusted proxy has sent it on: the connection is not its sender's. */
  readonly forwarded: boolean;
}

/** A request of any kind: HTTP/1.1, HTTP/2, or an upgrade. */
export interface SentRequest {
  readonly headers: IncomingHttpHeaders;
  readonly socket: {
    readonly remoteAddress?: string | undefined;
    readonly localAddress?: string | undefined;
    readonly localPort?: number | undefined;
    readonly encrypted?: unknown;
  };
}

/**
 * Determines who sent a request. `X-Forwarded-For`, `-Proto` and `-Host` only count on connections of trusted proxies, because anybody can send them. Each
 * proxy appends the address of its caller, so the last one that is not a trusted proxy is the sender; addresses before it are not reliable.
 */
export class Senders {
  readonly #proxies: BlockList | null;

  /** @param trusted addresses and networks, in the form of {@link readCidr} */
  constructor(trusted: readonly string[]) {
    this.#proxies = trusted.length === 0 ? null : new BlockList();
    for (const text of trusted) {
      const cidr = readCidr(text);
      if (!cidr) throw new Error(`${text} is no network`);
      this.#proxies?.addSubnet(cidr.address, cidr.prefix, isIP(cidr.address) === 4 ? 'ipv4' : 'ipv6');
    }
  }

  senderOf({ headers, socket }: SentRequest): Sender {
    const peer = plainAddress(socket.remoteAddress ?? '');
    const scheme = socket.encrypted === true ? 'https' : 'http';
    // HTTP/2 has its own field for the host, before which the other one does not count (RFC 9113 8.3.1).
    const authority = headers[':authority'];
    // HTTP/1.0, which checks of load balancers speak, needs none: the address that was called stands for it.
    const host = typeof authority === 'string' ? authority : (headers.host ?? calledAt(socket));
    if (!this.isProxy(peer)) return { address: peer, scheme, host, forwarded: false };
    const proto = lastOf(headers['x-forwarded-proto'])?.toLowerCase();
    return {
      address: this.#forwardedFor(peer, headers['x-forwarded-for']),
      scheme: proto === 'https' || proto === 'http' ? proto : scheme,
      host: lastOf(headers['x-forwarded-host']) ?? host,
      forwarded: true,
    };
  }

  /** Whether a connection from this address forwards the requests of others. */
  isProxy(address: string): boolean {
    const family = this.#proxies ? isIP(address) : 0;
    return family !== 0 && this.#proxies?.check(address, family === 4 ? 'ipv4' : 'ipv6') === true;
  }

  #forwardedFor(peer: string, header: string | string[] | undefined): string {
    let sender = peer;
    for (const entry of String(header ?? '')
      .split(',')
      .reverse()) {
      const address = withoutPort(entry.trim());
      // A proxy that names its callers writes addresses.
      if (isIP(address) === 0) return sender;
      sender = address;
      if (!this.isProxy(sender)) return sender;
    }
    return sender;
  }
}

function calledAt({ localAddress = '', localPort }: SentRequest['socket']): string | undefined {
  const address = plainAddress(localAddress);
  if (isIP(address) === 0) return undefined;
  return `${isIP(address) === 6 ? `[${address}]` : address}:${localPort}`;
}

/** Some proxies add the port: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function withoutPort(entry: string): string {
  const [, bracketed, dotted] = /^(?:\[([^\]]*)\](?::\d+)?|(\d{1,3}(?:\.\d{1,3}){3}):\d+)$/.exec(entry) ?? [];
  return plainAddress(bracketed ?? dotted ?? entry);
}

/** If there are several, the nearest proxy wrote the last one. */
function lastOf(header: string | string[] | undefined): string | undefined {
  const last = String(header ?? '')
    .split(',')
    .at(-1)
    ?.trim();
  return last === '' ? undefined : last;
}
