import type { Clock } from '../../platform/clock.js';
import type { TransactionClient } from '../../platform/database/database.js';
import type { JobStore } from '../../platform/jobs/job.store.js';
import { ProblemError, saysNoMount } from '../../platform/problems.js';
import type { Authority, AuthorityReader } from '../issuers/authority.js';
import type { OcspDelegates } from '../ocsp/delegates.js';
import { crlJobKind } from './crl.job-kind.js';
import { crlGroups } from './crl-group.js';
import type { CrlGroup } from './crl-group.js';
import type { Crls } from './crls.js';
import type { ScopedCrls } from './scoped/scoped-crls.js';

/** It checks at least this often, in milliseconds, in case another process changed what is due. */
export const longestCrlWaitMs = 3_600_000;
/** It never checks sooner than this after building a CRL, however short the lives of CRLs are. */
const least = 250;
/** A failed attempt is repeated after this time. */
const pause = 30_000;

/** Builds the CRLs of a mount when they are due: by time, after a change of issuers or configuration, or after a crash. */
export class CrlJob {
  constructor(
    private readonly deps: {
      crls: Crls;
      scoped: ScopedCrls;
      delegates: OcspDelegates;
      authorities: AuthorityReader;
      jobs: JobStore;
      clock: Clock;
      /** Called for CRLs that could not be built. */
      failed: (error: unknown) => void;
    },
  ) {}

  /** @returns when something is due next; nothing if the mount was deleted */
  async run(mountId: string, signal?: AbortSignal): Promise<Date | undefined> {
    const authority = await this.#authority(mountId);
    if (!authority) return undefined;
    let next = this.#in(longestCrlWaitMs);
    const upTo = async (look: () => Promise<Date | undefined>) => {
      signal?.throwIfAborted();
      const again = await look().catch((error: unknown) => {
        signal?.throwIfAborted();
        // A failure of one issuer must not delay the others more and more.
        this.deps.failed(error);
        return this.#in(pause);
      });
      if (again && again < next) next = again;
    };
    for (const group of crlGroups(authority)) {
      if (!group.signer) continue;
      await upTo(() => this.#look(authority, group));
      await upTo(() => this.#scoped(authority, group, signal));
    }
    await upTo(() => this.deps.delegates.renew(authority).then(() => undefined));
    return next;
  }

  /** Makes it due now, in the transaction of the change that is the reason. */
  async schedule(tx: TransactionClient, mountId: string): Promise<void> {
    await this.deps.jobs.schedule(tx, { kind: crlJobKind, subject: mountId });
  }

  /** For every existing mount, at the start of the service. */
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
      if (saysNoMount(error)) return undefined;
      throw error;
    }
  }

  /** Builds what is due. @returns when the next one is due, after this publication */
  async #look(authority: Authority, group: CrlGroup): Promise<Date> {
    const { crls, clock } = this.deps;
    const now = clock.now();
    const due = await crls.due(authority, group, now);
    if (due.at > now) return due.at;
    try {
      await crls.publishDue(authority, group.leader.id);
    } catch (error) {
      // A CRL that is too large is a matter of its configuration: not worth a log line every time.
      if (error instanceof ProblemError) return this.#in(pause);
      throw error;
    }
    const { at } = await crls.due(authority, group, clock.now());
    const soonest = this.#in(least);
    return at < soonest ? soonest : at;
  }

  /** The same for shards and the unified CRL. */
  async #scoped(authority: Authority, group: CrlGroup, signal?: AbortSignal): Promise<Date | undefined> {
    try {
      const at = await this.deps.scoped.publishAllDue(authority, group, signal);
      const soonest = this.#in(least);
      return at && at < soonest ? soonest : at;
    } catch (error) {
      if (error instanceof ProblemError) return this.#in(pause);
      throw error;
    }
  }

  #in(ms: number): Date {
    return new Date(this.deps.clock.now().getTime() + ms);
  }
}
