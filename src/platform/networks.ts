import { isIP } from 'node:net';

/** Reads `a.b.c.d/n` and `x:y::/n`; without `/n`, one address. @returns `null` if it is neither */
export function readCidr(text: string): { readonly address: string; readonly prefix: number } | null {
  const [address = '', length, ...rest] = text.split('/');
  const family = isIP(address);
  const longest = family === 4 ? 32 : 128;
  const prefix = length === undefined ? longest : /^\d{1,3}$/.test(length) ? Number(length) : Number.NaN;
  return family !== 0 && !address.includes('%') && rest.length === 0 && prefix <= longest ? { address, prefix } : null;
}

/** On a socket for both families, `::ffff:192.0.2.1` is an IPv4 address. */
export function plainAddress(address: string): string {
  const bare = address.split('%', 1)[0] ?? '';
  const mapped = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(bare)?.[1];
  return mapped ?? bare;
}

/** The unit by which requests of an address are counted: the address itself, or the /64 of an IPv6 address, because one caller has all of that. */
export const networkOf = (address: string): string => (isIP(address) === 6 ? beginningOf(address, 4) : address);

/** The /48 of an IPv6 address: what one site is given, which has many networks. Null for IPv4. */
export const siteOf = (address: string): string | null => (isIP(address) === 6 ? beginningOf(address, 3) : null);

function beginningOf(address: string, length: number): string {
  const [head = '', tail] = address.split('::');
  const parts = (text: string) => (text === '' ? [] : text.split(':'));
  const after = parts(tail ?? '');
  // An IPv4 address at the end replaces two groups.
  const taken = parts(head).length + after.length + (address.includes('.') ? 1 : 0);
  const groups = [...parts(head), ...Array.from({ length: 8 - taken }, () => '0'), ...after];
  const network = groups.slice(0, length).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/${length * 16}`;
}
