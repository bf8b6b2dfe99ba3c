import { isIPv4 } from 'node:net';
import { globMatches } from './glob.js';
import { splitUri } from './uri.js';

/*
 * Hosts in names that are held against name constraints. Clients look a host up in more than one spelling: what is not written as it is looked up
 * compares with nothing, and a constraint of its kind keeps it out.
 */

/** A host that is written as it is looked up: without the dot of the root. */
export const isPlainHost = (host: string): boolean => host !== '' && !host.endsWith('.');

/**
 * The host of a URI, in small letters. Undefined for none, for an address (RFC 5280 4.2.1.10 rejects both where URIs are constrained), and for one that
 * clients read as another: with escapes, international letters, or a number that is an address.
 */
export function hostOfUri(text: string): string | undefined {
  const written = splitUri(text)?.host?.toLowerCase();
  if (written === undefined || !isPlainHost(written) || written.startsWith('[') || isIPv4(written)) return undefined;
  const looked = `http://${written}/`;
  return URL.canParse(looked) && new URL(looked).hostname === written ? written : undefined;
}

/**
 * Whether a DNS name is in the subtree of a host, or stands for one that is: each label of a wildcard, `*` or `a*b`, for any that it matches. Both in
 * small letters. A base with a leading dot is all that is below it, the empty one everything.
 */
export function coversHost(name: string, base: string): boolean {
  if (base === '') return true;
  const below = base.startsWith('.');
  const wanted = (below ? base.slice(1) : base).split('.');
  const labels = name.split('.');
  const above = labels.length - wanted.length;
  return above >= (below ? 1 : 0) && wanted.every((label, at) => globMatches(labels[above + at] ?? '', label));
}
