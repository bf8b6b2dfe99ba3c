import type { Circumstances } from '../policy/index.js';

/** Machines do not choose how long their certificates hold: an end beyond that of the issuer becomes that end, unless the issuer always refuses it. */
export const withinIssuer = (around: Circumstances): Circumstances =>
  around.issuer.leafNotAfterBehavior === 'err'
    ? { ...around, issuer: { ...around.issuer, leafNotAfterBehavior: 'truncate' } }
    : around;
