import { z } from 'zod';
import type { Actor } from '../../identity/audit/actor.js';
import type { NewJob } from '../../platform/jobs/job.store.js';
import type { LeasesWithin } from './lease-list.js';

export const leaseRevocationJobKind = 'pki.lease-revocation';

/** Leases that somebody asked to end. */
export interface AskedRevocation extends Pick<LeasesWithin, 'prefix' | 'until'> {
  /** Whether leases whose certificates cannot be revoked end too. */
  readonly force: boolean;
  /** Whoever asked, for the records. */
  readonly actor: Actor;
}

const payload = z.object({
  prefix: z.string(),
  until: z.coerce.date(),
  force: z.boolean(),
  actor: z.object({
    kind: z.enum(['user', 'team', 'organization', 'restricted', 'system', 'anonymous']),
    username: z.string(),
    userId: z.string().exactOptional(),
    tokenId: z.string().exactOptional(),
    origin: z
      .object({
        requestId: z.string(),
        ownId: z.string().exactOptional(),
        remoteAddress: z.string(),
        client: z.string().exactOptional(),
      })
      .exactOptional(),
  }),
});

/** One job of a prefix: who asks again moves its time on. */
export function leaseRevocation({ prefix, until, force, actor }: AskedRevocation): NewJob {
  const { kind, username, userId, tokenId, origin } = actor;
  return {
    kind: leaseRevocationJobKind,
    subject: `${force ? 'force' : 'prefix'} ${prefix}`,
    payload: JSON.stringify({ prefix, until, force, actor: { kind, username, userId, tokenId, origin } }),
  };
}

/** @throws Error for a row that {@link leaseRevocation} did not write */
export const readLeaseRevocation = (text: string): AskedRevocation => payload.parse(JSON.parse(text));
