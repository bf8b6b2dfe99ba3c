import { X509Certificate } from 'node:crypto';
import { Agent as PlainAgent } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import type { Duplex } from 'node:stream';
import { connect } from 'node:tls';
import type { ConnectionOptions, TLSSocket } from 'node:tls';
import { OutboundFailure } from './outbound-failure.js';

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

/** The open connections to one set of trusted servers, kept for the next call. */
export interface Connections {
  readonly plain: PlainAgent;
  readonly secure: SecureAgent;
  /** Ends those that nobody uses, and the others when their call has ended. */
  retire(): void;
  /** Ends all of them. */
  close(): void;
}

/** Milliseconds that a connection stays open without a call. */
const idleMs = 30_000;

const kept = { keepAlive: true, maxFreeSockets: 16, timeout: idleMs, scheduling: 'lifo' } as const;

/** Connections that carry nothing before the server has shown who it is. */
export function openConnections(trust: OutboundTrust = {}): Connections {
  const plain = new PlainAgent(kept);
  const secure = new TrustingAgent(trust);
  return {
    plain,
    secure,
    retire() {
      for (const agent of [plain, secure]) {
        agent.maxFreeSockets = 0;
        for (const sockets of Object.values(agent.freeSockets)) for (const socket of sockets ?? []) socket.destroy();
      }
    },
    close() {
      plain.destroy();
      secure.destroy();
    },
  };
}

/** What a call adds to the options of its request: Node keeps a request's own signal from whoever connects for it. */
export interface UntilSignal {
  readonly until: AbortSignal;
}

function signalIn(options: object): AbortSignal | undefined {
  return 'until' in options && options.until instanceof AbortSignal ? options.until : undefined;
}

/** A socket is handed to the request when the checks of {@link OutboundTrust} have passed. */
class TrustingAgent extends SecureAgent {
  readonly #leaves: readonly X509Certificate[] | undefined;

  constructor({ authorities, leaves, anybody, client }: OutboundTrust) {
    super({
      ...kept,
      minVersion: 'TLSv1.2',
      maxCachedSessions: 0,
      ...(authorities !== undefined && { ca: authorities }),
      ...(client && { cert: client.certificate, key: client.key }),
      ...(anybody && { rejectUnauthorized: false }),
      // The pinned certificates themselves are checked below.
      ...(leaves && authorities === undefined && { rejectUnauthorized: false }),
    });
    this.#leaves = leaves?.map((pem) => new X509Certificate(pem));
  }

  override createConnection(
    options: ConnectionOptions,
    callback?: (error: Error | null, stream: Duplex) => void,
  ): Duplex | undefined {
    const socket = connect(options);
    const until = signalIn(options);
    let told = false;
    const tell = (error: Error | null) => {
      if (told) return;
      told = true;
      until?.removeEventListener('abort', giveUp);
      if (error) socket.destroy();
      callback?.(error, socket);
    };
    const giveUp = () => {
      tell(new Error('given up while connecting'));
    };
    until?.addEventListener('abort', giveUp, { once: true });
    if (until?.aborted === true) giveUp();
    socket.once('error', tell);
    socket.once('close', () => {
      tell(Object.assign(new Error('closed while connecting'), { code: 'ECONNRESET' }));
    });
    socket.once('secureConnect', () => {
      tell(this.#distrust(socket, options.servername ?? options.host ?? 'the server'));
    });
    return undefined;
  }

  #distrust(socket: TLSSocket, host: string): Error | null {
    if (!this.#leaves) return null;
    const shown = socket.getPeerX509Certificate();
    const isKnown = shown !== undefined && this.#leaves.some((leaf) => leaf.raw.equals(shown.raw));
    const now = Date.now();
    const isTimely = shown !== undefined && Date.parse(shown.validFrom) <= now && now <= Date.parse(shown.validTo);
    if (isKnown && isTimely) return null;
    const reason = isKnown ? 'its certificate is not valid now' : 'its certificate is not the one that is expected';
    return new OutboundFailure('untrusted', `no secure connection to ${host}: ${reason}`);
  }
}
