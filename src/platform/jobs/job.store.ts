import type { Clock } from '../clock.js';
import { date, text } from '../database/columns.js';
import { tableBy } from '../database/conditions.js';
import type { Database, SqlWrite, TransactionClient } from '../database/database.js';
import { ids, openLetters } from '../ids.js';
import type { Siblings } from '../processes/siblings.js';
import { outsideWork } from '../work/work.js';
import { DueLooks, epoch } from './due-looks.js';
import { unleasedSql, waitingSql, waitLongerSql } from './due-sql.js';
import { beginWaiting } from './waiting-jobs.js';

/** Work that is due: what to do (`kind`), and to what (`subject`). There is at most one row for each pair. */
export interface Job {
  readonly id: string;
  readonly kind: string;
  readonly subject: string;
  /** JSON text that the handler of the kind writes and reads. */
  readonly payload: string;
  /** How often it was started, including this time. */
  readonly attempts: number;
  /** Identifies this claim: a job that was made due again and claimed again, even by the same process, has another lease. */
  readonly lease: string;
}

export interface Claimed {
  readonly jobs: readonly Job[];
  /** When the next job that nobody has claimed is due, if that is known. */
  readonly next: Date | null;
  /** Whether more may be due: as many were as could be claimed, or others were faster. */
  readonly more: boolean;
}

export interface NewJob {
  readonly kind: string;
  readonly subject: string;
  readonly payload?: string;
  /** Defaults to now. */
  readonly dueAt?: Date;
}

/** Rows of a kind that are due after `latest` wait longer than it allows. */
export interface LongestWait {
  readonly kind: string;
  readonly latest: Date;
}

/** A job that somebody has claimed. */
export interface LeasedJob {
  readonly id: string;
  readonly leasedBy: string;
  readonly leasedUntil: Date;
}

/**
 * Follows the lease of a job that was made due again since it was claimed. A server of an earlier version that does such a job knows its lease no longer, so that
 * the row stays until the lease has ended.
 */
const again = '+';
const free = { leasedBy: null, leasedUntil: null } as const;

/** Rows that nobody has: a lease that has ended is nobody's. */
const unleased = (now: Date) => ({ OR: [{ leasedUntil: null }, { leasedUntil: { lt: now } }] });

const scheduleSql = `INSERT INTO "Job" ("id", "kind", "subject", "payload", "dueAt", "createdAt") VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT ("kind", "subject") DO UPDATE SET "payload" = excluded."payload", "dueAt" = excluded."dueAt", "attempts" = 0,
    "leasedBy" = CASE WHEN "Job"."leasedBy" LIKE '%${again}' THEN "Job"."leasedBy" ELSE "Job"."leasedBy" || '${again}' END`;

/**
 * The rows of `Job`: due work, claimed with a lease. Every method is safe with concurrent processes. What the power takes of claims and ends is claimed and
 * ended again, since jobs are made to be repeated: nothing of it waits for the disk.
 */
