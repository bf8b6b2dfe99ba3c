import { isIPv4 } from 'node:net';
import { globMatches } from './glob.js';
import { splitUri } from './uri.js';

/*
 * Hosts in names that are held against name constraints. Clients look a host up in more than one spelling: what is not written as it is looked up
 * compares with nothing, and a constraint of its kind keeps it out.
 */

/** A host in the form in which it is looked up: without the dot of the root. */
export const isPlainHost = (host: string): boolean => host !== '' && !host.endsWith('.');

/**
 * The host of a URI in lower case. Undefined if there is none, for an address (RFC 5280 4.2.1.10 rejects both if URIs are constrained), and for a host that
 * clients may read differently: with escapes, international letters, or a number that is an address.
 */
export function hostOfUri(text: string): string | undefined {
  const written = splitUri(text)?.host?.toLowerCase();
  if (written === undefined || !isPlainHost(written) || written.startsWith('[') || isIPv4(written)) return undefined;
  const looked = `http://${written}/`;
  return URL.canParse(looked) && new URL(looked).hostname === written ? written : undefined;
}

/**
 * Whether a DNS name is in the subtree of a host, or is a wildcard for a name in it: each label of a wildcard, `*` or `a*b`, stands for any that it matches.
 * Both in lower case. A base with a leading dot means everything below it, and the empty one means everything.
 */
export function coversHost(name: string, base: string): boolean {
  if (base === '') return true;
  const below = base.startsWith('.');
  const wanted = (below ? base.slice(1) : base).split('.');
  const labels = name.split('.');
  const above = labels.length - wanted.length;
  return above >= (below ? 1 : 0) && wanted.every((label, at) => globMatches(labels[above + at] ?? '', label));
}
