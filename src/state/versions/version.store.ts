import { text } from '../../platform/database/columns.js';
import type { Database, SqlRow, SqlWrite, TransactionClient } from '../../platform/database/database.js';
import type { Prisma, StateVersionRow, WorkspaceRow } from '../../platform/database/models.js';
import { rowsAmong } from '../../platform/database/rows-among.js';
import { insertWhere, updateOf } from '../../platform/database/writes.js';
import { ids } from '../../platform/ids.js';
import type { RunId, StateVersionId, StateVersionOutputId, UserId, WorkspaceId } from '../../platform/ids.js';
import type { InventoryColumns } from '../inventory/arrived-inventory.js';
import { rowsTogether } from '../outputs/output.store.js';
import { stillSeen } from '../workspaces/planned-change.js';
import { storedColumns } from '../quota/stored-bytes.js';
import type { StoredColumns } from '../quota/stored-bytes.js';
import type { StateVersionStatus } from './status.js';
import { counterOf } from './status.js';
import { arrivals } from './new-version.js';
import type { NewVersion } from './new-version.js';
import { fromRow } from './version.row.js';
import type { Neighbours, VersionHome, WorkspaceName } from './version-home.js';
import type { StateVersion } from './version.type.js';
import {
  byIdSql,
  byIdsSql,
  currentOf,
  currentSql,
  homeByNameSql,
  homeSql,
  homesOf,
  joinedSql,
  locatedOf,
  neighboursSql,
  sourceOf,
  sourceSql,
  versionsOf,
  workspacesOf,
} from './version-rows.js';

/** A state version with its workspace, read in one statement. */
export interface LocatedVersion {
  readonly version: StateVersion;
  readonly home: VersionHome;
  readonly isCurrent: boolean;
}

/** A workspace with the data for a new version: the result of {@link StateVersionStore.joined}. If its revision changes, all of it may be outdated. */
export interface Joined {
  readonly workspace: WorkspaceRow;
  readonly home: VersionHome;
  /** The newest version that ever was its state; a new version follows it. */
  readonly newest: StateVersionId | null;
  /** Versions that wait for content: a new version replaces them. */
  readonly waiting: readonly PendingVersion[];
}

/** A workspace with one of its versions. */
export interface WithSource extends Omit<Joined, 'waiting'> {
  readonly source: StateVersion | null;
  /** JSON: ids and sealed values of the outputs that have any; `null` where there are too many outputs to say. */
  readonly sealed: string | null;
}

/** What is known of the content of a version, for a copy of it that nobody needs to read again. */
export interface CopiedInventory {
  readonly source: StateVersion;
  readonly outputIds: readonly StateVersionOutputId[];
}

/** A state version that waits for its content. */
export interface PendingVersion extends StoredColumns {
  readonly id: string;
  readonly workspaceId: string;
  readonly serial: bigint;
}

/** How long the text of the ids of as many outputs is as one batch copies. */
const mostOfCopiedIds = rowsTogether * JSON.stringify([ids.stateVersionOutput.make()]).length;

/** What is read out of the content of a version, in its row. */
const inventoryColumns = [
  ...['resourcesProcessed', 'processingProblem', 'resourceCount', 'managedCount', 'billableRumCount'],
  ...['modules', 'providers', 'resources'],
] as const;

/** The same of a copy. */
export function copiedFrom({ source, outputIds }: CopiedInventory) {
  const { resourcesProcessed, processingProblem, resourceCount, managedCount, billableRumCount } = source;
  const { modulesJson, providersJson, resourcesJson } = source;
  const counted = { resourcesProcessed, processingProblem, resourceCount, managedCount, billableRumCount };
  return { ...counted, modulesJson, providersJson, resourcesJson, outputIds };
}

/** What a version that waited gets from its content. */
export type TakenContent = Pick<
  StateVersionRow,
  | 'intermediate'
  | 'finalizedAt'
  | 'contentUploadedAt'
  | 'contentObjectId'
  | 'size'
  | 'stateFormat'
  | 'engineVersion'
  | 'lineage'
