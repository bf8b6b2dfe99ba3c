import { X509Certificate } from 'node:crypto';
import type { LookupAddress } from 'node:dns';
import { connect as connectPlainly, isIP } from 'node:net';
import type { Socket } from 'node:net';
import { connect as connectSecurely, createSecureContext } from 'node:tls';
import type { SecureContext, TLSSocket } from 'node:tls';
import type { Ending } from './call-end.js';
import { OutboundFailure } from './outbound-failure.js';
import { literalOf, lookupOf } from './resolved-host.js';

/** Whom to trust at the other end, and how to prove who is calling. Texts are PEM. */
export interface OutboundTrust {
  /** Authorities that replace those of Node. */
  readonly authorities?: string;
  /** Certificates of which the server must show one. Without `authorities` it need not be signed by anybody known. */
  readonly leaves?: readonly string[];
  /** Whoever answers is believed: what counts is what is said at an address, not by whom. */
  readonly anybody?: true;
  /** Certificate, chain and key of the caller. */
  readonly client?: { readonly certificate: string; readonly key: string };
}

/** Where a socket leads to. */
export interface Destination {
  readonly url: URL;
  /** What its host was resolved to. */
  readonly found: readonly LookupAddress[];
  /** Gives up connecting. */
  readonly ending: Ending;
}

/** Opens sockets that carry nothing before the server has shown who it is. */
export class TrustedSockets {
  readonly #leaves: readonly X509Certificate[] | undefined;
  readonly #isChecked: boolean;
  #context: SecureContext | undefined;

  constructor(private readonly trust: OutboundTrust) {
    const { authorities, leaves, anybody } = trust;
    this.#leaves = leaves?.map((pem) => new X509Certificate(pem));
    // The pinned certificates themselves are checked below.
    this.#isChecked = anybody !== true && (leaves === undefined || authorities !== undefined);
  }

  /** One that is connected, and whose server is trusted. */
  open(to: Destination): Promise<Socket> {
    return to.url.protocol === 'https:' ? this.#secure(to) : connected(connectPlainly(optionsOf(to)), 'connect', to);
  }

  async #secure(to: Destination): Promise<Socket> {
    const host = literalOf(to.url.hostname);
    const socket = connectSecurely({
      ...optionsOf(to),
      servername: isIP(host) === 0 ? host : '',
      ALPNProtocols: ['http/1.1'],
      secureContext: (this.#context ??= this.#newContext()),
      rejectUnauthorized: this.#isChecked,
    });
    await connected(socket, 'secureConnect', to);
    const why = this.#distrust(socket);
    if (why === null) return socket;
    socket.destroy();
    throw new OutboundFailure('untrusted', `no secure connection to ${to.url.host}: ${why}`);
  }

  #newContext(): SecureContext {
    const { authorities, client } = this.trust;
    return createSecureContext({
      minVersion: 'TLSv1.2',
      ...(authorities !== undefined && { ca: authorities }),
      ...(client && { cert: client.certificate, key: client.key }),
    });
  }

  #distrust(socket: TLSSocket): string | null {
    if (!this.#leaves) return null;
    const shown = socket.getPeerX509Certificate();
    const isKnown = shown !== undefined && this.#leaves.some((leaf) => leaf.raw.equals(shown.raw));
    if (!isKnown) return 'its certificate is not the one that is expected';
    const now = Date.now();
    const isTimely = Date.parse(shown.validFrom) <= now && now <= Date.parse(shown.validTo);
    return isTimely ? null : 'its certificate is not valid now';
  }
}

const defaultPort = (url: URL) => (url.protocol === 'https:' ? 443 : 80);

const optionsOf = ({ url, found }: Destination) => ({
  host: literalOf(url.hostname),
  port: url.port === '' ? defaultPort(url) : Number(url.port),
  lookup: lookupOf(found),
  noDelay: true,
  keepAlive: true,
});

/** @throws what breaks it, and what ends the wait */
function connected(
  socket: Socket,
  event: 'connect' | 'secureConnect',
  { ending }: Pick<Destination, 'ending'>,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const settle = (error: Error | null) => {
      ending.forget(giveUp);
      socket.off('close', closed).off('error', settle);
      if (error === null) {
        resolve(socket);
        return;
      }
      socket.on('error', () => undefined).destroy();
      reject(error);
    };
    const giveUp = () => {
      settle(new Error('given up while connecting'));
    };
    const closed = () => {
      settle(Object.assign(new Error('closed while connecting'), { code: 'ECONNRESET' }));
    };
    socket
      .once('error', settle)
      .once('close', closed)
      .once(event, () => {
        settle(null);
      });
    ending.whenEnded(giveUp);
  });
}
