import type { Clock } from '../clock.js';
import type { Database, TransactionClient } from '../database/database.js';
import type { Prisma } from '../database/models.js';
import { ids, randomLetters } from '../ids.js';

/** Work that is due: what to do (`kind`) and to what (`subject`). There is at most one row for both together. */
export interface Job {
  readonly id: string;
  readonly kind: string;
  readonly subject: string;
  /** JSON text, made and read by the kind's handler. */
  readonly payload: string;
  /** How often it was begun, this time included. */
  readonly attempts: number;
  /** Names this claim: a job that was made due again meanwhile, and claimed again even by the same process, has another. */
  readonly lease: string;
}

export interface NewJob {
  readonly kind: string;
  readonly subject: string;
  readonly payload?: string;
  /** Absent: now. */
  readonly dueAt?: Date;
}

/** A job that somebody has in hand, or had. */
export interface LeasedJob {
  readonly id: string;
  readonly leasedBy: string;
  readonly leasedUntil: Date;
}

/** Of rows: tried, and to be tried again. */
const failed = { attempts: { gt: 0 }, lastError: { not: null } } as const;

/** The rows of `Job`: due work, claimed with a lease. Every method is safe with concurrent processes. */
export class JobStore {
  constructor(private readonly deps: { database: Database; clock: Clock }) {}

  /**
   * Makes work due, in the transaction that made it necessary. A row for the kind and subject that waits already is brought forward; one that is
   * being done right now loses its lease, so that its end is not taken for the end of the new work, and is done again.
   */
  async schedule(tx: TransactionClient, job: NewJob): Promise<void> {
    const now = this.deps.clock.now();
    const dueAt = job.dueAt ?? now;
    const payload = job.payload ?? '{}';
    await tx.job.upsert({
      where: { kind_subject: { kind: job.kind, subject: job.subject } },
      create: { id: ids.job.make(), kind: job.kind, subject: job.subject, payload, dueAt, createdAt: now },
      update: { payload, dueAt, attempts: 0, leasedBy: null, leasedUntil: null },
    });
  }

