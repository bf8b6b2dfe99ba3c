import type { Name } from '../x509/index.js';

const plain = (value: string): string => value.trim().replaceAll(/\s+/g, ' ').toLowerCase();

const keyOf = (name: Name): string =>
  JSON.stringify(name.rdns.map((rdn) => rdn.map(({ oid, value }) => [oid, plain(value)].join('=')).sort()));

/**
 * Whether two names are one, as RFC 5280 §7.1 compares them: whatever kinds of strings they are written in. Clients are given names as texts, and many write
 * another kind than the certificate has.
 */
export const isSameName = (a: Name, b: Name): boolean => a.equals(b) || keyOf(a) === keyOf(b);
