import { bigint, boolean, text } from '../../platform/database/columns.js';
import { madeOfRows } from '../../platform/database/made-of-rows.js';
import type { Database, SqlRow, TransactionClient } from '../../platform/database/database.js';
import { stateVersionTable, workspaceTable } from '../../platform/database/generated/tables.js';
import type { Prisma, WorkspaceRow } from '../../platform/database/models.js';
import { rowReader } from '../../platform/database/row-reader.js';
import type { PageRows } from '../../platform/graphql/nested-pages.js';
import { ids } from '../../platform/ids.js';
import type { RunId, StateVersionId, UserId, WorkspaceId } from '../../platform/ids.js';
import { storedColumns } from '../quota/stored-bytes.js';
import type { StoredColumns } from '../quota/stored-bytes.js';
import type { StateVersionStatus } from './status.js';
import { counterOf } from './status.js';
import { fromRow } from './version.row.js';
import type { VersionHome, WorkspaceName } from './version-home.js';
import type { StateVersion } from './version.type.js';

/** A state version and where it belongs, read in one statement. */
export interface LocatedVersion {
  readonly version: StateVersion;
  readonly home: VersionHome;
  readonly isCurrent: boolean;
}

/** A workspace as a version may join it: what {@link StateVersionStore.joined} has read. Where its revision moves, all of it may be otherwise. */
export interface Joined {
  readonly workspace: WorkspaceRow;
  readonly home: VersionHome;
  /** What waits for content there: a version that joins takes its place. */
  readonly waiting: readonly PendingVersion[];
}

/** A state version that waits for its content. */
export interface PendingVersion extends StoredColumns {
  readonly id: string;
  readonly workspaceId: string;
  readonly serial: bigint;
}

/** The columns a new row is made with; everything else has its default. */
export interface NewVersion {
  readonly id: StateVersionId;
  readonly workspaceId: WorkspaceId;
  readonly number: bigint;
  readonly status: StateVersionStatus;
  readonly serial: bigint;
  readonly md5: string;
  readonly lineage: string | null;
  readonly force: boolean;
  readonly size: bigint;
  readonly stateFormat: number | null;
  readonly engineVersion: string | null;
  readonly createdAt: Date;
  readonly createdById: UserId;
  readonly runId: RunId | null;
  readonly rollbackOfId: StateVersionId | null;
  readonly createdUnderLock: string | null;
  readonly contentObjectId: string | null;
  readonly jsonObjectId: string | null;
  readonly jsonSize: bigint | null;
  readonly outputsGiven: boolean;
  readonly outputsSize: bigint;
  /** JSON text of the ids. */
  readonly outputIds: string;
}

/** The facts about a workspace, selected together with a version. */
const homeReader = rowReader<VersionHome>(
  {
    workspaceId: { sql: 'w."id"', read: ids.workspace.require },
    workspaceName: { sql: 'w."name"', read: text },
    organizationId: ids.organization.require,
    projectId: ids.project.require,
    globalRemoteState: boolean,
    connectedToVcs: { sql: 'w."vcsRepo" IS NOT NULL', read: boolean },
    plan: { sql: 'o."plan"', read: text },
    storageQuota: { sql: 'o."storageQuota"', read: bigint.orNull },
  },
  'home.',
);

const home = homeReader.selection('w');
const version = stateVersionTable.selection('v');

const located = `SELECT ${version}, ${home}, w."currentStateVersionId" FROM "StateVersion" v
  JOIN "Workspace" w ON w."id" = v."workspaceId" JOIN "Organization" o ON o."id" = w."organizationId"`;

const byIdSql = `${located} WHERE v."id" = ?`;

const byIdsSql = (count: number) => `${located} WHERE v."id" IN (${Array.from({ length: count }, () => '?').join()})`;

const currentSql = `SELECT ${version}, ${home} FROM "Workspace" w
  JOIN "Organization" o ON o."id" = w."organizationId"
  LEFT JOIN "StateVersion" v ON v."id" = w."currentStateVersionId" WHERE w."id" = ?`;

const homeSql = `SELECT ${home} FROM "Workspace" w JOIN "Organization" o ON o."id" = w."organizationId" WHERE w."id" = ?`;

const joinedSql = `SELECT ${workspaceTable.selection('w')}, ${home} FROM "Workspace" w
  JOIN "Organization" o ON o."id" = w."organizationId" WHERE w."id" = ?`;

const homeByNameSql = `SELECT ${home} FROM "Organization" o JOIN "Workspace" w ON w."organizationId" = o."id"
  WHERE o."name" = ? AND w."name" = ?`;

const homesOf = madeOfRows(homeReader.read);

const workspacesOf = madeOfRows((row) => ({ workspace: workspaceTable.read(row), home: homeReader.read(row) }));

const versionOf = (row: SqlRow, home: VersionHome) => fromRow(stateVersionTable.read(row), home);

/** A list is mostly of one workspace, whose facts are the same in all rows of a statement: they are read once. */
const versionsOf = madeOfRows<StateVersion>((row, before) => {
  const same = before?.workspaceId === row['workspaceId'] ? before?.home : null;
  return versionOf(row, same ?? homeReader.read(row));
});

/** Versions of a page of a list. The page is small and comes first, each row finds the next: CROSS JOIN tells SQLite so. */
export const versionsOfPage: PageRows<StateVersion> = {
  select: (page) => `SELECT p."parent", ${version}, ${home} FROM ${page} p CROSS JOIN "StateVersion" v
    CROSS JOIN "Workspace" w CROSS JOIN "Organization" o
    WHERE v."id" = p."id" AND w."id" = v."workspaceId" AND o."id" = w."organizationId"`,
  read: versionsOf,
};