  /** Makes sure a row exists, without touching one that does: for work that schedules itself again. */
  async ensure(job: NewJob & { dueAt: Date }): Promise<void> {
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
        // Something, so that the database itself decides: with nothing to update, two who find no row would both insert.
        update: key,
      }),
    );
  }

  /**
   * Frees what a process that is gone had in hand, so that nobody waits for its leases to run out. Only where no other process can be at work: on the
   * embedded database, whose folder this process holds alone.
   */
  async release(): Promise<void> {
    await this.deps.database.client.job.updateMany({
      where: { leasedBy: { not: null } },
      data: { leasedBy: null, leasedUntil: null },
    });
  }

  /** Takes the job that has been due longest among `kinds`, for `leaseMs`; `null` when none is due. */
  async claim(kinds: readonly string[], worker: string, leaseMs: number): Promise<Job | null> {
    const now = this.deps.clock.now();
    const { client } = this.deps.database;
    const free = { OR: [{ leasedUntil: null }, { leasedUntil: { lt: now } }] };
    for (;;) {
      const due = await client.job.findFirst({
        where: { kind: { in: [...kinds] }, dueAt: { lte: now }, ...free },
        orderBy: [{ dueAt: 'asc' }, { id: 'asc' }],
      });
      if (!due) return null;
      const lease = `${worker}/${randomLetters(8)}`;
      const attempts = due.attempts + 1;
      const { count } = await client.job.updateMany({
        where: { id: due.id, dueAt: due.dueAt, attempts: due.attempts, ...free },
        data: { leasedBy: lease, leasedUntil: new Date(now.getTime() + leaseMs), attempts },
      });
      if (count === 0) continue;
      const { id, kind, subject, payload } = due;
      return { id, kind, subject, payload, attempts, lease };
    }
  }

  /** Keeps a claimed job for `leaseMs` more. @returns false when the claim holds no longer */
  async extend(job: Job, leaseMs: number): Promise<boolean> {
    const leasedUntil = new Date(this.deps.clock.now().getTime() + leaseMs);
    const where = { id: job.id, leasedBy: job.lease };
    const { count } = await this.deps.database.client.job.updateMany({ where, data: { leasedUntil } });
    return count === 1;
  }

  /** The work is done: the row goes, unless it was made due again in the meantime. */
  async complete(job: Job): Promise<void> {
    await this.deps.database.client.job.deleteMany({ where: { id: job.id, leasedBy: job.lease } });
  }

  /** The work is to be done (again) at `dueAt`. */
  async postpone(job: Job, dueAt: Date, error: string | null): Promise<void> {
    await this.deps.database.client.job.updateMany({
      where: { id: job.id, leasedBy: job.lease },
      data: {
        dueAt,
        leasedBy: null,
        leasedUntil: null,
        lastError: error,
        ...(error === null ? { attempts: 0 } : {}),
      },
    });
  }

  /** Makes due what waits beyond a time that none of these kinds waits for. */
  async bringForward(kinds: readonly string[], latest: Date): Promise<void> {
    await this.#makeDue({ kind: { in: [...kinds] }, leasedUntil: null, dueAt: { gt: latest } });
  }

  /** Makes due what waits beyond a time, unless it failed before and waits to be tried again. */
  async begin(kinds: readonly string[], latest: Date): Promise<void> {
    await this.#makeDue({ kind: { in: [...kinds] }, leasedUntil: null, NOT: failed, dueAt: { gt: latest } });
  }

  /** Makes due what failed before and is to be tried again later than a time. */
  async retrySoon(kinds: readonly string[], latest: Date): Promise<void> {
    await this.#makeDue({ kind: { in: [...kinds] }, leasedUntil: null, ...failed, dueAt: { gt: latest } });
  }

  /** What is leased until after a time. */
  async leasedBeyond(kinds: readonly string[], time: Date): Promise<readonly LeasedJob[]> {
    const rows = await this.deps.database.client.job.findMany({
      where: { kind: { in: [...kinds] }, leasedUntil: { gt: time } },
      select: { id: true, leasedBy: true, leasedUntil: true },
    });
    return rows.flatMap(({ id, leasedBy, leasedUntil }) =>
      leasedBy === null || leasedUntil === null ? [] : [{ id, leasedBy, leasedUntil }],
    );
  }

  /** Takes a job out of the hand that nobody hears of any more, unless that has extended its lease since. */
  async endLease({ id, leasedBy, leasedUntil }: LeasedJob): Promise<void> {
    await this.deps.database.client.job.updateMany({
      where: { id, leasedBy, leasedUntil },
      data: { leasedBy: null, leasedUntil: null, dueAt: this.deps.clock.now() },
    });
  }

  async #makeDue(where: Prisma.JobWhereInput): Promise<void> {
    const { client } = this.deps.database;
    // There is hardly ever one, and to look costs less than to write.
    if ((await client.job.findFirst({ where, select: { id: true } })) === null) return;
    await client.job.updateMany({ where, data: { dueAt: this.deps.clock.now() } });
  }

  /** When the next of these kinds can be claimed; `null` when nothing waits. What somebody has in hand waits until its lease runs out. */
  async nextDue(kinds: readonly string[]): Promise<Date | null> {
    const { client } = this.deps.database;
    const ofKinds = { kind: { in: [...kinds] } };
    const [free, leased] = await Promise.all([
      client.job.findFirst({
        where: { ...ofKinds, leasedUntil: null },
        orderBy: { dueAt: 'asc' },
        select: { dueAt: true },
      }),
      client.job.findFirst({
        where: { ...ofKinds, leasedUntil: { not: null } },
        orderBy: { leasedUntil: 'asc' },
        select: { leasedUntil: true },
      }),
    ]);
    const times = [free?.dueAt, leased?.leasedUntil].filter((time) => time instanceof Date);
    return times.reduce<Date | null>((next, time) => (next === null || time < next ? time : next), null);
  }
}