>;

const removeOutputsSql = 'DELETE FROM "StateVersionOutput" WHERE "stateVersionId" = ?';
const discardSql = `UPDATE "StateVersion" SET "status" = 'discarded', "discardedAt" = ?, "jsonObjectId" = NULL, "jsonSize" = NULL,
  "outputIds" = '[]', "outputsSize" = 0 WHERE "id" = ?`;

/** Versions that are skipped one by one; a later page is found by its number. */
const deep = 1_000;

const counters = {
  pendingCount: true,
  finalizedCount: true,
  discardedCount: true,
  softDeletedCount: true,
  permanentlyDeletedCount: true,
} as const;

/** The number of versions with these statuses (without statuses: all). */
export function versionTotal(
  row: Readonly<Record<keyof typeof counters, bigint>>,
  statuses: readonly StateVersionStatus[],
): bigint {
  const names = statuses.length > 0 ? statuses.map((status) => counterOf[status]) : Object.values(counterOf);
  return [...new Set(names)].reduce((sum, name) => sum + row[name], 0n);
}

const inStatuses = (workspaceId: WorkspaceId, statuses: readonly StateVersionStatus[]) => ({
  workspaceId,
  ...(statuses.length > 0 && { status: { in: [...statuses] } }),
});

/** Queries on state versions. */
export class StateVersionStore {
  constructor(private readonly deps: { database: Database }) {}

  /** One version with its workspace data; `null` if there is none. One statement. */
  async byId(id: StateVersionId): Promise<LocatedVersion | null> {
    const [located] = locatedOf(await this.deps.database.readBeside(byIdSql, [id]));
    return located ?? null;
  }

  /** A workspace's data and its current version, which may be absent; `null` if there is no such workspace. One statement. */
  async current(workspaceId: WorkspaceId): Promise<{ home: VersionHome; version: StateVersion | null } | null> {
    const [current] = currentOf(await this.deps.database.readSql(currentSql, [workspaceId]));
    return current ?? null;
  }

  /** The states before and after each of several versions. */
  async neighbours(wanted: readonly StateVersionId[]): Promise<ReadonlyMap<string, Neighbours>> {
    const rows = await rowsAmong(this.deps.database, 'id', wanted, neighboursSql);
    const id = (value: SqlRow[string]) => ids.stateVersion.parse(text.orNull(value));
    return new Map(rows.map((row) => [text(row['id']), { previous: id(row['previous']), next: id(row['next']) }]));
  }

  /** The data of a workspace that its versions depend on. */
  async home(workspaceId: WorkspaceId): Promise<VersionHome | null> {
    const [home] = homesOf(await this.deps.database.readSql(homeSql, [workspaceId]));
    return home ?? null;
  }

  /** A workspace and its data; `null` if there is none. One statement. */
  async workspace(id: WorkspaceId): Promise<Omit<Joined, 'waiting'> | null> {
    const [found] = workspacesOf(await this.deps.database.readSql(joinedSql, [id]));
    return found ?? null;
  }

  /** The same with a version to return to: `source` is `null` if the workspace has no such version. */
  async withSource(id: WorkspaceId, sourceId: StateVersionId): Promise<WithSource | null> {
    const { database } = this.deps;
    const sql = sourceSql(database.provider, mostOfCopiedIds);
    const [found] = sourceOf(await database.readSql(sql, [sourceId, id]));
    return found ?? null;
  }

  /** The same with versions that wait for content: every change of those also changes the revision of the workspace. */
  async joined(found: Omit<Joined, 'waiting'>): Promise<Joined> {
    return { ...found, waiting: await this.pending(this.deps.database.client, found.workspace) };
  }

  async homeByName({ organization, workspace }: WorkspaceName): Promise<VersionHome | null> {
    const [home] = homesOf(await this.deps.database.readSql(homeByNameSql, [organization, workspace]));
    return home ?? null;
  }

