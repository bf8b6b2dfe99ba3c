import type { CrlConfig } from '../config/crl-config.js';
import { dueNext, isOfTheFuture } from './crl-schedule.js';
import type { PublishedState } from './crl-schedule.js';

/** A problem with the age of an issuer's CRLs. */
export interface CrlFault {
  /** Clients that verify certificates are refused or get outdated information. Otherwise, it should only have been renewed already. */
  readonly grave: boolean;
  readonly text: string;
}

/** How late a running server may be, in milliseconds: a failed attempt is repeated after half of it. */
const lateMs = 60_000;

/** The most serious problem; `null` if the server keeps up. */
export function crlFault(now: Date, config: CrlConfig, state: PublishedState): CrlFault | null {
  const { complete, delta, unpublished } = state;
  if (!complete) return { grave: true, text: 'there is no CRL' };
  for (const [kind, crl] of [
    ['complete', complete],
    ['delta', delta],
  ] as const) {
    if (!crl || (kind === 'delta' && (!config.enableDelta || config.disable))) continue;
    if (isOfTheFuture(crl, now))
      return { grave: true, text: `the ${kind} CRL begins in the future, on ${crl.thisUpdate.toISOString()}` };
    if (crl.nextUpdate <= now) return { grave: true, text: `the ${kind} CRL ended on ${crl.nextUpdate.toISOString()}` };
  }
  if (unpublished && !config.autoRebuild && !config.disable)
    return { grave: false, text: 'a revocation is not on the CRL yet' };
  const due = dueNext(now, config, state);
  // For a CRL that is due "now", it is unknown since when.
  const since = due.at.getTime() === now.getTime() ? null : due.at;
  if (since && since.getTime() + lateMs < now.getTime())
    return { grave: false, text: `the ${due.kind} CRL was to be renewed on ${since.toISOString()}` };
  return null;
}
