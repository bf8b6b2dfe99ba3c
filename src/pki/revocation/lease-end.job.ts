import type { Clock } from '../../platform/clock.js';
import { text } from '../../platform/database/columns.js';
import type { Database } from '../../platform/database/database.js';
import { failuresOf, isLasting } from './lease-failures.js';
import { JobHint } from '../../platform/jobs/job-hint.js';
import type { JobStore } from '../../platform/jobs/job.store.js';
import type { Leases } from './leases.js';
import { system } from '../../identity/audit/actor.js';

export const leaseEndJobKind = 'pki.leases';

/** Which tokens have ended, and when to look for more. */
export interface TokenEnds {
  among(ids: readonly string[]): Promise<ReadonlySet<string>>;
  listen(listener: () => void): void;
}

const tokensAtOnce = 500;
/** Leases that end at the same time share one new CRL. */
const leasesAtOnce = 50;
/** Milliseconds for which changes of tokens are collected. */
const gatheringMs = 200;
/** Milliseconds after which it looks without a hint: nobody reports that a token expired. */
export const lookAgainMs = 60_000;

/**
 * As in Vault, a lease ends with its token: its certificate is revoked. A lease whose certificate has expired is deleted. The leases themselves say what has to
 * be done, and the job is only a hint to look, so a crash at any point loses nothing.
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
      const failures = await failuresOf(found, (lease) => leases.end(ending, lease));
      await leases.giveUp(ending, { type: 'path', id: 'sys/leases/revoke' }, failures.filter(isLasting));
      // A lease that cannot be ended now is tried again, and does not block the others.
      for (const failure of failures) if (!isLasting(failure)) failed(failure.reason);
      after = found.at(-1)?.id ?? '';
      if (found.length < leasesAtOnce) return;
    }
  }
}

const ending = system('token-end');

const holders =
  'SELECT DISTINCT "tokenId" FROM "Lease" WHERE "tokenId" IS NOT NULL AND "tokenId" > ? ORDER BY "tokenId" LIMIT ?';