export class JobStore {
  readonly #complete: {
    readonly job: Job;
    readonly resolve: () => void;
    readonly reject: (reason: unknown) => void;
  }[] = [];
  #deleting = false;
  #asked = 0;

  constructor(private readonly deps: { database: Database; clock: Clock }) {}

  /** How often work was made due through this store. */
  get asked(): number {
    return this.#asked;
  }

  /** The processes that do the same jobs for this server. */
  get siblings(): Siblings {
    return this.deps.database.siblings;
  }

  /**
   * Makes work due, in the transaction that made it necessary. A waiting row for the kind and subject is brought forward. A running one stays with its runner,
   * so that nobody does the same beside it, and is due again when that ends: its end is not mistaken for the end of the new work.
   */
  async schedule(tx: TransactionClient, job: NewJob): Promise<void> {
    this.#asked += 1;
    const now = this.deps.clock.now();
    const dueAt = job.dueAt ?? now;
    const payload = job.payload ?? '{}';
    const { id, leasedBy } = await tx.job.upsert({
      where: { kind_subject: { kind: job.kind, subject: job.subject } },
      create: { id: ids.job.make(), kind: job.kind, subject: job.subject, payload, dueAt, createdAt: now },
      update: { payload, dueAt, attempts: 0 },
      select: { id: true, leasedBy: true },
    });
    if (leasedBy !== null && !leasedBy.endsWith(again))
      await tx.job.updateMany({ where: { id, leasedBy }, data: { leasedBy: leasedBy + again } });
  }

  /** The same as a statement of a batch, for writes without the client. */
  scheduling({ kind, subject, payload = '{}', dueAt }: NewJob): SqlWrite {
    this.#asked += 1;
    const now = this.deps.clock.now();
    return { sql: scheduleSql, rows: [[ids.job.make(), kind, subject, payload, dueAt ?? now, now]] };
  }

  /** Creates a row if none exists, without changing an existing one: for work that schedules itself again. */
  async ensure(job: NewJob & { dueAt: Date }): Promise<void> {
    this.#asked += 1;
    const { client } = this.deps.database;
    const key = { kind: job.kind, subject: job.subject };
    if (await client.job.findUnique({ where: { kind_subject: key }, select: { id: true } })) return;
    await this.deps.database.transaction((tx) =>
      tx.job.upsert({
        where: { kind_subject: key },
        create: {
          ...key,
          id: ids.job.make(),
          payload: job.payload ?? '{}',
          dueAt: job.dueAt,
          createdAt: this.deps.clock.now(),
        },
        // The update is necessary so that the database itself decides: without it, two processes that find no row would both insert one.
        update: key,
      }),
    );
  }

  /**
   * Frees the jobs of processes that have ended, so that nobody waits for their leases to expire. Only on the embedded database, whose folder is locked by this
   * server.
   * @param ended the id of the one process that has; `null` if no other one can be running
   */
  async release(ended: number | null): Promise<void> {
    this.#asked += 1;
    const { database } = this.deps;
    // There may be a million jobs that nobody has claimed.
    const table = tableBy('Job', database.provider === 'sqlite' ? 'Job_leased_idx' : undefined);
    const by = ended === null ? '' : `${ended}-`;
    const sql = `UPDATE ${table} SET "leasedBy" = NULL, "leasedUntil" = NULL WHERE "leasedUntil" IS NOT NULL AND substr("leasedBy", 1, ?) = ?`;
    await database.writeSql([{ sql, rows: [[by.length, by]] }]);
  }

  /**
   * Claims the jobs among `kinds` that have been due longest, at most so many, for `leaseMs`.
   */
  async claim(kinds: readonly string[], worker: string, leaseMs: number, most = 1): Promise<Claimed> {
    const now = this.deps.clock.now();
    const { client } = this.deps.database.background;
    for (;;) {
      const waiting = await this.#waiting(kinds, now, most);
      const due = waiting.filter(({ dueAt }) => dueAt <= now).map(({ id }) => id);
      const next = waiting.find(({ dueAt }) => dueAt > now)?.dueAt ?? null;
      if (due.length === 0) return { jobs: [], next, more: false };
      const lease = `${worker}/${openLetters(8)}`;
      const rows = await client.job.updateManyAndReturn({
        where: { id: { in: due }, dueAt: { lte: now }, ...unleased(now) },
        data: { leasedBy: lease, leasedUntil: new Date(now.getTime() + leaseMs), attempts: { increment: 1 } },
      });
      // Others were faster.
      if (rows.length === 0) continue;
      const jobs = rows
        .toSorted((one, other) => due.indexOf(one.id) - due.indexOf(other.id))
        .map(({ id, kind, subject, payload, attempts }) => ({ id, kind, subject, payload, attempts, lease }));
      return { jobs, next, more: due.length === most || jobs.length < due.length };
    }
  }

  async #waiting(
    kinds: readonly string[],
    now: Date,
    most: number,
  ): Promise<readonly { readonly id: string; readonly dueAt: Date }[]> {
    const parameters = kinds.flatMap((kind) => [kind, now]);
    const rows = await this.deps.database.readSql(waitingSql(kinds, most), parameters);
    return rows.map((row) => ({ id: text(row['id']), dueAt: date(epoch(row['dueAt'])) }));
  }

  /** Extends a claim by `leaseMs`. @returns false if the claim is no longer valid */
  async extend(job: Job, leaseMs: number): Promise<boolean> {
    const leasedUntil = new Date(this.deps.clock.now().getTime() + leaseMs);
    const where = { id: job.id, leasedBy: { in: [job.lease, job.lease + again] } };
    const { count } = await this.deps.database.background.client.job.updateMany({ where, data: { leasedUntil } });
    return count === 1;
  }

  /** The work is complete: deletes the row, or frees it if it was made due again in the meantime. Those that end while others are being deleted share the next statement. */
  complete(job: Job): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#complete.push({ job, resolve, reject });
      // For whoever ends meanwhile, not for this one alone.
      void outsideWork(() => this.#deleteComplete());
    });
  }

  async #deleteComplete(): Promise<void> {
    if (this.#deleting) return;
    this.#deleting = true;
    while (this.#complete.length > 0) {
      // A statement takes so many at most.
      const ended = this.#complete.splice(0, 100);
      try {
        await this.#endComplete(ended.map(({ job }) => job));
        for (const { resolve } of ended) resolve();
      } catch (error) {
        for (const { reject } of ended) reject(error);
      }
    }
    this.#deleting = false;
  }

  async #endComplete(jobs: readonly Job[]): Promise<void> {
    const { client } = this.deps.database.background;
    const { count } = await client.job.deleteMany({
      where: { OR: jobs.map(({ id, lease }) => ({ id, leasedBy: lease })) },
    });
    if (count === jobs.length) return;
    const where = { OR: jobs.map(({ id, lease }) => ({ id, leasedBy: lease + again })) };
    await client.job.updateMany({ where, data: free });
  }

  /** The work is to be done (again) at `dueAt`, or when it was made due again in the meantime. @returns whether it is at `dueAt` */
  async postpone({ id, lease }: Job, dueAt: Date, error: string | null): Promise<boolean> {
    const { client } = this.deps.database.background;
    const ended = { ...free, lastError: error };
    const { count } = await client.job.updateMany({
      where: { id, leasedBy: lease },
      data: { ...ended, dueAt, ...(error === null ? { attempts: 0 } : {}) },
    });
    if (count === 0) await client.job.updateMany({ where: { id, leasedBy: lease + again }, data: ended });
    return count > 0;
  }

  /** Makes rows due that wait longer than their kinds allow. */
  async bringForward(waits: readonly LongestWait[]): Promise<void> {
    this.#asked += 1;
    if (waits.length === 0) return;
    const { background } = this.deps.database;
    const now = this.deps.clock.now();
    // There is rarely one, and reading costs less than writing.
    const parameters = waits.flatMap(({ kind, latest }) => [kind, kind, latest, now]);
    const found = new Set(
      (await background.readSql(waitLongerSql(waits.length), parameters)).map(({ kind }) => text(kind)),
    );
    for (const { kind, latest } of waits)
      if (found.has(kind))
        await background.client.job.updateMany({
          where: { kind, dueAt: { gt: latest }, ...unleased(now) },
          data: { dueAt: now },
        });
  }

  /** Makes rows due that wait beyond a time, unless they failed before and wait to be tried again. @param piece see {@link BeginWaiting} */
  async begin(kinds: readonly string[], latest: Date, piece?: number): Promise<void> {
    this.#asked += 1;
    await beginWaiting(this.deps.database, { kinds, latest, now: this.deps.clock.now(), piece });
  }

  /** Makes rows due that failed before and wait to be tried again later than a time. */
  async retrySoon(kinds: readonly string[], latest: Date): Promise<void> {
    const { database, clock } = this.deps;
    const now = clock.now();
    // There may be a million jobs of these kinds that wait as they should.
    const table = tableBy('Job', database.provider === 'sqlite' ? 'Job_failed_idx' : undefined);
    const of = kinds.map(() => '?').join();
    const where = `"kind" IN (${of}) AND "dueAt" > ? AND "lastError" IS NOT NULL AND "attempts" > 0 AND ${unleasedSql}`;
    const rows = await database.background.readSql(`SELECT "id" FROM ${table} WHERE ${where} LIMIT 1`, [
      ...kinds,
      latest,
      now,
    ]);
    // There is rarely one, and reading costs less than writing.
    if (rows.length === 0) return;
    this.#asked += 1;
    const sql = `UPDATE ${table} SET "dueAt" = ? WHERE ${where}`;
    await database.background.writeSql([{ sql, rows: [[now, ...kinds, latest, now]] }]);
  }

  /** Rows that are leased until after a time. */
  async leasedBeyond(kinds: readonly string[], time: Date): Promise<readonly LeasedJob[]> {
    const rows = await this.deps.database.background.client.job.findMany({
      where: { kind: { in: [...kinds] }, leasedUntil: { gt: time } },
      select: { id: true, leasedBy: true, leasedUntil: true },
    });
    return rows.flatMap(({ id, leasedBy, leasedUntil }) =>
      leasedBy === null || leasedUntil === null ? [] : [{ id, leasedBy, leasedUntil }],
    );
  }

  /** Takes a claim away from a process that gives no sign of life, unless it has extended its lease since. */
  async endLease({ id, leasedBy, leasedUntil }: LeasedJob): Promise<void> {
    await this.deps.database.background.client.job.updateMany({
      where: { id, leasedBy, leasedUntil },
      data: { leasedBy: null, leasedUntil: null, dueAt: this.deps.clock.now() },
    });
  }

  /** When the next job of these kinds can be claimed; `null` if none waits. A claimed job waits until its lease expires. */
  nextDue(kinds: readonly string[], how: 'now' | 'together' = 'now'): Promise<Date | null> {
    return DueLooks.of(this.deps.database).next(kinds, how);
  }

  /** Somebody who waits `together` has something to do. */
  hurry(): void {
    DueLooks.of(this.deps.database).hurry();
  }
}
