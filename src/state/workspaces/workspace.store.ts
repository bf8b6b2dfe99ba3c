import DataLoader from 'dataloader';
import type { TransactionClient } from '../../platform/database/client.js';
import { condition } from '../../platform/database/conditions.js';
import type { SqlCondition } from '../../platform/database/conditions.js';
import type { Database, Provider } from '../../platform/database/database.js';
import { inLockOrder } from '../../platform/database/lock-order.js';
import { letGo } from '../backing-data/unnamed-objects.js';
import type { Prisma, WorkspaceRow } from '../../platform/database/models.js';
import { amongFew } from '../../platform/database/name-parts.js';
import { rowsBeside } from '../../platform/database/rows-among.js';
import type { Connection, PageAsked } from '../../platform/graphql/connection.js';
import { bigint, instant, sortedBy, text } from '../../platform/graphql/keyset.js';
import { sortedPage } from '../../platform/graphql/keyset-prisma.js';
import type { SortedPage } from '../../platform/graphql/keyset-prisma.js';
import { problem } from '../../platform/problems.js';
import { sharedWork } from '../../platform/work/work.js';
import { ReservedKeyStore } from '../tags/reserved-key.store.js';
import { workspaceColumns, workspacesOf } from './workspace.row.js';
import { WorkspaceNameParts } from './name-parts.js';
import { fewTagged, soughtTags, taggedCount } from './sought-tags.js';
import type { SoughtTags } from './sought-tags.js';
import { keysAsked, namePartsOf, searchConditions, tagsAsked, valuesAsked } from './workspace-search.js';
import type { WorkspaceSearch, WorkspaceSort, WorkspaceSortKey } from './workspace-search.js';

/** The changeable columns of a workspace row; only {@link changeWorkspace} changes the revision. */
export type WorkspaceChanges = Omit<Prisma.WorkspaceUncheckedUpdateManyInput, 'id' | 'revision'>;

/** Decides with the present row what to change. It runs again if another change was faster, so it should have no effects that cannot be repeated. */
export type WorkspaceChange = (seen: WorkspaceRow) => WorkspaceChanges | Promise<WorkspaceChanges>;

/**
 * Changes a workspace row without losing concurrent changes: `update … where revision = seen`. If another change was faster, the transaction takes the row for
 * itself and decides again: whoever only tried once more would be overtaken again, and everybody at the row would try as often as there are others. Errors of
 * `change` pass through, and nothing is written.
 * @param tx a transaction; without one, others could be faster again
 * @returns the new row
 * @throws NOT_FOUND if there is no such workspace
 */
export async function changeWorkspace(
  tx: Pick<TransactionClient, 'workspace'>,
  id: string,
  change: WorkspaceChange,
): Promise<WorkspaceRow> {
  const changed =
    (await changeSeen(tx, await tx.workspace.findUnique({ where: { id } }), change)) ??
    (await changeSeen(tx, await takeWorkspace(tx, id), change));
  if (!changed) throw problem('CONFLICT');
  return changed;
}

/** @returns nothing if the row is no longer what was seen */
async function changeSeen(
  tx: Pick<TransactionClient, 'workspace'>,
  seen: WorkspaceRow | null,
  change: WorkspaceChange,
): Promise<WorkspaceRow | undefined> {
  if (!seen) throw problem('NOT_FOUND');
  const { id, revision } = seen;
  const data = { ...(await change(seen)), revision: revision + 1n };
  const [changed] = await tx.workspace.updateManyAndReturn({ where: { id, revision }, data });
  return changed;
}

/** The present row, which nobody else changes from then on. */
async function takeWorkspace(tx: Pick<TransactionClient, 'workspace'>, id: string): Promise<WorkspaceRow | null> {
  const data = { revision: { increment: 1 } };
  const [taken] = await tx.workspace.updateManyAndReturn({ where: { id }, data });
  return taken ?? null;
}

/** A part of a sorted list. */
export interface WorkspacePage {
  readonly skip: number;
  readonly take: number;
}

const select = `SELECT ${workspaceColumns} FROM "Workspace" w`;
const byIdsSql = ({ sql, parameters }: SqlCondition) => condition(`${select} WHERE w.${sql}`, ...parameters);
const byNameSql = `${select} JOIN "Organization" o ON o."id" = w."organizationId" WHERE o."name" = ? AND w."name" = ?`;

export type WorkspaceWhere = Prisma.WorkspaceWhereInput;