  /** Several versions with their workspace data, in no order. */
  async byIds(wanted: readonly StateVersionId[]): Promise<readonly StateVersion[]> {
    return versionsOf(await rowsAmong(this.deps.database, 'id', wanted, byIdsSql));
  }

  /** A numbered page, newest first. */
  async page(
    home: VersionHome,
    statuses: readonly StateVersionStatus[],
    page: { skip: number; take: number },
  ): Promise<StateVersion[]> {
    const { skip, take } = page;
    const { stateVersion } = this.deps.database.client;
    const { workspaceId } = home;
    const newest = statuses.length === 0 && skip >= deep ? await this.#unbroken(workspaceId) : null;
    if (newest !== null) {
      const number = { lte: newest - BigInt(skip) };
      const rows = await stateVersion.findMany({ where: { workspaceId, number }, orderBy: { number: 'desc' }, take });
      return rows.map((row) => fromRow(row, home));
    }
    if (statuses.length < 2) {
      const where = inStatuses(workspaceId, statuses);
      const rows = await stateVersion.findMany({ where, orderBy: { number: 'desc' }, skip, take });
      return rows.map((row) => fromRow(row, home));
    }
    const query = { where: {}, orderBy: { number: 'desc' }, take: skip + take } as const;
    const numbers = (await this.#numbers(workspaceId, statuses, query)).slice(skip);
    const rows = await stateVersion.findMany({
      where: { workspaceId, number: { in: numbers } },
      orderBy: { number: 'desc' },
    });
    return rows.map((row) => fromRow(row, home));
  }

  /** The newest number, if none is missing except the oldest: then a page begins at a number. Otherwise `null`. */
  async #unbroken(workspaceId: WorkspaceId): Promise<bigint | null> {
    const { workspace, stateVersion } = this.deps.database.client;
    const [row, oldest] = await Promise.all([
      workspace.findUnique({ where: { id: workspaceId }, select: { lastNumber: true, ...counters } }),
      stateVersion.findFirst({ where: { workspaceId }, orderBy: { number: 'asc' }, select: { number: true } }),
    ]);
    if (!row || !oldest) return null;
    return versionTotal(row, []) === row.lastNumber - oldest.number + 1n ? row.lastNumber : null;
  }

