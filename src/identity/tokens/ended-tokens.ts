import type { Clock } from '../../platform/clock.js';
import { text } from '../../platform/database/columns.js';
import type { Database } from '../../platform/database/database.js';
import { usualDeadlineMs } from '../../platform/jobs/job-kind.js';
import { JobRunner } from '../../platform/jobs/job-runner.js';
import { JobStore } from '../../platform/jobs/job.store.js';
import type { Log } from '../../platform/log/log.js';

const everyMs = 60_000;
const rowsTogether = 500;

const endedTokensKind = 'tokens.ended';

/** Which rows go, and in milliseconds how long after their end. A wrapped answer goes with the row of its token: nobody can open it any more. */
const brief = [
  { column: 'type', value: 'wrapping', keptMs: 0 },
  { column: 'type', value: 'batch', keptMs: 86_400_000 },
  { column: 'kind', value: 'sign-in', keptMs: 86_400_000 },
] as const;

/** Each part reads its own index, in one statement: there are rarely any. Its parameters: for each part the time before which those go that end. */
const endedSql = brief
  .map(
    ({ column, value }, index) =>
      `SELECT * FROM (SELECT "id" FROM "Token" WHERE "${column}" = '${value}' AND "expiresAt" < ? LIMIT ${String(rowsTogether)}) AS "of${String(index)}"`,
  )
  .join(' UNION ALL ');

/**
 * Deletes tokens that are made for one occasion, and those of who signed in, after their end: there may be any number of them. Challenges that nobody took go too. They are refused from their end on, whether this has run or
 * not. Other tokens are kept for the record.
 */
export class EndedTokens {
  readonly #jobs: JobStore;
  readonly #runner: JobRunner;

  constructor(private readonly deps: { database: Database; clock: Clock; log: Log }) {
    const { database, clock, log } = deps;
    this.#jobs = new JobStore({ database, clock });
    const kind = {
      run: (_job: unknown, signal: AbortSignal) => this.run(signal),
      deadlineMs: usualDeadlineMs,
      recurs: { atMostMs: everyMs, atStart: 'due' },
    } as const;
    this.#runner = new JobRunner({ store: this.#jobs, clock, log, kinds: { [endedTokensKind]: kind } });
  }

  async start(): Promise<void> {
    await this.#jobs.ensure({ kind: endedTokensKind, subject: 'all', dueAt: this.deps.clock.now() });
    this.#runner.start();
  }

  close(): Promise<void> {
    return this.#runner.close();
  }

  /** @returns when to look again */
  async run(signal: AbortSignal): Promise<Date> {
    const { database, clock } = this.deps;
    const now = clock.now().getTime();
    await database.client.authChallenge.deleteMany({ where: { expiresAt: { lt: new Date(now) } } });
    const OR = brief.map(({ column, value, keptMs }) => ({
      [column]: value,
      expiresAt: { lt: new Date(now - keptMs) },
    }));
    const ends = OR.map(({ expiresAt }) => expiresAt.lt);
    while (!signal.aborted) {
      const rows = await database.readSql(endedSql, ends);
      if (rows.length === 0) break;
      await database.client.token.deleteMany({ where: { id: { in: rows.map(({ id }) => text(id)) }, OR } });
    }
    return new Date(now + everyMs);
  }
}
