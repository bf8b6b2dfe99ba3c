import { BlockList, isIPv6 } from 'node:net';

/** IANA's registries of special-purpose addresses: those that are nobody's on the internet, with their prefixes. */
const reserved: readonly (readonly [address: string, prefix: number])[] = [
  ...([
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
  ] as const),
  ...([
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
  ] as const),
  ...([
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
    ['224.0.0.0', 4],
    ['240.0.0.0', 4],
  ] as const),
  ...([
    ['::', 8],
    ['100::', 64],
    ['2001:db8::', 32],
    ['3fff::', 20],
    ['fc00::', 7],
    ['fe80::', 10],
    ['ff00::', 8],
  ] as const),
];

const list = new BlockList();
for (const [address, prefix] of reserved) list.addSubnet(address, prefix, isIPv6(address) ? 'ipv6' : 'ipv4');

/** Whether an address is reserved, so that no public authority certifies it. */
export const isReservedAddress = (address: string): boolean => list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
