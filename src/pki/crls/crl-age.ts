import type { CrlConfig } from '../config/crl-config.js';
import { dueNext, isOfTheFuture } from './crl-schedule.js';
import type { CrlTimes, PublishedState } from './crl-schedule.js';
import type { CrlKind } from './crl.store.js';
import { shardDue } from './scoped/shard-schedule.js';

/** A problem with the age of an issuer's CRLs. */
export interface CrlFault {
  /** Clients that verify certificates are refused or get outdated information. Otherwise, it should only have been renewed already. */
  readonly grave: boolean;
  readonly text: string;
  /** There is no CRL at all. */
  readonly isMissing?: boolean;
}

/** How late a running server may be, in milliseconds: a failed attempt is repeated after half of it. */
const lateMs = 60_000;

/**
 * The same of a mount whose CRLs wait for their job, which has not run since it was asked to: after a change, or after a move of an installation that was stopped
 * before it ran. What is missing then was never due.
 */
export const whileWaiting = (fault: CrlFault): CrlFault =>
  fault.isMissing === true
    ? { grave: false, text: 'there is no CRL yet: a server builds it as soon as it runs' }
    : fault;

/** The most serious problem of a shard, by its latest CRL. @param behind whether there is a revocation that it does not contain */
export function shardFault(now: Date, config: CrlConfig, last: CrlTimes | null, behind: boolean): CrlFault | null {
  if (!last) return { grave: false, text: 'there is no CRL', isMissing: true };
  const ended = endedFault(now, 'complete', last);
  if (ended) return ended;
  if (behind && !config.autoRebuild && !config.disable)
    return { grave: false, text: 'a revocation is not on the CRL yet' };
  return lateFault(now, 'complete', shardDue(now, config, last, behind));
}

/** The most serious problem; `null` if the server keeps up. */
export function crlFault(now: Date, config: CrlConfig, state: PublishedState): CrlFault | null {
  const { complete, delta, unpublished } = state;
  if (!complete) return { grave: true, text: 'there is no CRL', isMissing: true };
  for (const [kind, crl] of [
    ['complete', complete],
    ['delta', delta],
  ] as const) {
    if (!crl || (kind === 'delta' && (!config.enableDelta || config.disable))) continue;
    const ended = endedFault(now, kind, crl);
    if (ended) return ended;
  }
  if (unpublished && !config.autoRebuild && !config.disable)
    return { grave: false, text: 'a revocation is not on the CRL yet' };
  const due = dueNext(now, config, state);
  return lateFault(now, due.kind, due.at);
}

function endedFault(now: Date, kind: CrlKind, crl: CrlTimes): CrlFault | null {
  if (isOfTheFuture(crl, now))
    return { grave: true, text: `the ${kind} CRL begins in the future, on ${crl.thisUpdate.toISOString()}` };
  return crl.nextUpdate <= now
    ? { grave: true, text: `the ${kind} CRL ended on ${crl.nextUpdate.toISOString()}` }
    : null;
}

/** For a CRL that is due "now", it is unknown since when. */
function lateFault(now: Date, kind: CrlKind, due: Date): CrlFault | null {
  return due.getTime() + lateMs < now.getTime()
    ? { grave: false, text: `the ${kind} CRL was to be renewed on ${due.toISOString()}` }
    : null;
}