  /**
   * The first numbers over several statuses, one status at a time: each is a range of an index. For all at once, a database would read the whole history to
   * find rare ones.
   */
  async #numbers(
    workspaceId: WorkspaceId,
    statuses: readonly StateVersionStatus[],
    query: { where: Prisma.StateVersionWhereInput; orderBy: { readonly number: 'asc' | 'desc' }; take: number },
  ): Promise<bigint[]> {
    const { where, orderBy, take } = query;
    const lists = await Promise.all(
      [...new Set(statuses)].map((status) =>
        this.deps.database.client.stateVersion.findMany({
          where: { AND: [{ workspaceId, status }, where] },
          orderBy,
          take,
          select: { number: true },
        }),
      ),
    );
    const sign = orderBy.number === 'asc' ? 1 : -1;
    const numbers = lists.flat().map(({ number }) => number);
    return numbers.sort((a, b) => sign * (a < b ? -1 : 1)).slice(0, take);
  }

  /** The number of versions of a workspace with these statuses (without statuses: all), from its counters. */
  async count(workspaceId: WorkspaceId, statuses: readonly StateVersionStatus[]): Promise<bigint> {
    const { workspace } = this.deps.database.client;
    const row = await workspace.findUnique({ where: { id: workspaceId }, select: counters });
    return row ? versionTotal(row, statuses) : 0n;
  }

  /** The newest version whose content arrived. */
  async newestWithContent(
    tx: Pick<TransactionClient, 'stateVersion'>,
    workspaceId: WorkspaceId,
  ): Promise<StateVersion | null> {
    const row = await tx.stateVersion.findFirst({
      where: { workspaceId, status: { notIn: ['pending', 'discarded'] } },
      orderBy: { number: 'desc' },
    });
    return row && fromRow(row);
  }

  /** The data that a version takes from its run; `null` if there is no such run. */
  async runOf(runId: RunId): Promise<{ workspaceId: string; executedByService: boolean } | null> {
    const select = { workspaceId: true, executedByService: true } as const;
    return this.deps.database.client.run.findUnique({ where: { id: runId }, select });
  }

  /** The internal account `service`. */
  async serviceAccount(): Promise<UserId | null> {
    const { user } = this.deps.database.client;
    return ids.user.parse((await user.findFirst({ where: { kind: 'service' }, select: { id: true } }))?.id);
  }

  async inTransaction(tx: TransactionClient, id: StateVersionId): Promise<StateVersion | null> {
    const row = await tx.stateVersion.findUnique({ where: { id } });
    return row && fromRow(row);
  }

  /** Adds a version to a workspace that is still the one that was seen: the first statement of a batch. */
  insertion(
    version: NewVersion,
    seen: WorkspaceRow,
    { copied, read }: { copied: CopiedInventory | null; read: InventoryColumns | null },
  ): SqlWrite {
    const row = { ...version, ...arrivals(version), ...read };
    const still = stillSeen(this.deps.database.provider, seen);
    if (!copied) return insertWhere('StateVersion', row, still);
    const { id, resourcesProcessed, outputIds } = copied.source;
    // As it was read: the outputs that are copied with it are those of this list.
    const source = {
      sql: `FROM "StateVersion" s WHERE s."id" = ? AND s."status" = 'finalized' AND s."resourcesProcessed" = ? AND s."outputIds" = ?
        AND EXISTS (SELECT 1 ${still.sql})`,
      parameters: [id, resourcesProcessed, JSON.stringify(outputIds), ...still.parameters],
    };
    return insertWhere('StateVersion', row, source, inventoryColumns);
  }

  /** Stores the JSON form of a version, unless it has one or accepts none any more. @returns whether it was accepted */
  async attachJson(
    tx: TransactionClient,
    id: StateVersionId,
    json: { objectId: string; size: number },
    at: Date,
  ): Promise<boolean> {
    const { count } = await tx.stateVersion.updateMany({
      where: { id, jsonUploadedAt: null, status: { in: ['pending', 'finalized'] } },
      data: { jsonObjectId: json.objectId, jsonSize: BigInt(json.size), jsonUploadedAt: at },
    });
    return count === 1;
  }

  /** The versions of the workspace that wait for content, with their stored bytes; only read if the workspace says that there are any. */
  async pending(
    client: Pick<TransactionClient, 'stateVersion'>,
    { id, pendingCount }: Pick<WorkspaceRow, 'id' | 'pendingCount'>,
  ): Promise<PendingVersion[]> {
    if (pendingCount === 0n) return [];
    const select = { id: true, workspaceId: true, serial: true, ...storedColumns } as const;
    return client.stateVersion.findMany({ where: { workspaceId: id, status: 'pending' }, select });
  }

  /** Discards versions that wait for content, with their JSON form and outputs: they never took effect. */
  discarding(versions: readonly PendingVersion[], at: Date): SqlWrite[] {
    if (versions.length === 0) return [];
    return [
      { sql: removeOutputsSql, rows: versions.map(({ id }) => [id]) },
      { sql: discardSql, rows: versions.map(({ id }) => [at, id]) },
    ];
  }

  /**
   * The raw content of a version that waits for it: a statement of a batch, of which nothing is kept if it does not wait any more, or if its outputs, which
   * those that were read replace, are others.
   */
  taking({ id, outputIds }: StateVersion, content: TakenContent, read: InventoryColumns | null): SqlWrite {
    const waiting = { id, status: 'pending', ...(read && { outputIds: JSON.stringify(outputIds) }) };
    return { ...updateOf('StateVersion', { ...content, ...read, status: 'finalized' }, waiting), changes: 1 };
  }
}
