import { isMissingRow, isReferenceViolation, isUniqueViolation } from '../platform/database/conflicts.js';
import type { Database, TransactionClient } from '../platform/database/database.js';
import { problem } from '../platform/problems.js';
import type { Audit } from './audit/audit.js';
import { turnIdentityEpoch } from './epoch.js';
import type { Actor } from './audit/actor.js';
import type { AuditDetails, AuditTarget } from './audit/target.js';

export interface Change<T> {
  readonly result: T;
  readonly target: AuditTarget;
  readonly details?: AuditDetails;
}

/** A unique constraint that a caller can run into, and the input it is about. */
export interface Unique {
  readonly model: string;
  readonly columns: readonly string[];
  readonly field: readonly string[];
  readonly message?: string;
}

export interface ChangeOptions {
  readonly unique?: readonly Unique[];
  /** Nobody who called before can be affected, as by a new token: what is cached of callers stays. */
  readonly affectsNobody?: true;
}

/** The last two beats of a service method: do and record. The change, its record and the turn of the epoch are kept together, or none is. */
export class IdentityChanges {
  readonly #listeners: (() => void)[] = [];

  constructor(private readonly deps: { database: Database; audit: Audit }) {}

  /** Hears of every change that affects who called before, after it is kept; for the life of the service. */
  listen(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** @throws NAME_TAKEN for one of `options.unique`, NOT_FOUND or CONFLICT for what went away meanwhile, and whatever `work` throws */
  async make<T>(
    actor: Actor,
    action: string,
    work: (tx: TransactionClient) => Promise<Change<T>>,
    options: ChangeOptions = {},
  ): Promise<T> {
    try {
      const kept = await this.deps.database.transaction(async (tx) => {
        const { result, target, details } = await work(tx);
        await this.deps.audit.record(tx, actor, action, target, details);
        if (options.affectsNobody !== true) await turnIdentityEpoch(tx);
        return result;
      });
      if (options.affectsNobody !== true) for (const listener of this.#listeners) listener();
      return kept;
    } catch (error) {
      throw explained(error, options.unique ?? []);
    }
  }
}

/** What a caller can make of a refusal by the database: a name is taken, or what the change is about went away meanwhile. */
function explained(error: unknown, unique: readonly Unique[]): unknown {
  const taken = unique.find(({ model, columns }) => isUniqueViolation(error, model, columns));
  if (taken) return problem('NAME_TAKEN', taken.message, taken.field);
  if (isMissingRow(error)) return problem('NOT_FOUND');
  return isReferenceViolation(error) ? problem('CONFLICT') : error;
}