/** Queries on workspaces. They know nothing of callers: `visible` restricts a list to what one may see. */
export class WorkspaceStore {
  /** It caches nothing: each read begins after its request. A read is for all who requested it, and does not end with the first of them. */
  readonly #together = new DataLoader<string, WorkspaceRow | null>((ids) => sharedWork(() => this.byIds(ids)), {
    cache: false,
  });

  readonly nameParts: WorkspaceNameParts;
  readonly #reservedKeys: ReservedKeyStore;

  constructor(private readonly deps: { database: Database }) {
    this.nameParts = new WorkspaceNameParts(deps);
    this.#reservedKeys = new ReservedKeyStore({ client: deps.database.client });
  }

  /** All that are requested in one turn take one statement. */
  byId(id: string): Promise<WorkspaceRow | null> {
    return this.#together.load(id);
  }

  /** In the order of `ids`, with null for missing ones. */
  async byIds(ids: readonly string[]): Promise<(WorkspaceRow | null)[]> {
    const rows = workspacesOf(await rowsBeside(this.deps.database, 'id', ids, byIdsSql));
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => byId.get(id) ?? null);
  }

  async byName(organizationName: string, name: string): Promise<WorkspaceRow | null> {
    const [workspace] = workspacesOf(await this.deps.database.readSql(byNameSql, [organizationName, name]));
    return workspace ?? null;
  }

  /** The condition of a list of an organization: the visible ones that match the search. Those that few names match are named. */
  async where(organizationId: string, visible: WorkspaceWhere, search: WorkspaceSearch): Promise<Searched> {
    const { database } = this.deps;
    const few = await this.nameParts.few(organizationId, namePartsOf(search) ?? []);
    const tags = await soughtTags(database, organizationId, keysAsked(search));
    const tagged = await fewTagged(database, tags, tagsAsked(search));
    const asked = valuesAsked(search);
    const fixed =
      asked.length === 0
        ? undefined
        : (await this.#reservedKeys.fixedKeys([organizationId], asked)).get(organizationId);
    const where = {
      AND: [visible, searchConditions(search, { tags, fixed }), ...amongFew(few), ...amongFew(tagged)],
    };
    return { where, tags };
  }

  /** How many workspaces have a tag, if that is known without going over them. */
  taggedCount(tags: SoughtTags, key: string): Promise<bigint | null> {
    return taggedCount(this.deps.database, tags, key);
  }

  list(where: WorkspaceWhere, sort: WorkspaceSort, page: WorkspacePage): Promise<WorkspaceRow[]> {
    return this.deps.database.client.workspace.findMany({ where, orderBy: orderOf(sort), ...page });
  }

  connection(
    where: WorkspaceWhere,
    { by, descending: downwards }: WorkspaceSort,
    page: PageAsked,
    count: Connection<WorkspaceRow>['count'],
  ): Promise<Connection<WorkspaceRow>> {
    const rows = ({ where: place, orderBy, take }: ListQuery) =>
      this.deps.database.client.workspace.findMany({ where: { AND: [where, place] }, orderBy, take });
    return pages[by](downwards ? 'DESC' : 'ASC', page, { rows, count });
  }

  count(where: WorkspaceWhere): Promise<number> {
    return this.deps.database.client.workspace.count({ where });
  }
}

/** The condition of a list, with what was found of the tags that it names. */
interface Searched {
  readonly where: WorkspaceWhere;
  readonly tags: SoughtTags;
}

interface ListQuery {
  where: WorkspaceWhere;
  orderBy: Prisma.WorkspaceOrderByWithRelationInput[];
  take: number;
}

const columns = {
  name: 'name',
  'latest-change-at': 'latestChangeAt',
  'created-at': 'createdAt',
  'updated-at': 'updatedAt',
  'current-run.created-at': 'currentRunAt',
} as const satisfies Record<WorkspaceSortKey, keyof WorkspaceRow>;

/** The id makes the order total, so a page never ends between two equal rows. */
function orderOf({ by, descending }: WorkspaceSort): Prisma.WorkspaceOrderByWithRelationInput[] {
  const direction = descending ? 'desc' : 'asc';
  return [{ [columns[by]]: direction }, { id: direction }];
}

const pages: Readonly<Record<WorkspaceSortKey, SortedPage<ListQuery, WorkspaceRow>>> = {
  name: sortedPage(sortedBy('name', text)),
  'latest-change-at': sortedPage(sortedBy('latestChangeAt', instant)),
  'created-at': sortedPage(sortedBy('createdAt', instant)),
  'updated-at': sortedPage(sortedBy('updatedAt', instant)),
  'current-run.created-at': sortedPage(sortedBy('currentRunAt', bigint)),
};

/** Inserts a workspace and updates the counters of its organization and project. */
export async function insertWorkspace(
  tx: TransactionClient,
  row: Prisma.WorkspaceUncheckedCreateInput,
): Promise<WorkspaceRow> {
  // Its owners first: a deletion that holds one of them waits for nobody who waits for it.
  await tx.organization.update({ where: { id: row.organizationId }, data: { workspaceCount: { increment: 1 } } });
  await tx.project.update({ where: { id: row.projectId }, data: { workspaceCount: { increment: 1 } } });
  return tx.workspace.create({ data: row });
}

/** Deletes a workspace with everything that belongs to it; its objects are marked, and swept later. */
export async function removeWorkspace(
  tx: TransactionClient,
  provider: Provider,
  workspace: WorkspaceRow,
  now: Date,
): Promise<void> {
  await letGo(tx, provider, { workspaceIds: [workspace.id] }, now);
  // Before the counters of its tags: whoever creates a workspace holds them in this order, and both would wait for each other.
  await tx.organization.update({
    where: { id: workspace.organizationId },
    data: { workspaceCount: { decrement: 1 } },
  });
  await tx.project.update({ where: { id: workspace.projectId }, data: { workspaceCount: { decrement: 1 } } });
  const { count } = await tx.workspace.deleteMany({ where: { id: workspace.id, revision: workspace.revision } });
  if (count === 0) throw problem('CONFLICT');
}

/**
 * Updates the counters of projects when workspaces move: each once, in one order, whichever way they go.
 * @param left for each workspace, the project that it was in
 */
export async function countMoves(tx: TransactionClient, left: readonly string[], to: string): Promise<void> {
  const changes = new Map<string, number>();
  const count = (id: string, by: number) => changes.set(id, (changes.get(id) ?? 0) + by);
  for (const from of left) {
    if (from === to) continue;
    count(from, -1);
    count(to, 1);
  }
  for (const [id, change] of inLockOrder(changes, ([project]) => project)) {
    await tx.project.update({ where: { id }, data: { workspaceCount: { increment: change } } });
  }
}
