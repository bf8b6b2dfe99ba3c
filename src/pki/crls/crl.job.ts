import type { Clock } from '../../platform/clock.js';
import type { TransactionClient } from '../../platform/database/database.js';
import type { JobStore } from '../../platform/jobs/job.store.js';
import { ProblemError } from '../../platform/problems.js';
import type { CrlConfig } from '../config/crl-config.js';
import type { Authority, AuthorityReader } from '../issuers/authority.js';
import type { OcspDelegates } from '../ocsp/delegates.js';
import { crlGroups } from './crl-group.js';
import type { CrlGroup } from './crl-group.js';
import type { CrlHead, CrlStore } from './crl.store.js';
import type { CrlKind, Crls } from './crls.js';
import type { RevokedRows } from './revoked-rows.js';

/** Kind of the job that keeps the CRLs of one mount fresh; its subject is the mount's id. */
export const crlJobKind = 'pki.crls';

const second = 1000;
/** Looks at least this often, in case another process changed what is due. */
const longest = 3600 * second;

/**
 * When the complete CRL is due: the grace period before it ends. A grace period that leaves nothing of its life would have it built all the time; half its
 * life does then.
 */
export function completeDue(last: CrlHead, { expiry, autoRebuildGracePeriod: grace }: CrlConfig): Date {
  const life = Math.min(expiry * second, last.nextUpdate.getTime() - last.thisUpdate.getTime());
  const lead = grace * second < life ? grace * second : life / 2;
  return new Date(last.thisUpdate.getTime() + life - lead);
}

/** What is to be made now, and when something is next. */
export function dueAt(
  now: Date,
  config: CrlConfig,
  state: { readonly complete: CrlHead | null; readonly delta: CrlHead | null; readonly unpublished: boolean },
): { readonly make: CrlKind | undefined; readonly next: Date } {
  const { complete, delta, unpublished } = state;
  const later = new Date(now.getTime() + longest);
  if (complete?.suppressed !== config.disable) return { make: 'complete', next: later };
  // A revocation whose CRL a crash prevented.
  if (unpublished && !config.autoRebuild && !config.disable) return { make: 'complete', next: later };
  const full = completeDue(complete, config);
  if (full <= now) return { make: 'complete', next: later };
  const soonest = full < later ? full : later;
  if (!config.enableDelta || config.disable) return { make: undefined, next: soonest };
  const interval = config.deltaRebuildInterval * second;
  const changes = new Date((delta ?? complete).thisUpdate.getTime() + interval);
  if (!delta || changes <= now) return { make: 'delta', next: earlier(soonest, new Date(now.getTime() + interval)) };
  return { make: undefined, next: earlier(soonest, changes) };
}

const earlier = (a: Date, b: Date): Date => (a < b ? a : b);

/** Builds the CRLs of a mount when they are due: by time, by a change of issuers or configuration, or because a crash came before. */
export class CrlJob {
  constructor(
    private readonly deps: {
      crls: Crls;
      store: CrlStore;
      rows: RevokedRows;
      delegates: OcspDelegates;
      authorities: AuthorityReader;
      jobs: JobStore;
      clock: Clock;
    },
  ) {}

  /** @returns when to look again; nothing when the mount is gone */
  async run(mountId: string, signal?: AbortSignal): Promise<Date | undefined> {
    const authority = await this.#authority(mountId);
    if (!authority) return undefined;
    let next = new Date(this.deps.clock.now().getTime() + longest);
    for (const group of crlGroups(authority)) {
      signal?.throwIfAborted();
      if (group.signer) next = earlier(next, await this.#look(authority, group));
    }
    await this.deps.delegates.renew(authority);
    return next;
  }

  /** Makes it due now, with the change that is the reason. */
  async schedule(tx: TransactionClient, mountId: string): Promise<void> {
    await this.deps.jobs.schedule(tx, { kind: crlJobKind, subject: mountId });
  }

  /** For every mount there is, at the start of the service. */
  async ensure(): Promise<void> {
    for (const path of await this.deps.authorities.paths()) {
      const { mount } = await this.deps.authorities.byPath(path);
      await this.deps.jobs.ensure({ kind: crlJobKind, subject: mount.id, dueAt: this.deps.clock.now() });
    }
  }

  async #authority(mountId: string): Promise<Authority | undefined> {
    try {
      return await this.deps.authorities.byId(mountId);
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'MOUNT_NOT_FOUND') return undefined;
      throw error;
    }
  }

  async #look(authority: Authority, { leader, members }: CrlGroup): Promise<Date> {
    const { store, rows, crls, clock } = this.deps;
    const issuerIds = members.map(({ id }) => id);
    const complete = await store.last(issuerIds, false);
    const { make, next } = dueAt(clock.now(), authority.mount.crl, {
      complete,
      delta: await store.last(issuerIds, true),
      unpublished: await rows.anyAfter(issuerIds, complete?.through ?? 0n),
    });
    try {
      if (make) await crls.publish(authority, leader.id, make);
    } catch (error) {
      // Too large a CRL is what its configuration says: nothing that trying again would mend.
      if (!(error instanceof ProblemError)) throw error;
    }
    return next;
  }
}
