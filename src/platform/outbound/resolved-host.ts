import { lookup } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { OutboundFailure } from './outbound-failure.js';
import type { ReachableAddresses } from './reachable-addresses.js';
import type { TurnsForCalls } from './turns-for-calls.js';

/** Finds the addresses of a name. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

/** As every other program of this machine does, its hosts file and search domains included. */
export const resolveAsSystem: Resolve = (hostname) => lookup(hostname, { all: true });

/** What the resolved addresses of a host depend on. */
export interface Resolution {
  readonly addresses: ReachableAddresses;
  readonly resolve: Resolve;
  /** The system's resolver takes a thread that files need too, and a name server that does not answer keeps it for long. */
  readonly turns: TurnsForCalls;
}

/**
 * The addresses of a host that may be called. Who connects does so to one of these: a name that leads elsewhere a moment later (DNS rebinding) changes nothing.
 * @param host of a URL, so IPv6 in brackets
 * @throws OutboundFailure `address`, `unresolved`, `busy`
 */
export async function resolvedHost(
  host: string,
  { addresses, resolve, turns }: Resolution,
  signal: AbortSignal,
): Promise<readonly LookupAddress[]> {
  const literal = host.replace(/^\[(.*)\]$/, '$1');
  const family = isIP(literal);
  const found = family === 0 ? await named(literal, resolve, turns, signal) : [{ address: literal, family }];
  const refusals = found.map(({ address }) => addresses.refusal(address));
  const reachable = found.filter((_, at) => refusals[at] === null);
  if (reachable.length > 0) return reachable;
  throw new OutboundFailure('address', `${host} must not be called: its address is ${refusals[0] ?? 'unknown'}`);
}

async function named(
  hostname: string,
  resolve: Resolve,
  turns: TurnsForCalls,
  signal: AbortSignal,
): Promise<readonly LookupAddress[]> {
  const found = turns.during(hostname, signal, () => resolve(hostname));
  let giveUp: (() => void) | undefined;
  const ended = new Promise<never>((_, reject) => {
    giveUp = () => {
      reject(signal.reason instanceof Error ? signal.reason : new Error('given up', { cause: signal.reason }));
    };
    signal.addEventListener('abort', giveUp, { once: true });
  });
  try {
    const addresses = await Promise.race([found, ended]);
    if (addresses.length > 0) return addresses;
  } catch (error) {
    if (signal.aborted || error instanceof OutboundFailure) throw error;
    throw new OutboundFailure('unresolved', `${hostname} has no address`, { cause: error });
  } finally {
    if (giveUp) signal.removeEventListener('abort', giveUp);
    // Given up by its caller, it may still fail.
    found.catch(() => undefined);
  }
  throw new OutboundFailure('unresolved', `${hostname} has no address`);
}

/** The `lookup` of a connection that goes to these addresses and no others. */
export function lookupOf(found: readonly LookupAddress[]): LookupFunction {
  return (_hostname, options, callback) => {
    const [first] = found;
    if (options.all === true) callback(null, [...found]);
    else callback(null, first?.address ?? '', first?.family);
  };
}
