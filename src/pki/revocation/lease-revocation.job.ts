import type { Database } from '../../platform/database/database.js';
import type { Job } from '../../platform/jobs/job.store.js';
import type { Leases } from './leases.js';
import { batches } from './lease-list.js';
import { readLeaseRevocation } from './lease-revocation.job-kind.js';

const asUnknown = ({ reason }: PromiseRejectedResult): unknown => reason;

/** Leases that are ended together. */
const leasesAtOnce = 100;

/** Ends very many leases in the background. The leases that are left say what has to be done, so it may be repeated after a crash at any point. */
export class LeaseRevocation {
  constructor(
    private readonly deps: {
      readonly database: Database;
      readonly leases: Pick<Leases, 'endLater' | 'forget'>;
    },
  ) {}

  /** @throws Error if leases could not be ended: they are tried again */
  async run({ payload }: Pick<Job, 'payload'>, signal: AbortSignal): Promise<undefined> {
    const { database, leases } = this.deps;
    const { actor, force, ...within } = readLeaseRevocation(payload);
    const target = { type: 'path' as const, id: `sys/leases/revoke-${force ? 'force' : 'prefix'}/${within.prefix}` };
    let first: { readonly reason: unknown } | undefined;
    for await (const found of batches(database, within, leasesAtOnce)) {
      signal.throwIfAborted();
      const done = await Promise.allSettled(found.map((lease) => leases.endLater(actor, lease)));
      const failed = done.flatMap((outcome, at) =>
        outcome.status === 'rejected' ? [{ reason: asUnknown(outcome), id: found[at]?.id ?? '' }] : [],
      );
      if (failed.length === 0) continue;
      if (force) await leases.forget(actor, target, failed);
      else first ??= failed[0];
    }
    if (first) throw new Error('some leases could not be ended', { cause: first.reason });
    return undefined;
  }
}
