import { isIPv4, isIPv6 } from 'node:net';
import { X509Error } from './error.js';

/** The octets of an address, 4 or 16; undefined for other text, and for an address with a zone. */
export function ipOctets(text: string): Buffer | undefined {
  if (isIPv4(text)) return Buffer.from(text.split('.').map(Number));
  if (!isIPv6(text) || text.includes('%')) return undefined;
  const dotted = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(text);
  const tail = dotted?.[2]?.split('.').map(Number) ?? [];
  const groups =
    dotted?.[1] === undefined ? text : `${dotted[1]}${hexGroup(tail[0], tail[1])}:${hexGroup(tail[2], tail[3])}`;
  const [left = '', right] = groups.split('::');
  const head = left === '' ? [] : left.split(':');
  const rest = right === undefined || right === '' ? [] : right.split(':');
  const zeros = right === undefined ? [] : new Array<string>(8 - head.length - rest.length).fill('0');
  return Buffer.from([...head, ...zeros, ...rest].map((group) => group.padStart(4, '0')).join(''), 'hex');
}

const hexGroup = (high = 0, low = 0): string => ((high << 8) | low).toString(16);

/** The canonical text of 4 or 16 octets (RFC 5952); undefined for any other number of them. */
export function ipText(octets: Uint8Array): string | undefined {
  if (octets.length === 4) return octets.join('.');
  if (octets.length !== 16) return undefined;
  const groups = Buffer.from(octets)
    .toString('hex')
    .match(/.{4}/g)
    ?.map((group) => group.replace(/^0{1,3}/, ''));
  if (groups === undefined) return undefined;
  let [from, length] = [-1, 1];
  for (let start = 0; start < 8; start++) {
    let run = 0;
    while (groups[start + run] === '0') run++;
    if (run > length) [from, length] = [start, run];
  }
  if (from < 0) return groups.join(':');
  return `${groups.slice(0, from).join(':')}::${groups.slice(from + length).join(':')}`;
}

/** The same text for every spelling of an address. An IPv4 address within IPv6 becomes the IPv4 address, as for clients. Other text stays as it is. */
export function commonAddress(text: string): string {
  const octets = ipOctets(text);
  if (!octets) return text;
  const isMapped = octets.length === 16 && octets.subarray(0, 12).equals(mappedPrefix);
  return ipText(isMapped ? octets.subarray(12) : octets) ?? text;
}

const mappedPrefix = Buffer.from('00000000000000000000ffff', 'hex');

/** Address and mask of a range in CIDR notation, as in a name constraint (RFC 5280 4.2.1.10). */
export function cidrOctets(text: string): Buffer {
  const [address = '', prefix = '', ...more] = text.split('/');
  const octets = ipOctets(address);
  const bits = /^\d{1,3}$/.test(prefix) ? Number(prefix) : NaN;
  if (octets === undefined || more.length > 0 || !(bits <= octets.length * 8))
    throw new X509Error('invalid_value', 'IP range', `"${text}" is not in CIDR notation`);
  const mask = octets.map((_, at) => 0xff00 >> Math.min(8, Math.max(0, bits - at * 8)));
  return Buffer.concat([octets.map((octet, at) => octet & (mask[at] ?? 0)), mask]);
}

/** CIDR notation of 8 or 32 octets; undefined if the mask is not a prefix. */
export function cidrText(octets: Uint8Array): string | undefined {
  const half = octets.length / 2;
  const address = ipText(octets.subarray(0, half));
  const bits = Array.from(octets.subarray(half), (octet) => octet.toString(2).padStart(8, '0')).join('');
  if (address === undefined || !/^1*0*$/.test(bits)) return undefined;
  return `${address}/${bits.replace(/0+$/, '').length}`;
}
