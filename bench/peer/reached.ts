import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { settling } from '../jobs/what-follows.js';
import type { Target } from '../jobs/target.js';
import { listenerOn } from '../state-service/process-times.js';
import type { PeerSettings } from './settings.js';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

const isLoopback = (address: string): boolean => loopback.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

/**
 * The server at an address, looked up once: load goes to no other machine than the one that was judged here.
 * @throws Error where it is another machine and nobody said that it may be
 */
export async function reached(
  name: string,
  { address, token }: { readonly address: string; readonly token: string },
  { anywhere, authorities }: Pick<PeerSettings, 'anywhere' | 'authorities'>,
  pids: readonly number[] = [],
): Promise<Target> {
  const { protocol, hostname, port } = new URL(address);
  const { address: host } = await lookup(hostname.replaceAll(/[[\]]/g, ''));
  const isHere = isLoopback(host);
  if (!isHere && !anywhere) {
    throw new Error(
      `${address} is not this machine (${host}). It will be sent all the load that it can take: add --anywhere if that is meant.`,
    );
  }
  const isTls = protocol === 'https:';
  const at = Number(port || (isTls ? '443' : '80'));
  const listener = isHere ? listenerOn(at) : null;
  const tls = { name: hostname, ...(authorities !== undefined && { ca: authorities }) };
  return {
    ...{ name, token },
    address: { host, port: at, ...(isTls && { tls }) },
    // Without the server itself, what its database takes says nothing.
    // One that is named as well counts once.
    pids: listener === null ? [] : [...new Set([listener, ...pids])],
    settled: settling,
  };
}
