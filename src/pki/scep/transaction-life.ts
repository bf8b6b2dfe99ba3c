import type { PlannedCertificate } from '../policy/index.js';
import { ScepRefusal } from './refusal.js';
import type { ScepTransaction } from './transaction.store.js';

/** What a request came to. */
export type Outcome = { readonly kind: 'pending' } | { readonly kind: 'issued'; readonly certificateId: string };

const dayMs = 86_400_000;
/** How long a request waits for somebody to approve it. */
const waitingDays = 14;
/** How long its client may ask why it was refused. */
const refusedDays = 7;
const longestMs = 366 * dayMs;

export const pendingUntil = (now: Date): Date => new Date(now.getTime() + waitingDays * dayMs);
export const refusedUntil = (now: Date): Date => new Date(now.getTime() + refusedDays * dayMs);

/**
 * The same request is answered by the same certificate until two thirds of its validity are over, when clients renew: whoever sends old requests again has
 * nothing issued.
 */
export function issuedUntil({ notBefore, notAfter }: Pick<PlannedCertificate, 'notBefore' | 'notAfter'>): Date {
  const life = notAfter.getTime() - notBefore.getTime();
  return new Date(notBefore.getTime() + Math.min((life * 2) / 3, longestMs));
}

/** What a transaction is answered. @throws ScepRefusal if it was refused */
export function answerable({ status, certificateId, reason }: ScepTransaction): Outcome {
  if (status === 'pending') return { kind: 'pending' };
  if (status === 'refused' || certificateId === null)
    throw new ScepRefusal(
      'badRequest',
      reason === null || reason === '' ? 'the request was refused' : `refused: ${reason}`,
    );
  return { kind: 'issued', certificateId };
}
