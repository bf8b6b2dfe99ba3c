import type { Caller } from '../../identity/caller.js';
import { networkOf, siteOf } from '../../platform/networks.js';

/** Whose turns a caller takes: restricted tokens of one user are given to different programs, as for keys that are asked for, and are parts of the user all the same. */
export const turnsAs = ({ kind, userId, tokenId }: Pick<Caller, 'kind' | 'tokenId' | 'userId'>): string =>
  kind === 'restricted' ? `${userId} ${tokenId}` : userId;

/** Whose turns somebody takes who is not known, or not yet: those of the address; networks of IPv6 are parts of a site, which can have as many of them as it likes. */
export function turnsOf(address: string): string {
  const site = siteOf(address);
  return site === null ? networkOf(address) : `${site} ${networkOf(address)}`;
}
