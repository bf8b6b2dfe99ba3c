import { isMissingRow, isReferenceViolation, isUniqueViolation } from '../../platform/database/conflicts.js';
import type { Database, SqlWrite, TransactionClient } from '../../platform/database/database.js';
import type { NewEvent } from '../../platform/events/event.js';
import { eventWrite, recordEvents } from '../../platform/events/outbox.js';
import { problem } from '../../platform/problems.js';
import type { Actor } from './actor.js';
import type { Audit } from './audit.js';
import type { AuditDetails, AuditTarget } from './target.js';

/** The result of a change, and the content of its record. */
export interface Change<T> {
  readonly result: T;
  readonly target: AuditTarget;
  /** Never a secret. */
  readonly details?: AuditDetails;
  /** The events for subscribers. */
  readonly events?: readonly NewEvent[];
}

/** A unique constraint that a caller may violate, and the input it is about. */
export interface Unique {
  readonly model: string;
  readonly columns: readonly string[];
  readonly field: readonly string[];
  readonly message?: string;
}

export interface Explanations {
  /** For names that others took at the same moment: NAME_TAKEN. */
  readonly unique?: readonly Unique[];
  /** For a row that was deleted in the meantime. Defaults to NOT_FOUND. */
  readonly missing?: () => Error;
}

/** The last two steps of a service method: do and record. The change, its record and its events are kept together, or none of them is. */
export class RecordedChanges {
  constructor(private readonly deps: { readonly database: Database; readonly audit: Audit }) {}

  /** @throws NAME_TAKEN for one of `unique`, NOT_FOUND or CONFLICT because of concurrent changes, and whatever `work` throws */
  async make<T>(
    actor: Actor,
    action: string,
    work: (tx: TransactionClient) => Promise<Change<T>>,
    explanations: Explanations = {},
  ): Promise<T> {
    try {
      return await this.deps.database.transaction(async (tx) => this.record(tx, actor, action, await work(tx)));
    } catch (error) {
      throw explained(error, explanations);
    }
  }

  /** The record of a change and its events as statements of the batch that makes it: they come after it. */
  recording(
    actor: Actor,
    action: string,
    { target, details, events = [] }: Omit<Change<unknown>, 'result'>,
  ): SqlWrite[] {
    const record = this.deps.audit.statement(actor, action, target, details);
    return events.length > 0 ? [eventWrite(...events), record] : [record];
  }

  /** A change in an existing transaction. @returns its result */
  async record<T>(
    tx: TransactionClient,
    actor: Actor,
    action: string,
    { result, target, details, events = [] }: Change<T>,
  ): Promise<T> {
    await recordEvents(tx, ...events);
    await this.deps.audit.record(tx, actor, action, target, details);
    return result;
  }
}

/** The problem for a caller after a refusal by the database. */
function explained(error: unknown, { unique = [], missing }: Explanations): unknown {
  const taken = unique.find(({ model, columns }) => isUniqueViolation(error, model, columns));
  if (taken) return problem('NAME_TAKEN', taken.message, taken.field);
  if (isMissingRow(error)) return missing?.() ?? problem('NOT_FOUND');
  return isReferenceViolation(error) ? problem('CONFLICT') : error;
}
