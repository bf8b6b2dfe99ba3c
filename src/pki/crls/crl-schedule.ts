import type { CrlConfig } from '../config/crl-config.js';
import type { CrlHead, CrlKind } from './crl.store.js';

const second = 1000;
/** Milliseconds by which the clocks of servers may differ and nobody calls one of them wrong. */
const skew = 5 * second;

/** What is published of an issuer. */
export interface PublishedState {
  readonly complete: CrlTimes | null;
  readonly delta: CrlTimes | null;
  /** Whether something is revoked that the complete CRL does not hold. */
  readonly unpublished: boolean;
}

export type CrlTimes = Pick<CrlHead, 'thisUpdate' | 'nextUpdate' | 'suppressed'>;

/** A CRL that is to be made; `at` is now or earlier for one that is due. */
export interface DueCrl {
  readonly kind: CrlKind;
  readonly at: Date;
}

/** Made by a clock that was ahead: who verifies cannot use it yet, and what it left out may not have expired. */
export const isOfTheFuture = ({ thisUpdate }: Pick<CrlHead, 'thisUpdate'>, now: Date): boolean =>
  thisUpdate.getTime() > now.getTime() + skew;

/** What is to be made next of an issuer's CRLs, and when: there is always something, as every CRL ends. Of two that are due together the complete one. */
export function dueNext(now: Date, config: CrlConfig, { complete, delta, unpublished }: PublishedState): DueCrl {
  if (!complete || complete.suppressed !== config.disable || isOfTheFuture(complete, now))
    return { kind: 'complete', at: now };
  // A revocation whose CRL a crash prevented.
  if (unpublished && !config.autoRebuild && !config.disable) return { kind: 'complete', at: now };
  const full = completeDue(complete, config);
  if (!config.enableDelta || config.disable) return { kind: 'complete', at: full };
  const changes = !delta || isOfTheFuture(delta, now) ? now : deltaDue(delta, config);
  return full <= now || full <= changes ? { kind: 'complete', at: full } : { kind: 'delta', at: changes };
}

/**
 * When the complete CRL is due: the grace period before it ends. A grace period that leaves nothing of its life would have it built all the time; half its
 * life does then.
 */
export function completeDue(last: CrlTimes, { expiry, autoRebuildGracePeriod: grace }: CrlConfig): Date {
  const life = Math.min(expiry * second, lifeOf(last));
  const lead = grace * second < life ? grace * second : life / 2;
  return new Date(last.thisUpdate.getTime() + life - lead);
}

/** An interval after the last one, and before that ends: it may have been made for a shorter interval. */
function deltaDue(last: CrlTimes, { deltaRebuildInterval }: CrlConfig): Date {
  return new Date(last.thisUpdate.getTime() + Math.min(deltaRebuildInterval * second, lifeOf(last) / 2));
}

const lifeOf = ({ thisUpdate, nextUpdate }: CrlTimes): number => nextUpdate.getTime() - thisUpdate.getTime();
