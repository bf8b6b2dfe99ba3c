import { ChangesMissing } from '../../platform/database/database.js';
import type {
  Database,
  Provider,
  SqlParameter,
  SqlWrite,
  TransactionClient,
} from '../../platform/database/database.js';
import type { WorkspaceRow } from '../../platform/database/models.js';
import { updateOf } from '../../platform/database/writes.js';
import { problem } from '../../platform/problems.js';
import { workspaceColumns, workspacesOf } from './workspace.row.js';

/** What is to be written, as it was decided with the rows that were read. */
export interface Planned<T> {
  /** The first one fails if the workspace is not any more what the plan was made with: see {@link stillSeen}. */
  readonly writes: readonly SqlWrite[];
  readonly result: T;
  /** Called once when what was planned is committed; `null` for nothing to do. */
  readonly committed: (() => void) | null;
}

/** Where a plan reads what it depends on. */
export interface Seeing {
  readonly database: Database;
  /** `null` outside of a transaction. */
  readonly tx: TransactionClient | null;
  /** 0 if what the caller has read before may still be right. */
  readonly attempt: number;
}

/** Decides what to write. It may be called again after a concurrent change, so it should have no effects that cannot be repeated. */
export type Plan<T> = (seeing: Seeing) => Promise<Planned<T>>;

/** Plans that are made without a transaction: in a workspace where others were faster so often, the next one keeps it for itself. */
const attemptsAlone = 2;

/**
 * Writes what a plan says, in one batch that is kept if the workspace is still what the plan was made with. If it is not, the plan is made again, and at last
 * within a transaction that nobody can overtake.
 */
export async function carryOut<T>(database: Database, plan: Plan<T>): Promise<T> {
  for (let attempt = 0; attempt < attemptsAlone; attempt += 1) {
    const planned = await plan({ database, tx: null, attempt });
    try {
      await database.writeSql(planned.writes);
    } catch (error) {
      if (!(error instanceof ChangesMissing)) throw error;
      continue;
    }
    return afterCommit(planned);
  }
  return afterCommit(
    await database.transaction((tx) => carryOutWithin({ database, tx, attempt: attemptsAlone }, plan)),
  );
}

/** What a transaction that has been committed carried out. */
export type CarriedOut<T> = Omit<Planned<T>, 'writes'>;

export function afterCommit<T>({ result, committed }: CarriedOut<T>): T {
  committed?.();
  return result;
}

/** The same within a transaction: after its commit, see {@link afterCommit}. */
export async function carryOutWithin<T>(
  seeing: Seeing & { readonly tx: TransactionClient },
  plan: Plan<T>,
): Promise<CarriedOut<T>> {
  const { database, tx, attempt } = seeing;
  const planned = await plan(seeing);
  try {
    await database.writeWithin(tx, planned.writes);
    return planned;
  } catch (error) {
    // A plan with a workspace that is held cannot come too late.
    if (!(error instanceof ChangesMissing) || attempt > 0) throw error;
    return carryOutWithin({ ...seeing, attempt: 1 }, plan);
  }
}

export const clientOf = ({ database, tx }: Seeing): TransactionClient => tx ?? database.client;

/**
 * The workspace as it is: what the caller has read, or a new row, which is held within a transaction.
 * @throws NOT_FOUND
 */
export async function seenWorkspace(seeing: Seeing, id: string, known: WorkspaceRow | null): Promise<WorkspaceRow> {
  const { database, tx, attempt } = seeing;
  if (known && attempt === 0) return known;
  if (tx && database.provider === 'postgresql') {
    await tx.$executeRawUnsafe('SELECT 1 FROM "Workspace" WHERE "id" = $1 FOR NO KEY UPDATE', id);
  }
  const row = tx ? await tx.workspace.findUnique({ where: { id } }) : await workspaceBeside(database, id);
  if (!row) throw problem('NOT_FOUND');
  return row;
}

const byIdSql = `SELECT ${workspaceColumns} FROM "Workspace" w WHERE w."id" = ?`;

async function workspaceBeside(database: Database, id: string): Promise<WorkspaceRow | null> {
  return workspacesOf(await database.readBeside(byIdSql, [id]))[0] ?? null;
}

/** For `insertWhere`: a row if the workspace is still the one that was seen. On PostgreSQL others who change it wait from then on. */
export function stillSeen(provider: Provider, { id, revision }: WorkspaceRow) {
  const hold = provider === 'postgresql' ? ' FOR NO KEY UPDATE' : '';
  return { sql: `FROM "Workspace" WHERE "id" = ? AND "revision" = ?${hold}`, parameters: [id, revision] };
}

/** Columns of a workspace with their new values. */
export type WorkspaceValues = Partial<Omit<WorkspaceRow, 'id' | 'revision'>>;

/** The row after a change, and the statement that makes it. Nothing of the batch is kept if the row is not any more the one that was seen. */
export function changedWorkspace(seen: WorkspaceRow, values: WorkspaceValues): { row: WorkspaceRow; write: SqlWrite } {
  const { id, revision } = seen;
  const row = { ...seen, ...values, id, revision: revision + 1n };
  const given: Record<string, SqlParameter> = { ...values, revision: row.revision };
  return { row, write: { ...updateOf('Workspace', given, { id, revision }), changes: 1 } };
}
