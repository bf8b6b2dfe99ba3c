import type { Database } from '../../platform/database/database.js';
import type { Job } from '../../platform/jobs/job.store.js';
import type { Leases } from './leases.js';
import { failuresOf, isLasting } from './lease-failures.js';
import type { LeaseFailure } from './lease-failures.js';
import { batches } from './lease-list.js';
import { readLeaseRevocation } from './lease-revocation.job-kind.js';

/** Leases that are ended together. */
const leasesAtOnce = 100;

/** Ends very many leases in the background; those whose certificates can never be revoked say so then, or are forgotten if that is forced. The leases that are left say what has to be done, so it may be repeated after a crash at any point. */
export class LeaseRevocation {
  constructor(
    private readonly deps: {
      readonly database: Database;
      readonly leases: Pick<Leases, 'endLater' | 'forget' | 'giveUp'>;
    },
  ) {}

  /** @throws Error if leases could not be ended for a reason that may pass: they are tried again */
  async run({ payload }: Pick<Job, 'payload'>, signal: AbortSignal): Promise<undefined> {
    const { database, leases } = this.deps;
    const { actor, force, ...within } = readLeaseRevocation(payload);
    const target = { type: 'path' as const, id: `sys/leases/revoke-${force ? 'force' : 'prefix'}/${within.prefix}` };
    let first: LeaseFailure | undefined;
    for await (const found of batches(database, { ...within, irrevocable: force }, leasesAtOnce)) {
      signal.throwIfAborted();
      const failures = await failuresOf(found, (lease) => leases.endLater(actor, lease));
      const lasting = failures.filter(isLasting);
      await (force ? leases.forget(actor, target, lasting) : leases.giveUp(actor, target, lasting));
      first ??= failures.find((failure) => !isLasting(failure));
    }
    if (first) throw new Error('some leases could not be ended', { cause: first.reason });
    return undefined;
  }
}
