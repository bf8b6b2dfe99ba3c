import { isIP } from 'node:net';
import type { LookupAddress } from 'node:dns';
import { connect as connectSecurely } from 'node:tls';
import { CallEnd } from './call-end.js';
import type { Ending, Waiter } from './call-end.js';
import { failureOf, OutboundFailure } from './outbound-failure.js';
import type { ReachableAddresses, Unreachable } from './reachable-addresses.js';
import { literalOf, lookupOf, NameLookups, resolveAsSystem, resolvedHost } from './resolved-host.js';
import type { Resolution, Resolve } from './resolved-host.js';
import { openConnections } from './trusted-connections.js';
import type { Connections, Exchanged } from './trusted-connections.js';
import { TurnsForCalls } from './turns-for-calls.js';

/** One call to an address that a user gave. */
export interface OutboundCall {
  readonly method: 'GET' | 'POST';
  /** `http:` or `https:`. */
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /** Milliseconds for everything: the wait for a turn, the name, the connection, redirects, the whole answer. */
  readonly withinMs: number;
  /** Bytes of the answer's body. */
  readonly mostBytes: number;
  /** How many redirects a GET follows, each by the same rules. Nothing else follows any. */
  readonly redirects?: number;
  /** Which URLs a redirect may lead to; any otherwise, as far as addresses may be called. */
  readonly mayFollow?: (url: URL) => boolean;
  /** Connections with the trust of this caller; those of everybody otherwise. */
  readonly connections?: Connections;
  /** Whether hosts that a redirect leads to get that trust too: for callers who have nothing to show. */
  readonly trustsEverywhere?: boolean;
  /** Who knows the addresses of names; this machine otherwise. */
  readonly names?: NameLookups;
  /** The call ends when they wait no longer. */
  readonly waiter?: Waiter | undefined;
}

/** A TLS handshake with whatever a user gives the name of, to look at the certificate that is shown. */
export interface OutboundHandshake extends Pick<OutboundCall, 'withinMs' | 'waiter' | 'names'> {
  /** A name, or an address without brackets. */
  readonly host: string;
  readonly port: number;
  /** What the client says that it wants (RFC 6066 §3). */
  readonly serverName: string;
  /** RFC 7301. */
  readonly protocol: string;
}

export interface ShownCertificate {
  /** DER; null if none was shown. */
  readonly certificate: Buffer | null;
  /** The protocol that the server chose; null for none. */
  readonly protocol: string | null;
}

export interface OutboundAnswer extends Exchanged {
  /** Where it came from, after redirects. */
  readonly url: URL;
}

export interface OutboundGateDeps {
  readonly addresses: ReachableAddresses;
  readonly resolve?: Resolve;
  readonly limits?: CallLimits;
}

/** Calls at the same time, of all and to one host, and those that wait for a turn. */
export interface CallLimits {
  readonly atOnce: number;
  readonly perHost: number;
  readonly waiting: number;
}

const usualLimits = { atOnce: 64, perHost: 16, waiting: 256 };

/** Why a call ends that took its whole time. */
const tooLate = new Error('too late');

/**
 * The one way out to whatever a user gives the address of (external policy, webhooks, validation of names): resolved once and connected to what was resolved,
 * bounded in time, size and number. What the operator sets, such as S3 or PostgreSQL, does not pass it.
 */
export class OutboundGate {
  readonly #turns: TurnsForCalls;
  readonly #resolution: Resolution;
  readonly #common = openConnections();

  constructor(private readonly deps: OutboundGateDeps) {
    const { addresses, resolve = resolveAsSystem, limits = usualLimits } = deps;
    this.#turns = new TurnsForCalls(limits);
    this.#resolution = { addresses, names: new NameLookups(resolve) };
  }

  /** A gate by the same rules with turns of its own, so that what is slow there keeps nobody waiting here. */
  another(limits: CallLimits | undefined = this.deps.limits): OutboundGate {
    return new OutboundGate({ ...this.deps, ...(limits && { limits }) });
  }

  /** @throws OutboundFailure, and nothing else, where there is no answer */
  async call(call: OutboundCall): Promise<OutboundAnswer> {
    return this.#inTime(call.url.host, call, (ending) => this.#follow(call, ending));
  }