const locatedOf = madeOfRows((row) => {
  const home = homeReader.read(row);
  const version = Object.freeze(versionOf(row, home));
  return { version, home, isCurrent: row['currentStateVersionId'] === version.id };
});

const currentOf = madeOfRows((row) => {
  const home = homeReader.read(row);
  return { home, version: row['id'] === null ? null : Object.freeze(versionOf(row, home)) };
});

/** Versions that are skipped one by one; a page further down is looked for by its number. */
const deep = 1_000;

const mostTogether = 10_000;

const counters = {
  pendingCount: true,
  finalizedCount: true,
  discardedCount: true,
  softDeletedCount: true,
  permanentlyDeletedCount: true,
} as const;

/** How many are in these statuses (none named: in all). */
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

  /** One version with its home; `null` when there is none. One statement. */
  async byId(id: StateVersionId): Promise<LocatedVersion | null> {
    const [located] = locatedOf(await this.deps.database.readSql(byIdSql, [id]));
    return located ?? null;
  }

  /** A workspace's home facts and its current version, which may be absent; `null` when there is no such workspace. One statement. */
  async current(workspaceId: WorkspaceId): Promise<{ home: VersionHome; version: StateVersion | null } | null> {
    const [current] = currentOf(await this.deps.database.readSql(currentSql, [workspaceId]));
    return current ?? null;
  }

  /** The facts about a workspace that its versions depend on. */
  async home(workspaceId: WorkspaceId): Promise<VersionHome | null> {
    const [home] = homesOf(await this.deps.database.readSql(homeSql, [workspaceId]));
    return home ?? null;
  }

  /** A workspace and its home facts; `null` when there is none. One statement. */
  async workspace(id: WorkspaceId): Promise<Pick<Joined, 'workspace' | 'home'> | null> {
    const [found] = workspacesOf(await this.deps.database.readSql(joinedSql, [id]));
    return found ?? null;
  }

  /** That with what waits for content there: whatever changes among those changes the revision of the workspace too. */
  async joined(found: Pick<Joined, 'workspace' | 'home'>): Promise<Joined> {
    return { ...found, waiting: await this.pending(this.deps.database.client, found.workspace) };
  }

  async homeByName({ organization, workspace }: WorkspaceName): Promise<VersionHome | null> {
    const [home] = homesOf(await this.deps.database.readSql(homeByNameSql, [organization, workspace]));
    return home ?? null;
  }

  /** Several versions with their homes, in no order. One statement for as many as an answer can hold. */
  async byIds(wanted: readonly StateVersionId[]): Promise<StateVersion[]> {
    const found: StateVersion[] = [];
    for (let start = 0; start < wanted.length; start += mostTogether) {
      const some = wanted.slice(start, start + mostTogether);
      found.push(...versionsOf(await this.deps.database.readSql(byIdsSql(some.length), some)));
    }
    return found;
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

  /** The newest number, where none below it is missing but the oldest: there, a page begins at a number. `null` elsewhere. */
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
   * The first numbers over several statuses, one status at a time: each is a stretch of an index, while a database that is asked for all at once goes through
   * the whole history for those that are rare.
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

  /** How many versions a workspace has in these statuses (none named: in all), from its counters. */
  async count(workspaceId: WorkspaceId, statuses: readonly StateVersionStatus[]): Promise<bigint> {
    const { workspace } = this.deps.database.client;
    const row = await workspace.findUnique({ where: { id: workspaceId }, select: counters });
    return row ? versionTotal(row, statuses) : 0n;
  }

  /** The newest version whose content arrived. */
  async newestWithContent(tx: TransactionClient, workspaceId: WorkspaceId): Promise<StateVersion | null> {
    const row = await tx.stateVersion.findFirst({
      where: { workspaceId, status: { notIn: ['pending', 'discarded'] } },
      orderBy: { number: 'desc' },
    });
    return row && fromRow(row);
  }

  /** What a version takes over from its run; `null` when there is no such run. */
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

  async insert(tx: TransactionClient, version: NewVersion): Promise<StateVersion> {
    const arrived = version.contentObjectId === null ? null : version.createdAt;
    return fromRow(
      await tx.stateVersion.create({
        data: {
          ...version,
          finalizedAt: arrived,
          contentUploadedAt: arrived,
          jsonUploadedAt: version.jsonObjectId === null ? null : version.createdAt,
        },
      }),
    );
  }

  /** Names the JSON form of a version, unless it has one or takes none any more. @returns whether it was taken */
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

  /** What waits for content in the workspace, with what it stores; asked only where the workspace says that there is any. */
  async pending(
    client: Pick<TransactionClient, 'stateVersion'>,
    { id, pendingCount }: Pick<WorkspaceRow, 'id' | 'pendingCount'>,
  ): Promise<PendingVersion[]> {
    if (pendingCount === 0n) return [];
    const select = { id: true, workspaceId: true, serial: true, ...storedColumns } as const;
    return client.stateVersion.findMany({ where: { workspaceId: id, status: 'pending' }, select });
  }

  /** Discards what waits for content, with the JSON form and the outputs it came with: nothing of it was ever true. */
  async discard(tx: TransactionClient, versions: readonly PendingVersion[], at: Date): Promise<void> {
    const ids = versions.map(({ id }) => id);
    await tx.stateVersionOutput.deleteMany({ where: { stateVersionId: { in: ids } } });
    await tx.stateVersion.updateMany({
      where: { id: { in: ids } },
      data: {
        ...{ status: 'discarded', discardedAt: at },
        ...{ jsonObjectId: null, jsonSize: null, outputIds: '[]', outputsSize: 0n },
      },
    });
  }
}
