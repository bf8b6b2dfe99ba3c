import type { Clock } from '../clock.js';
import type { JobKind } from './job-kind.js';
import { longestRetryMs } from './job-kind.js';
import type { JobStore, LeasedJob, LongestWait } from './job.store.js';

export interface DueTimesDeps {
  readonly store: Pick<JobStore, 'bringForward' | 'begin' | 'retrySoon' | 'leasedBeyond' | 'endLease'>;
  readonly kinds: Readonly<Record<string, JobKind>>;
  readonly clock: Clock;
  /** Milliseconds of the longest lease. */
  readonly leaseMs: number;
}

/** How much clocks differ if nobody has set them, in milliseconds. */
const toleranceMs = 1_000;
/** How often rows are checked for times that no correct clock could have written, in milliseconds. */
const everyMs = 600_000;
/** The same for leases, while one of them is in doubt. */
const suspectsEveryMs = 5_000;

/**
 * The times in the rows of jobs come from clocks that may have been wrong. A recurring job never waits longer than its maximum, and a job that is due as soon
 * as possible does not wait. So at the start, every ten minutes, and after the clock was set back, times that a fast clock wrote are brought forward. A lease that
 * ends later than any lease may end is accepted while it is extended.
 */
export class DueTimes {
  #started = false;
  #setBack = false;
  #looked: { readonly time: number; readonly elapsed: number } | null = null;
  /** When due times and leases are checked again, in monotonic time. */
  #dueNext = -Infinity;
  #leasesNext = -Infinity;
  readonly #suspects = new Map<string, { readonly lease: LeasedJob; readonly since: number }>();

  constructor(private readonly deps: DueTimesDeps) {}

  /** To be called before looking for due work. Now and then it runs a few statements. */
  async keep(): Promise<void> {
    // Also if the consequences could not be written yet.
    const wasSetBack = (this.#setBack ||= this.#wasSetBack());
    const elapsed = this.#elapsed();
    if (wasSetBack) this.#suspects.clear();
    if (wasSetBack || elapsed >= this.#dueNext) {
      await this.#keepDue(wasSetBack);
      this.#started = true;
      this.#dueNext = elapsed + everyMs;
    }
    if (wasSetBack || elapsed >= this.#leasesNext) {
      await this.#doubtLeases();
      this.#leasesNext = elapsed + (this.#suspects.size === 0 ? everyMs : suspectsEveryMs);
    }
    this.#setBack = false;
  }

  async #keepDue(wasSetBack: boolean): Promise<void> {
    const { store, kinds } = this.deps;
    await store.bringForward([...this.#waits(wasSetBack)]);
    const atOnce = this.#dueAtOnce();
    if (atOnce.length > 0) await store.begin(atOnce, this.#in(toleranceMs));
    await store.retrySoon(Object.keys(kinds), this.#in(wasSetBack ? 0 : longestRetryMs));
  }

  /** When a job that names its next time is due again, but not later than its kind allows. */
  again(kind: string, dueAt: Date): Date {
    const recurs = this.deps.kinds[kind]?.recurs;
    const latest = recurs ? this.#in(recurs.atMostMs) : dueAt;
    return dueAt < latest ? dueAt : latest;
  }

  *#waits(wasSetBack: boolean): Generator<LongestWait> {
    for (const [kind, { recurs }] of Object.entries(this.deps.kinds)) {
      if (!recurs) continue;
      const now = wasSetBack || (!this.#started && recurs.atStart === 'due');
      yield { kind, latest: this.#in(now ? 0 : recurs.atMostMs) };
    }
  }

  #dueAtOnce(): readonly string[] {
    return Object.entries(this.deps.kinds).flatMap(([kind, work]) =>
      work.recurs === null && !work.planned ? [kind] : [],
    );
  }

  /** Whether the clock shows an earlier time than it would if nobody had set it since the last call. */
  #wasSetBack(): boolean {
    const { clock } = this.deps;
    const before = this.#looked;
    const looked = { time: clock.now().getTime(), elapsed: clock.elapsed?.() ?? 0 };
    this.#looked = looked;
    return before !== null && looked.time - before.time < looked.elapsed - before.elapsed - toleranceMs;
  }

  /**
   * A lease that ends too late comes from a clock that was fast. A job that still runs extends its lease. A lease that does not change for the longest lease
   * time has ended.
   */
  async #doubtLeases(): Promise<void> {
    const { store, kinds, leaseMs } = this.deps;
    const doubtful = await store.leasedBeyond(Object.keys(kinds), this.#in(leaseMs + toleranceMs));
    const elapsed = this.#elapsed();
    const before = new Map(this.#suspects);
    this.#suspects.clear();
    for (const lease of doubtful) {
      const known = before.get(lease.id);
      const same =
        known?.lease.leasedBy === lease.leasedBy && known.lease.leasedUntil.getTime() === lease.leasedUntil.getTime();
      const since = same ? known.since : elapsed;
      if (elapsed - since > leaseMs) await store.endLease(lease);
      else this.#suspects.set(lease.id, { lease, since });
    }
  }

  #in(ms: number): Date {
    return new Date(this.deps.clock.now().getTime() + ms);
  }

  #elapsed(): number {
    const { clock } = this.deps;
    return clock.elapsed?.() ?? clock.now().getTime();
  }
}
