import type { Clock } from '../clock.js';
import type { Database, TransactionClient } from '../database/database.js';
import { ids } from '../ids.js';

/** Work that is due: what to do (`kind`) and to what (`subject`). There is at most one row for both together. */
export interface Job {
  readonly id: string;
  readonly kind: string;
  readonly subject: string;
  /** JSON text, made and read by the kind's handler. */
  readonly payload: string;
  /** How often it was begun, this time included. */
  readonly attempts: number;
}

export interface NewJob {
  readonly kind: string;
  readonly subject: string;
  readonly payload?: string;
  /** Absent: now. */
  readonly dueAt?: Date;
}

/** The rows of `Job`: due work, claimed with a lease. Every method is safe beside other processes. */
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
        update: {},
      }),
    );
  }

  /** Takes the job that has been due longest among `kinds`, for `leaseMs`; `null` when none is due. */
  async claim(kinds: readonly string[], worker: string, leaseMs: number): Promise<Job | null> {
    const now = this.deps.clock.now();
    const { client } = this.deps.database;
    const free = { OR: [{ leasedUntil: null }, { leasedUntil: { lt: now } }] };
    const due = await client.job.findFirst({
      where: { kind: { in: [...kinds] }, dueAt: { lte: now }, ...free },
      orderBy: [{ dueAt: 'asc' }, { id: 'asc' }],
    });
    if (!due) return null;
    const { count } = await client.job.updateMany({
      where: { id: due.id, dueAt: due.dueAt, attempts: due.attempts, ...free },
      data: { leasedBy: worker, leasedUntil: new Date(now.getTime() + leaseMs), attempts: due.attempts + 1 },
    });
    if (count === 0) return this.claim(kinds, worker, leaseMs);
    return { id: due.id, kind: due.kind, subject: due.subject, payload: due.payload, attempts: due.attempts + 1 };
  }

  /** Keeps a claimed job for `leaseMs` more. @returns false when it is no longer this worker's */
  async extend(job: Job, worker: string, leaseMs: number): Promise<boolean> {
    const leasedUntil = new Date(this.deps.clock.now().getTime() + leaseMs);
    const where = { id: job.id, leasedBy: worker };
    const { count } = await this.deps.database.client.job.updateMany({ where, data: { leasedUntil } });
    return count === 1;
  }

  /** The work is done: the row goes, unless it was made due again in the meantime. */
  async complete(job: Job, worker: string): Promise<void> {
    await this.deps.database.client.job.deleteMany({ where: { id: job.id, leasedBy: worker } });
  }

  /** The work is to be done (again) at `dueAt`. */
  async postpone(job: Job, worker: string, dueAt: Date, error: string | null): Promise<void> {
    await this.deps.database.client.job.updateMany({
      where: { id: job.id, leasedBy: worker },
      data: {
        dueAt,
        leasedBy: null,
        leasedUntil: null,
        lastError: error,
        ...(error === null ? { attempts: 0 } : {}),
      },
    });
  }

  /** When the next of these kinds is due; `null` when nothing waits. */
  async nextDue(kinds: readonly string[]): Promise<Date | null> {
    const next = await this.deps.database.client.job.findFirst({
      where: { kind: { in: [...kinds] } },
      orderBy: { dueAt: 'asc' },
      select: { dueAt: true, leasedUntil: true },
    });
    if (!next) return null;
    return next.leasedUntil !== null && next.leasedUntil > next.dueAt ? next.leasedUntil : next.dueAt;
  }
}
