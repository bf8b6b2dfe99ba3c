import type { Clock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/database.js';
import { JobRunner } from '../../platform/jobs/job-runner.js';
import { usualDeadlineMs } from '../../platform/jobs/job-kind.js';
import type { JobKind } from '../../platform/jobs/job-kind.js';
import { JobStore } from '../../platform/jobs/job.store.js';
import type { Log } from '../../platform/log/log.js';
import { outsideWork } from '../../platform/work/work.js';
import type { Audit } from './audit.js';
import { AuditChain } from './chain.js';
import type { ChainKeys } from './chain-seal.js';
import { AuditExport } from './export.js';
import type { ExportTarget } from './export-target.js';
import { AuditRetention } from './retention.js';

export interface KeepingDeps {
  readonly database: Database;
  readonly audit: Audit;
  readonly clock: Clock;
  readonly log: Log;
  /** The seal's functions for the ends of the chain. */
  readonly keys: ChainKeys;
  /** Milliseconds that records are kept; `null` for as long as the database exists. */
  readonly keepMs: number | null;
  /** Where records are written in addition to the database; `null` for nowhere. */
  readonly exportTo: ExportTarget | null;
  /** Called when background work fails. */
  readonly failed: (error: unknown) => void;
}

/** Milliseconds for which records are collected before they are added to the chain together. */
const gatheringMs = 1_000;
/** How often to look for records without a position, from a process that ended or a command without a server. */
const chainEveryMs = 60_000;
const removeEveryMs = 3_600_000;
const exportEveryMs = 60_000;

const chainKind = 'audit.chain';
const removeKind = 'audit.remove';
const exportKind = 'audit.export';
const kinds = [chainKind, removeKind, exportKind];

/** What happens to records after they are written: they are added to the chain, exported, and eventually removed. */
export class AuditKeeping {
  readonly #chain: AuditChain;
  readonly #jobs: JobStore;
  readonly #runner: JobRunner;
  readonly #kinds: Readonly<Record<string, JobKind>>;
  #timer: NodeJS.Timeout | undefined;
  #chaining: Promise<void> = Promise.resolve();
  #closed = false;
  /** The last attempt to export failed, or is still running. */
  #undelivered = false;

  constructor(private readonly deps: KeepingDeps) {
    const { audit, clock, database, exportTo, keepMs, keys, log } = deps;
    this.#chain = new AuditChain({ database, clock, keys });
    this.#jobs = new JobStore({ database, clock });
    const exporting = exportTo && new AuditExport({ database, target: exportTo });
    const exported = async () => (exporting ? exporting.position() : null);
    const retention = keepMs === null ? null : new AuditRetention({ database, audit, clock, keys, keepMs, exported });
    this.#kinds = {
      [chainKind]: this.#every(chainEveryMs, (signal) => this.#chain.run(signal)),
      ...(retention && { [removeKind]: this.#every(removeEveryMs, (signal) => retention.run(signal)) }),
      ...(exporting && { [exportKind]: this.#every(exportEveryMs, (signal) => this.#deliver(exporting, signal)) }),
    };
    this.#runner = new JobRunner({ store: this.#jobs, clock, log, kinds: this.#kinds });
  }

  async start(): Promise<void> {
    const { audit, clock, database } = this.deps;
    const begun = Object.keys(this.#kinds);
    // Jobs of removed settings: nobody would do them.
    await database.client.job.deleteMany({ where: { kind: { in: kinds.filter((kind) => !begun.includes(kind)) } } });
    for (const kind of begun) await this.#jobs.ensure({ kind, subject: 'all', dueAt: clock.now() });
    audit.listen(() => {
      this.#noticed();
    });
    this.#runner.start();
  }

  /** Adds the remaining records to the chain. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#runner.close();
    await this.#chaining;
    await this.#chain.run().catch(this.deps.failed);
  }

  #noticed(): void {
    if (this.#closed) return;
    // The next begins after the one that runs: two would take each other's places, and only the last would be waited for.
    this.#timer ??= setTimeout(() => {
      this.#chaining = this.#chaining.then(() => outsideWork(() => this.#chainNow())).catch(this.deps.failed);
    }, gatheringMs).unref();
  }

  async #chainNow(): Promise<void> {
    this.#timer = undefined;
    await this.#chain.run();
    // While the receiver fails, more attempts would only fill the log.
    if (!this.deps.exportTo || this.#undelivered || this.#closed) return;
    await this.#jobs.bringForward([{ kind: exportKind, latest: this.deps.clock.now() }]);
    this.#runner.wake();
  }

  async #deliver(exporting: AuditExport, signal: AbortSignal): Promise<void> {
    this.#undelivered = true;
    await exporting.run(signal);
    this.#undelivered = false;
  }

  #every(ms: number, work: (signal: AbortSignal) => Promise<unknown>): JobKind {
    return {
      run: async (_job, signal) => {
        await work(signal);
        return new Date(this.deps.clock.now().getTime() + ms);
      },
      deadlineMs: usualDeadlineMs,
      recurs: { atMostMs: ms, atStart: 'due' },
    };
  }
}
