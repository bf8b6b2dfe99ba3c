import { problem } from '../../platform/problems.js';
import { parameter, worded } from '../../platform/wording.js';

/** For a CRL with more entries than `max_crl_entries` allows. */
export const crlTooLarge = (most: number) =>
  problem('CRL_TOO_LARGE', tooLarge(most), undefined, { facts: { limit: most } });

const tooLarge = (most: number) =>
  worded`the CRL would hold more than ${most} entries, which is the limit of ${parameter('max_crl_entries')}: it was not rebuilt`;
