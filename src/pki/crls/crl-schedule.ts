import type { CrlConfig } from '../config/crl-config.js';
import type { CrlHead, CrlKind } from './crl.store.js';

const second = 1000;
/** Milliseconds by which the clocks of servers may differ without being wrong. */
const skew = 5 * second;

/** What is published for an issuer. */
export interface PublishedState {
  readonly complete: CrlTimes | null;
  readonly delta: CrlTimes | null;
  /** Whether there is a revocation that is not in the complete CRL. */
  readonly unpublished: boolean;
}

export type CrlTimes = Pick<CrlHead, 'thisUpdate' | 'nextUpdate' | 'suppressed'>;

/** A CRL to be built; it is due if `at` is now or earlier. */
export interface DueCrl {
  readonly kind: CrlKind;
  readonly at: Date;
}

/** Built with a fast clock: clients cannot use it yet, and entries that it left out may not have expired. */
export const isOfTheFuture = ({ thisUpdate }: Pick<CrlHead, 'thisUpdate'>, now: Date): boolean =>
  thisUpdate.getTime() > now.getTime() + skew;

/** Which CRL of an issuer to build next, and when. There always is one, because every CRL expires. If two are due at the same time, the complete one. */
export function dueNext(now: Date, config: CrlConfig, { complete, delta, unpublished }: PublishedState): DueCrl {
  if (!complete || complete.suppressed !== config.disable || isOfTheFuture(complete, now))
    return { kind: 'complete', at: now };
  // A revocation whose CRL was prevented by a crash.
  if (unpublished && !config.autoRebuild && !config.disable) return { kind: 'complete', at: now };
  const full = completeDue(complete, config);
  if (!config.enableDelta || config.disable) return { kind: 'complete', at: full };
  const changes = !delta || isOfTheFuture(delta, now) ? now : deltaDue(delta, config);
  return full <= now || full <= changes ? { kind: 'complete', at: full } : { kind: 'delta', at: changes };
}

/**
 * When the complete CRL is due: the grace period before it expires. If the grace period is as long as its life, it would be built all the time; then it is due
 * after half of its life.
 */
export function completeDue(last: CrlTimes, { expiry, autoRebuildGracePeriod: grace }: CrlConfig): Date {
  const life = Math.min(expiry * second, lifeOf(last));
  const lead = grace * second < life ? grace * second : life / 2;
  return new Date(last.thisUpdate.getTime() + life - lead);
}

/** One interval after the last one, but before that expires: it may have been built for a shorter interval. */
function deltaDue(last: CrlTimes, { deltaRebuildInterval }: CrlConfig): Date {
  return new Date(last.thisUpdate.getTime() + Math.min(deltaRebuildInterval * second, lifeOf(last) / 2));
}

const lifeOf = ({ thisUpdate, nextUpdate }: CrlTimes): number => nextUpdate.getTime() - thisUpdate.getTime();

/** A delta is built at every interval, but it stays valid if one is missed. */
export const deltaEnd = (from: Date, interval: number, expiry: number): Date =>
  new Date(from.getTime() + Math.min(2 * interval, expiry) * second);
