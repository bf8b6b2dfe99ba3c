import type { Clock } from '../../platform/clock.js';
import type { DatabaseClient, SqlWrite, TransactionClient } from '../../platform/database/database.js';
import { outageOf } from '../../platform/outage.js';
import type { ProblemCode } from '../../platform/problems.js';
import { outsideWork } from '../../platform/work/work.js';
import type { RequestOrigin } from '../caller.js';
import { DeferredRecords } from './deferred-records.js';

/** Who acts: a caller, the holder of a signed URL, or the service itself. */
export interface Actor {
  readonly kind: 'user' | 'team' | 'organization' | 'restricted' | 'system' | 'anonymous';
  /** Name of the account, or of the part of the service. */
  readonly username: string;
  readonly userId?: string;
  readonly tokenId?: string;
  readonly origin?: RequestOrigin;
}

/** Who acts over a connection. */
export type RemoteActor = Actor & { readonly origin: RequestOrigin };

export interface AuditTarget {
  /** In words of the specification: workspace, state-version, organization, team … */
  readonly type: string;
  readonly id: string;
  readonly name?: string;
  /** Whose owners may read the record; left out for what belongs to the site. */
  readonly organizationId?: string;
}

/** A value of `details`. */
export type AuditDetail =
  | string
  | number
  | boolean
  | null
  | readonly AuditDetail[]
  | { readonly [key: string]: AuditDetail };
export type AuditDetails = Readonly<Record<string, AuditDetail>>;

/** Somebody who holds a signed URL: nobody knows more. */
export function anonymous(origin: RequestOrigin): RemoteActor {
  return { kind: 'anonymous', username: 'signed-url', origin };
}

/** A part of the service that acts on its own, such as the garbage collection. */
export function system(part: string): Actor {
  return { kind: 'system', username: part };
}

/** What was read, for a record of its own. */
export interface AuditedRead {
  readonly target: AuditTarget;
  readonly details: AuditDetails;
}

/** An attempt that was refused. */
export interface Denial {
  readonly at: Date;
  readonly actor: Actor;
  readonly action: string;
  readonly target: AuditTarget;
  readonly problem: ProblemCode;
  readonly details?: AuditDetails;
}

/** How long denials wait to be written together, in milliseconds. */
const denialsWaitMs = 100;

/** The record of every change and every read of state content: who, what, when, from where, outcome. */
export class Audit {
  #denials: AuditRow[] = [];
  #timer: NodeJS.Timeout | undefined;
  readonly #deferred: DeferredRecords<AuditRow>;
  readonly #listeners: (() => void)[] = [];

  constructor(
    private readonly deps: {
      client: DatabaseClient;
      clock: Clock;
      /** Hears of denials that could not be written. */
      failed: (error: unknown) => void;
      /** Hears of each record that cannot be written now; `kept` says whether it will be later. */
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
  }

  /** Hears that a record is being written, before it is kept; for the life of the service. */
  listen(listener: () => void): void {
    this.#listeners.push(listener);
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }

  /**
   * A change that happens in `tx`, and is recorded only if it does.
   * @param action the operation, such as `workspace.update`
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
    await tx.auditRecord.create({
      data: rowOf(this.deps.clock.now(), actor, action, target, 'success', null, details),
    });
  }

  /** The same for what is written past the client: a statement of the batch that makes the change. */
  statement(actor: Actor, action: string, target: AuditTarget, details?: AuditDetails): SqlWrite {
    const row = rowOf(this.deps.clock.now(), actor, action, target, 'success', null, details);
    this.#tell();
    return { sql: insertRecord, rows: [columns.map((name) => row[name])] };
  }

  /**
   * A read of state content, written before the first byte is given out. Where the database takes nothing, reading goes on: the record is in the log then, and
   * is written as soon as there is room.
   */
  async read(actor: Actor, action: string, target: AuditTarget, details?: AuditDetails): Promise<void> {
    await this.#kept([rowOf(this.deps.clock.now(), actor, action, target, 'success', null, details)]);
  }

  /** Several of them, in one statement. */
  async reads(actor: Actor, action: string, reads: readonly AuditedRead[]): Promise<void> {
    const at = this.deps.clock.now();
    await this.#kept(reads.map(({ target, details }) => rowOf(at, actor, action, target, 'success', null, details)));
  }

  async #kept(data: AuditRow[]): Promise<void> {
    this.#tell();
    try {
      await this.deps.client.auditRecord.createMany({ data });
    } catch (error) {
      if (outageOf(error) === null) throw error;
      this.#deferred.add(data, error);
    }
  }

  /**
   * An attempt that authorization refused. Written a little later, with others: a refusal that waited for its record would take longer than the answer
   * for an object that is missing, and so tell that there is one.
   */
  denied(actor: Actor, action: string, target: AuditTarget, problem: ProblemCode): void {
    this.#denials.push(rowOf(this.deps.clock.now(), actor, action, target, 'denied', problem));
    this.#timer ??= setTimeout(() => {
      outsideWork(() => this.flush()).catch(this.deps.failed);
    }, denialsWaitMs).unref();
  }

  /** Refusals that somebody else has gathered, in one statement. */
  async deniedTogether(denials: readonly Denial[]): Promise<void> {
    const data = denials.map(({ at, actor, action, target, problem, details }) =>
      rowOf(at, actor, action, target, 'denied', problem, details),
    );
    this.#tell();
    await this.deps.client.auditRecord.createMany({ data });
  }

  /** Writes what waits; to be called before the database closes. What cannot be written is in the log. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const data = this.#denials;
    this.#denials = [];
    if (data.length > 0) await this.#kept(data);
    await this.#deferred.flush().catch(() => undefined);
  }

  /** An attempt that was allowed and failed for a reason worth keeping. Not within a transaction. */
  async failed(
    actor: Actor,
    action: string,
    target: AuditTarget,
    problem: ProblemCode,
    details?: AuditDetails,
  ): Promise<void> {
    this.#tell();
    await this.deps.client.auditRecord.create({
      data: rowOf(this.deps.clock.now(), actor, action, target, 'failure', problem, details),
    });
  }
}

/** A record as it is stored; no secret is ever in one. */
export type AuditRow = ReturnType<typeof rowOf>;

const columns = [
  ...(['at', 'organizationId', 'actorId', 'actorName', 'actorKind', 'tokenId', 'action'] as const),
  ...(['targetType', 'targetId', 'targetName', 'outcome', 'problem', 'requestId', 'remoteAddress', 'details'] as const),
] satisfies readonly (keyof AuditRow)[];
const insertRecord = `INSERT INTO "AuditRecord" (${columns.map((name) => `"${name}"`).join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;

function rowOf(
  at: Date,
  actor: Actor,
  action: string,
  target: AuditTarget,
  outcome: 'success' | 'denied' | 'failure',
  problem: ProblemCode | null,
  details?: AuditDetails,
) {
  return {
    at,
    organizationId: target.organizationId ?? null,
    actorId: actor.userId ?? null,
    actorName: actor.username,
    actorKind: actor.kind,
    tokenId: actor.tokenId ?? null,
    action,
    targetType: target.type,
    targetId: target.id,
    targetName: target.name ?? null,
    outcome,
    problem,
    requestId: actor.origin?.requestId ?? null,
    remoteAddress: actor.origin?.remoteAddress ?? null,
    details: details === undefined ? null : JSON.stringify(details),
  };
}
