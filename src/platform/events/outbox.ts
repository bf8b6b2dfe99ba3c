import type { SqlCondition } from '../database/conditions.js';
import type { SqlParameter, SqlWrite, TransactionClient } from '../database/database.js';
import type { NewEvent } from './event.js';

/** Transactions and batches with events: after their commit there is something to relay. */
const announcing = new WeakSet<object>();

/** Writes events in the transaction that makes them true: they are published only if it commits. */
export async function recordEvents(tx: TransactionClient, ...events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  announcing.add(tx);
  await tx.event.createMany({ data: events.map(rowOf) });
}

const columns = ['at', 'kind', 'topic', 'scope', 'subject', 'facts'] as const;
const insertColumns = `INSERT INTO "Event" (${columns.map((name) => `"${name}"`).join(', ')})`;
const oneRow = '(?, ?, ?, ?, ?, ?)';

/** The same for writes without Prisma: one more statement of the batch. */
export function eventWrite(...events: readonly NewEvent[]): SqlWrite {
  const values = events.flatMap((event): readonly SqlParameter[] => {
    const row = rowOf(event);
    return columns.map((name) => row[name]);
  });
  const write = { sql: `${insertColumns} VALUES ${events.map(() => oneRow).join(', ')}`, rows: [values] };
  announcing.add(write);
  return write;
}

/** The same for a number of events that differs from time to time: the text of the statement does not. */
export function eventWrites(events: readonly NewEvent[]): SqlWrite {
  const rows = events.map((event): readonly SqlParameter[] => {
    const row = rowOf(event);
    return columns.map((name) => row[name]);
  });
  const write = { sql: `${insertColumns} VALUES ${oneRow}`, rows };
  announcing.add(write);
  return write;
}

/** One event that is published if a condition is true at that point of the batch. Otherwise nothing of the batch is kept (`ChangesMissing`). */
export function eventWriteIf({ sql, parameters }: SqlCondition, event: NewEvent): SqlWrite {
  const row = rowOf(event);
  const write = {
    sql: `${insertColumns} SELECT ?, ?, ?, ?, ?, ? WHERE ${sql}`,
    rows: [[...columns.map((name) => row[name]), ...parameters]],
    changes: 1,
  };
  announcing.add(write);
  return write;
}

/** An event for each row of a selection: time, kind, topic, scope, subject and facts, in the order in which they happened. */
export function eventWriteOf({
  select,
  parameters,
}: {
  select: string;
  parameters: readonly SqlParameter[];
}): SqlWrite {
  const write = { sql: `${insertColumns} SELECT ${select}`, rows: [parameters] };
  announcing.add(write);
  return write;
}

/** @param committed the transaction, or the statements of the batch */
export function holdsEvents(committed: readonly object[]): boolean {
  return committed.some((part) => announcing.has(part));
}

function rowOf({ at, kind, topic, scope = '', subject, facts }: NewEvent) {
  return { at, kind, topic, scope, subject, facts: facts === undefined ? '{}' : JSON.stringify(facts) };
}
