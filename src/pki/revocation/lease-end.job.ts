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
/** Tokens that one run looks at: of more, the next run goes on where this one ended. */
const tokensInRun = 10_000;
/** Milliseconds until then. */
const goOnAfterMs = 1_000;
/** Leases of expired certificates that one statement removes: other writers wait for it. */
const expiredAtOnce = 500;
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
  /** The last token of a run that did not come to the end. */
  #after = '';
  /** Until when that place counts: later, another process has gone on. */
  #goesOnUntil = 0;
  /** Whether tokens were changed since the last beginning. */
  #changed = false;

  constructor(
    private readonly deps: {
      database: Database;
      tokenEnds: TokenEnds;
      leases: Pick<Leases, 'end' | 'giveUp'>;
      jobs: JobStore;
      clock: Clock;
      wake: () => void;
      failed: (error: unknown) => void;
    },
  ) {
    this.#hint = new JobHint(deps, { kind: leaseEndJobKind, gatheringMs });
    deps.tokenEnds.listen(() => {
      this.#changed = true;
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
    const { clock } = this.deps;
    const now = clock.now();
    await this.#removeExpired(now, signal);
    if (now.getTime() > this.#goesOnUntil) this.#after = '';
    if (this.#after === '') this.#changed = false;
    for (let looked = 0; !signal.aborted;) {
      if (looked >= tokensInRun) {
        this.#goesOnUntil = clock.now().getTime() + 5 * goOnAfterMs;
        return new Date(now.getTime() + goOnAfterMs);
      }
      const tokens = await this.#look(signal);
      looked += tokensAtOnce;
      if (tokens < tokensAtOnce) break;
    }
    this.#after = '';
    // A token before the place of the last run may have ended meanwhile.
    return new Date(now.getTime() + (this.#changed ? goOnAfterMs : lookAgainMs));
  }

  /** @returns how many tokens there were after the place */
  async #look(signal: AbortSignal): Promise<number> {
    const { database, tokenEnds } = this.deps;
    const rows = await database.readSql(holders, [this.#after, tokensAtOnce]);
    const tokens = rows.map((row) => text(row['tokenId']));
    for (const tokenId of await tokenEnds.among(tokens)) await this.#end(tokenId, signal);
    this.#after = tokens.at(-1) ?? '';
    return tokens.length;
  }

  async #removeExpired(now: Date, signal: AbortSignal): Promise<void> {
    const { client } = this.deps.database;
    const expired = { expiresAt: { lt: now } };
    while (!signal.aborted) {
      const rows = await client.lease.findMany({
        where: expired,
        orderBy: { expiresAt: 'asc' },
        take: expiredAtOnce,
        select: { id: true },
      });
      if (rows.length === 0) return;
      // One may have been renewed meanwhile.
      await client.lease.deleteMany({ where: { id: { in: rows.map(({ id }) => id) }, ...expired } });
      if (rows.length < expiredAtOnce) return;
    }
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

/** From one token to the next, past the leases that each has: one may have a million. */
const holders = `WITH RECURSIVE held("tokenId") AS (
    SELECT (SELECT MIN("tokenId") FROM "Lease" WHERE "tokenId" > ?)
    UNION ALL SELECT (SELECT MIN(l."tokenId") FROM "Lease" l WHERE l."tokenId" > h."tokenId") FROM held h WHERE h."tokenId" IS NOT NULL
  )
  SELECT "tokenId" FROM held WHERE "tokenId" IS NOT NULL LIMIT ?`;
