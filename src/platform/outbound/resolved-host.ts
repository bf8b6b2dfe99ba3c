import { lookup } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { LRUCache } from 'lru-cache';
import { CallEnd } from './call-end.js';
import type { Ending } from './call-end.js';
import { OutboundFailure } from './outbound-failure.js';
import { ttlResolution } from './reachable-addresses.js';
import type { ReachableAddresses } from './reachable-addresses.js';
import { TurnsForCalls } from './turns-for-calls.js';

/** Finds the addresses of a name. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

/** As every other program of this machine does, its hosts file and search domains included. */
export const resolveAsSystem: Resolve = (hostname) => lookup(hostname, { all: true });

/** What the resolved addresses of a host depend on. */
export interface Resolution {
  readonly addresses: ReachableAddresses;
  readonly names: NameLookups;
}

/** The system's resolver takes a thread that files need too, and a name server that does not answer keeps it for long: two of four. */
const atOnce = { atOnce: 2, perHost: 1, waiting: 256 };

/** Milliseconds that an answer is used again. */
const keptMs = 5_000;

/** Names of hosts, each looked up once for all who ask at the same time, and again after some seconds. */
export class NameLookups {
  readonly #turns = new TurnsForCalls(atOnce);
  readonly #underWay = new Map<string, Promise<readonly LookupAddress[]>>();
  readonly #known = new LRUCache<string, readonly LookupAddress[]>({ max: 1_000, ttl: keptMs, ttlResolution });

  constructor(private readonly resolve: Resolve) {}

  /** @throws OutboundFailure `unresolved`, `busy`; why the call has ended that waits */
  async addressesOf(hostname: string, call: Ending): Promise<readonly LookupAddress[]> {
    const known = this.#known.get(hostname);
    if (known) return known;
    const found = await unlessEnded(this.#shared(hostname), call);
    if (found.length === 0) throw new OutboundFailure('unresolved', `${hostname} has no address`);
    this.#known.set(hostname, found);
    return found;
  }

  /** It goes on for others when one who asks gives up. */
  #shared(hostname: string): Promise<readonly LookupAddress[]> {
    const known = this.#underWay.get(hostname);
    if (known) return known;
    const found = this.#turns
      .during(hostname, new CallEnd(), () => this.resolve(hostname))
      .catch((error: unknown) => {
        if (error instanceof OutboundFailure) throw error;
        throw new OutboundFailure('unresolved', `${hostname} has no address`, { cause: error });
      })
      .finally(() => {
        this.#underWay.delete(hostname);
      });
    this.#underWay.set(hostname, found);
    return found;
  }
}

async function unlessEnded<T>(work: Promise<T>, call: Ending): Promise<T> {
  let giveUp: ((reason: Error) => void) | undefined;
  const ended = new Promise<never>((_, reject) => {
    giveUp = reject;
    call.whenEnded(giveUp);
  });
  // Given up by its caller, it may still fail.
  work.catch(() => undefined);
  try {
    return await Promise.race([work, ended]);
  } finally {
    if (giveUp) call.forget(giveUp);
  }
}

/** The host of a URL without the brackets of IPv6. */
export const literalOf = (host: string): string => host.replace(/^\[(.*)\]$/, '$1');

/**
 * The addresses of a host that may be called. Who connects does so to one of these: a name that leads elsewhere a moment later (DNS rebinding) changes nothing.
 * @param host of a URL, so IPv6 in brackets
 * @throws OutboundFailure `address`, `unresolved`, `busy`
 */
export async function resolvedHost(
  host: string,
  { addresses, names }: Resolution,
  call: Ending,
): Promise<readonly LookupAddress[]> {
  const literal = literalOf(host);
  const family = isIP(literal);
  const found = family === 0 ? await names.addressesOf(literal, call) : [{ address: literal, family }];
  const refusals = found.map(({ address }) => addresses.refusal(address));
  const reachable = found.filter((_, at) => refusals[at] === null);
  if (reachable.length > 0) return reachable;
  throw new OutboundFailure('address', `${host} must not be called: its address is ${refusals[0] ?? 'unknown'}`);
}

/** The `lookup` of a connection that goes to these addresses and no others. */
export function lookupOf(found: readonly LookupAddress[]): LookupFunction {
  return (_hostname, options, callback) => {
    const [first] = found;
    if (options.all === true) callback(null, [...found]);
    else callback(null, first?.address ?? '', first?.family);
  };
}
