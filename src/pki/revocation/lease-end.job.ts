import type { Clock } from '../../platform/clock.js';
import { text } from '../../platform/database/columns.js';
import type { Database } from '../../platform/database/database.js';
import { JobHint } from '../../platform/jobs/job-hint.js';
import type { JobStore } from '../../platform/jobs/job.store.js';
import type { Leases } from './leases.js';
import { system } from '../../identity/audit/actor.js';

export const leaseEndJobKind = 'pki.leases';

/** Which tokens have ended, and when to look for more of them. */
export interface TokenEnds {
  among(ids: readonly string[]): Promise<ReadonlySet<string>>;
  listen(listener: () => void): void;
}

const tokensAtOnce = 500;
/** Leases ended at once share the rebuild of a CRL. */
const leasesAtOnce = 50;
/** Milliseconds in which changes of tokens gather. */
const gatheringMs = 200;
/** Milliseconds after which somebody looks even if nobody said so: that a token expired, nobody says. */
export const lookAgainMs = 60_000;

/**
 * A lease ends with the token that it was given to, as in Vault: its certificate is revoked. One whose certificate has expired is forgotten. The leases themselves say
 * what is to be done; the job is the hint to look, and so a crash at any point leaves nothing undone.
 */
export class LeaseEnd {
  readonly #hint: JobHint;

  constructor(
    private readonly deps: {
      database: Database;
      tokenEnds: TokenEnds;
      leases: Leases;
      jobs: JobStore;
      clock: Clock;
      wake: () => void;
      failed: (error: unknown) => void;
    },
  ) {
    this.#hint = new JobHint(deps, { kind: leaseEndJobKind, gatheringMs });
    deps.tokenEnds.listen(() => {
      this.#hint.give();
    });
  }

  /** Makes the job due. */
  schedule(): Promise<void> {
    return this.#hint.schedule();
  }

  stop(): void {
    this.#hint.stop();
  }

  /** @returns when to look again */
  async run(signal: AbortSignal): Promise<Date> {
    const { database, clock, tokenEnds } = this.deps;
    const now = clock.now();
    await database.client.lease.deleteMany({ where: { expiresAt: { lt: now } } });
    for (let after = ''; !signal.aborted;) {
      const tokens = (await database.readSql(holders, [after, tokensAtOnce])).map((row) => text(row['tokenId']));
      for (const tokenId of await tokenEnds.among(tokens)) await this.#end(tokenId, signal);
      after = tokens.at(-1) ?? '';
      if (tokens.length < tokensAtOnce) break;
    }
    return new Date(now.getTime() + lookAgainMs);
  }

  async #end(tokenId: string, signal: AbortSignal): Promise<void> {
    const { database, leases, failed } = this.deps;
    for (let after = ''; !signal.aborted;) {
      const found = await database.client.lease.findMany({
        where: { tokenId, id: { gt: after } },
        orderBy: { id: 'asc' },
        take: leasesAtOnce,
      });
      const done = await Promise.allSettled(found.map((lease) => leases.end(system('token-end'), lease)));
      // One that cannot be ended now is tried again, and does not stand in the way of the others.
      for (const outcome of done) if (outcome.status === 'rejected') failed(outcome.reason);
      after = found.at(-1)?.id ?? '';
      if (found.length < leasesAtOnce) return;
    }
  }
}

const holders =
  'SELECT DISTINCT "tokenId" FROM "Lease" WHERE "tokenId" IS NOT NULL AND "tokenId" > ? ORDER BY "tokenId" LIMIT ?';
