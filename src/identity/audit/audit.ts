import type { Clock } from '../../platform/clock.js';
import type { DatabaseClient, SqlWrite, TransactionClient } from '../../platform/database/database.js';
import { outageOf } from '../../platform/outage.js';
import type { ProblemCode } from '../../platform/problems.js';
import { DeferredRecords } from './deferred-records.js';
import { RefusalTally } from './refusal-tally.js';
import { insertOf, rowOf } from './record-row.js';
import type { AuditRow, Said } from './record-row.js';
import type { Actor } from './actor.js';
import type { AuditDetails, AuditTarget } from './target.js';

/** What was read, for a separate record. */
export interface AuditedRead {
  readonly target: AuditTarget;
  readonly details: AuditDetails;
}

/** A refused attempt. */
export interface Denial {
  readonly at: Date;
  readonly actor: Actor;
  readonly action: string;
  readonly target: AuditTarget;
  readonly problem: ProblemCode;
  readonly details?: AuditDetails;
}

/** Rows in one statement: other writers wait for it. */
const rowsTogether = 100;

/** Records every change and every read of state content: who, what, when, from where, outcome. */
export class Audit {
  readonly #refusals: RefusalTally;
  readonly #deferred: DeferredRecords<AuditRow>;
  readonly #listeners: (() => void)[] = [];

  constructor(
    private readonly deps: {
      client: DatabaseClient;
      clock: Clock;
      /** Called for refusals that could not be written. */
      failed: (error: unknown) => void;
      /** Called for each record that cannot be written now; `kept` says whether it will be later. */
      deferred: (record: AuditRow, kept: boolean, reason: unknown) => void;
    },
  ) {
    this.#deferred = new DeferredRecords({
      write: (data) => {
        this.#tell();
        return deps.client.auditRecord.createMany({ data });
      },
      waits: deps.deferred,
    });
    this.#refusals = new RefusalTally({ write: (rows) => this.#kept(rows), failed: deps.failed });
  }

  /** The listener is called when a record is being written, before the commit; for the life of the service. */
  listen(listener: () => void): void {
    this.#listeners.push(listener);
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }

  /**
   * Records a change in `tx`; the record is only kept if the change is.
   * @param action such as `workspace.update`
   * @param details what changed; never a secret
   */
  async record(
    tx: TransactionClient,
    actor: Actor,
    action: string,
    target: AuditTarget,
    details?: AuditDetails,
  ): Promise<void> {
    this.#tell();
    await tx.auditRecord.create({ data: this.#done(actor, action, target, details) });
  }

  /** The same for writes without the client: a statement of the batch that makes the change. */
  statement(actor: Actor, action: string, target: AuditTarget, details?: AuditDetails): SqlWrite {
    this.#tell();
    return insertOf(this.#done(actor, action, target, details));
  }

  /**
   * Records a read of state content, before the first byte is sent. If the database accepts no writes, reading continues: the record is then in the log, and is
   * written as soon as there is space.
   */
  async read(actor: Actor, action: string, target: AuditTarget, details?: AuditDetails): Promise<void> {
    await this.#kept([this.#done(actor, action, target, details)]);
  }

  /** Several of them, a hundred in one statement. */
  async reads(actor: Actor, action: string, reads: readonly AuditedRead[]): Promise<void> {
    await this.#kept(reads.map(({ target, details }) => this.#done(actor, action, target, details)));
  }

  #done(actor: Actor, action: string, target: AuditTarget, details?: AuditDetails): AuditRow {
    return rowOf({ at: this.deps.clock.now(), actor, action, target, outcome: 'success', problem: null, details });
  }

  async #kept(rows: readonly AuditRow[]): Promise<void> {
    this.#tell();
    for (let from = 0; from < rows.length; from += rowsTogether) {
      const data = rows.slice(from, from + rowsTogether);
      try {
        await this.deps.client.auditRecord.createMany({ data });
      } catch (error) {
        if (outageOf(error) === null) throw error;
        this.#deferred.add(data, error);
      }
    }
  }

  /** Records an attempt that authorization refused. It is written a little later, and repetitions are counted: see {@link RefusalTally}. */
  denied(actor: Actor, action: string, target: AuditTarget, problem: ProblemCode): void {
    this.#note({ at: this.deps.clock.now(), actor, action, target, outcome: 'denied', problem });
  }

  /** Records an attempt that was allowed and failed for a reason worth recording; in the same way. */
  failed(actor: Actor, action: string, target: AuditTarget, problem: ProblemCode, details?: AuditDetails): void {
    this.#note({ at: this.deps.clock.now(), actor, action, target, outcome: 'failure', problem, details });
  }

  /** Records a request that changes nothing, but that others want to see; in the same way. */
  asked(actor: Actor, action: string, target: AuditTarget, details?: AuditDetails): void {
    this.#note({ at: this.deps.clock.now(), actor, action, target, outcome: 'success', problem: null, details });
  }

  #note(said: Said): void {
    this.#refusals.note(rowOf(said));
  }

  /** Refusals that other code has collected, in one statement. */
  async deniedTogether(denials: readonly Denial[]): Promise<void> {
    const data = denials.map((denial) => rowOf({ ...denial, outcome: 'denied' }));
    this.#tell();
    await this.deps.client.auditRecord.createMany({ data });
  }

  /** Writes waiting records; must be called before the database closes. What cannot be written is in the log. */
  async flush(): Promise<void> {
    await this.#refusals.flush();
    await this.#deferred.flush().catch(() => undefined);
  }
}