  /** Whatever the certificate says: the caller looks at it. @throws OutboundFailure, and nothing else, where there is no handshake */
  async handshake(wanted: OutboundHandshake): Promise<ShownCertificate> {
    return this.#inTime(wanted.host, wanted, async (ending) => {
      const found = await resolvedHost(wanted.host, this.#resolutionOf(wanted), ending);
      ending.throwIfEnded();
      return shownBy(found, wanted, ending);
    });
  }

  async #inTime<T>(
    host: string,
    call: Pick<OutboundCall, 'withinMs' | 'waiter'>,
    work: (ending: Ending) => Promise<T>,
  ): Promise<T> {
    const ending = new CallEnd();
    const timer = setTimeout(() => {
      ending.end(tooLate);
    }, call.withinMs).unref();
    const forget = call.waiter?.whenEnded((reason) => {
      ending.end(reason);
    });
    let turnAt = Infinity;
    try {
      return await this.#turns.during(host, ending, () => {
        turnAt = performance.now();
        return work(ending);
      });
    } catch (error) {
      // It had no turn, or not for long enough to answer.
      if (ending.reason === tooLate && performance.now() - turnAt < call.withinMs / 2)
        throw new OutboundFailure('busy', `too many calls are under way; ${host} was not called in time`, {
          cause: error,
        });
      if (ending.reason === tooLate)
        throw new OutboundFailure('timeout', `${host} did not answer in time`, { cause: error });
      if (ending.reason) throw new OutboundFailure('ended', `the call to ${host} was given up`, { cause: error });
      throw failureOf(error, host);
    } finally {
      clearTimeout(timer);
      forget?.();
    }
  }

  /** Why an address is never called, if that can be seen from its URL. */
  refusalOf(url: URL): Unreachable | null {
    const literal = literalOf(url.hostname);
    return isIP(literal) === 0 ? null : this.#resolution.addresses.refusal(literal);
  }

  close(): void {
    this.#common.close();
  }

  #resolutionOf({ names }: Pick<OutboundCall, 'names'>): Resolution {
    return names ? { ...this.#resolution, names } : this.#resolution;
  }

  async #follow(call: OutboundCall, ending: Ending): Promise<OutboundAnswer> {
    let { url } = call;
    for (let left = call.method === 'GET' ? (call.redirects ?? 0) : 0; ; left -= 1) {
      const answer = await this.#once(call, url, ending);
      const [location] = [answer.headers['location']].flat();
      if (answer.status < 300 || answer.status > 399 || location === undefined) return answer;
      if (left <= 0) throw new OutboundFailure('redirected', `${url.host} sends callers elsewhere`);
      const next = redirectedTo(url, location);
      if (call.mayFollow?.(next) === false)
        throw new OutboundFailure('redirected', `${url.host} sends callers to an address that is not called`);
      url = next;
    }
  }

  async #once(call: OutboundCall, url: URL, ending: Ending): Promise<OutboundAnswer> {
    const found = await resolvedHost(url.hostname, this.#resolutionOf(call), ending);
    ending.throwIfEnded();
    const isAsked = url.origin === call.url.origin;
    // Whom to trust, and who calls, is for the host that was named, as the headers are.
    const connections = isAsked || call.trustsEverywhere === true ? call.connections : undefined;
    const { method, body, mostBytes } = call;
    const headers = { ...(isAsked && call.headers), 'accept-encoding': 'identity' };
    const asked = { url, found, method, headers, body, mostBytes, ending };
    return { ...(await (connections ?? this.#common).exchange(asked)), url };
  }
}

/** The first of these addresses that accepts connections decides. */
function shownBy(
  found: readonly LookupAddress[],
  { host, port, serverName, protocol }: OutboundHandshake,
  ending: Ending,
): Promise<ShownCertificate> {
  return new Promise((resolve, reject) => {
    const socket = connectSecurely({
      host,
      port,
      servername: serverName,
      ALPNProtocols: [protocol],
      lookup: lookupOf(found),
      rejectUnauthorized: false,
      minVersion: 'TLSv1.2',
    });
    const end = (settle: () => void) => {
      ending.forget(giveUp);
      socket.destroy();
      settle();
    };
    const giveUp = (reason: Error) => {
      end(() => {
        reject(reason);
      });
    };
    socket.on('error', (error: Error) => {
      end(() => {
        reject(error);
      });
    });
    socket.once('close', () => {
      end(() => {
        reject(Object.assign(new Error('closed while connecting'), { code: 'ECONNRESET' }));
      });
    });
    socket.once('secureConnect', () => {
      const shown = socket.getPeerX509Certificate();
      const chosen = typeof socket.alpnProtocol === 'string' ? socket.alpnProtocol : null;
      end(() => {
        resolve({ certificate: shown?.raw ?? null, protocol: chosen });
      });
    });
    ending.whenEnded(giveUp);
  });
}

function redirectedTo(from: URL, location: string): URL {
  const to = URL.canParse(location, from.href) ? new URL(location, from) : null;
  const isCalled = to !== null && ['http:', 'https:'].includes(to.protocol) && to.username === '' && to.password === '';
  if (!isCalled || (from.protocol === 'https:' && to.protocol !== 'https:')) {
    throw new OutboundFailure('redirected', `${from.host} sends callers to an address that is not called`);
  }
  return to;
}
