import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { LRUCache } from 'lru-cache';
import { plainAddress, readCidr } from '../networks.js';

/** Why an address is not called, for the person who gave it. */
export type Unreachable =
  | 'unspecified'
  | 'link-local'
  | 'cloud metadata'
  | 'multicast'
  | 'reserved'
  | 'tunnelled'
  | 'this machine'
  | 'denied by the operator';

/**
 * Where no call goes, whatever is allowed: nothing there is a service of somebody's network. Cloud metadata gives the credentials of the machine to whoever asks
 * from it.
 */
const never: readonly (readonly [network: string, why: Unreachable])[] = [
  ['0.0.0.0/8', 'unspecified'], // RFC 6890
  ['::/128', 'unspecified'],
  ['169.254.169.254/32', 'cloud metadata'],
  ['fd00:ec2::/32', 'cloud metadata'],
  ['fd00:c1::a9fe:a9fe/128', 'cloud metadata'],
  ['fd00:42::42/128', 'cloud metadata'],
  ['fd20:ce::254/128', 'cloud metadata'],
  ['100.100.100.200/32', 'cloud metadata'],
  ['168.63.129.16/32', 'cloud metadata'],
  ['192.0.0.192/32', 'cloud metadata'],
  ['169.254.0.0/16', 'link-local'], // RFC 3927
  ['fe80::/10', 'link-local'],
  ['224.0.0.0/4', 'multicast'], // RFC 5771
  ['ff00::/8', 'multicast'],
  ['240.0.0.0/4', 'reserved'], // RFC 1112 §4, with the limited broadcast
  ['2001::/32', 'tunnelled'], // Teredo, RFC 4380: the IPv4 address inside belongs to anybody
];

/** The machine itself, by its own names. Its other addresses are those of its interfaces. */
const loopback = ['127.0.0.0/8', '::1/128'];

const neverLists = never.map(([network, why]) => ({ list: listOf([network]), why }));
const loopbackList = listOf(loopback);

type Octets = readonly [number, number, number, number];
const last: Octets = [12, 13, 14, 15];

/**
 * Addresses of IPv6 that stand for one of IPv4, and the octets where it is: mapped (RFC 4291), translated (RFC 2765, RFC 6052 §2.2, RFC 8215, whose prefix is used in
 * two lengths), 6to4 (RFC 3056), and the former compatible ones.
 */
const embedding: readonly (readonly [network: BlockList, octets: Octets])[] = [
  [listOf(['::ffff:0:0/96']), last],
  [listOf(['::ffff:0:0:0/96']), last],
  [listOf(['64:ff9b::/96']), last],
  [listOf(['64:ff9b:1::/48']), last],
  [listOf(['64:ff9b:1::/48']), [6, 7, 9, 10]],
  [listOf(['2002::/16']), [2, 3, 4, 5]],
  [listOf(['::/96']), last],
];

export interface ReachableSettings {
  /** Networks that may be called although they are this machine's or denied (`TRUSTATE_OUTBOUND_ALLOW`). */
  readonly allow: readonly string[];
  /** Networks that are not called (`TRUSTATE_OUTBOUND_DENY`). */
  readonly deny: readonly string[];
  /** The addresses of this machine, for tests. */
  readonly own?: () => readonly string[];
}

/** Of caches here that forget after some time: asking for the time takes less than the timer that would keep it for a millisecond. */
export const ttlResolution = 0;

/** Which addresses may be called on behalf of a user. Private networks may be: the services of a company are there. */
export class ReachableAddresses {
  readonly #allowed: BlockList;
  readonly #denied: BlockList;
  readonly #own: () => readonly string[];
  /** For some seconds, as names are: this machine may get another address. */
  readonly #known = new LRUCache<string, { readonly why: Unreachable | null }>({
    max: 1_000,
    ttl: 5_000,
    ttlResolution,
  });

  constructor({ allow, deny, own = interfaceAddresses }: ReachableSettings) {
    this.#allowed = listOf(allow);
    this.#denied = listOf(deny);
    this.#own = own;
  }

  /** `null` if `address`, an IP address in text, may be called. */
  refusal(address: string): Unreachable | null {
    const known = this.#known.get(address);
    if (known) return known.why;
    const why = this.#found(address);
    this.#known.set(address, { why });
    return why;
  }

  #found(address: string): Unreachable | null {
    const target = plainAddress(address);
    for (const each of [target, ...embedded(target)]) {
      const refusal = this.#refusalOf(each);
      if (refusal !== null) return refusal;
    }
    return null;
  }

  #refusalOf(address: string): Unreachable | null {
    const out = neverLists.find(({ list }) => contains(list, address));
    if (out) return out.why;
    if (contains(this.#allowed, address)) return null;
    if (contains(this.#denied, address)) return 'denied by the operator';
    const isOwn = contains(loopbackList, address) || this.#own().some((each) => sameAddress(each, address));
    return isOwn ? 'this machine' : null;
  }
}

function interfaceAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address));
}

function sameAddress(one: string, other: string): boolean {
  if (isIP(one) !== isIP(other)) return false;
  return isIP(one) === 4 ? one === other : bytesOf(one).equals(bytesOf(other));
}

/** The IPv4 addresses that an IPv6 address may stand for. */
function embedded(address: string): string[] {
  if (isIP(address) !== 6 || contains(loopbackList, address)) return [];
  const bytes = bytesOf(address);
  return embedding
    .filter(([network]) => contains(network, address))
    .map(([, octets]) => octets.map((at) => bytes[at] ?? 0).join('.'));
}

/** The sixteen bytes of an IPv6 address in text. */
function bytesOf(address: string): Buffer {
  const { hostname } = new URL(`http://[${plainAddress(address)}]`);
  const [head = '', tail] = hostname.slice(1, -1).split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  const [before, after] = [groups(head), groups(tail ?? '')];
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  const bytes = Buffer.alloc(16);
  for (const [at, group] of [...before, ...zeros, ...after].entries()) {
    bytes.writeUInt16BE(Number.parseInt(group, 16), at * 2);
  }
  return bytes;
}

function contains(list: BlockList, address: string): boolean {
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const cidr = readCidr(network);
    if (cidr) list.addSubnet(cidr.address, cidr.prefix, isIP(cidr.address) === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}
