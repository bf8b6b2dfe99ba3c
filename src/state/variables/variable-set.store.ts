import type { TransactionClient } from '../../platform/database/client.js';
import { text as textOf } from '../../platform/database/columns.js';
import { condition } from '../../platform/database/conditions.js';
import type { SqlCondition } from '../../platform/database/conditions.js';
import type { Database, SqlRow } from '../../platform/database/database.js';
import type { Prisma, ProjectRow, VariableSetRow, WorkspaceRow } from '../../platform/database/models.js';
import { rowsAmong } from '../../platform/database/rows-among.js';
import { searched } from '../../platform/database/text-search.js';
import type { Connection, PageAsked } from '../../platform/graphql/connection.js';
import { ascending, keyset, text } from '../../platform/graphql/keyset.js';
import { keysetPage } from '../../platform/graphql/keyset-prisma.js';
import { effective } from './precedence.js';
import type { Origin, Scope } from './precedence.js';
import type { StoredVariable } from './variable.store.js';

/** The filter of a list of sets. */
export interface VariableSetFilter {
  /** Part of the name, in any case. */
  readonly search?: string | null | undefined;
}

export type WhereSets = Prisma.VariableSetWhereInput;

const byName = keyset({ name: ascending(text), id: ascending(text) });

type Place = Pick<WorkspaceRow, 'id' | 'organizationId' | 'projectId'>;
const workspacesSql = ({ sql, parameters }: SqlCondition) =>
  condition(
    `SELECT "variableSetId", w."id", w."organizationId", w."projectId" FROM "VariableSetWorkspace" JOIN "Workspace" w ON w."id" = "workspaceId" WHERE ${sql} ORDER BY w."name", w."id"`,
    ...parameters,
  );
const projectsSql = ({ sql, parameters }: SqlCondition) =>
  condition(
    `SELECT "variableSetId", p."id", p."organizationId" FROM "VariableSetProject" JOIN "Project" p ON p."id" = "VariableSetProject"."projectId" WHERE ${sql} ORDER BY p."name", p."id"`,
    ...parameters,
  );

/** A workspace or project that a set is for. */
export interface AssignedTo<Row> {
  readonly variableSetId: string;
  readonly to: Row;
}

/** Reads of variable sets, and of what they are for. */
export class VariableSetStore {
  constructor(private readonly deps: { database: Database }) {}

  byId(id: string): Promise<VariableSetRow | null> {
    return this.deps.database.client.variableSet.findUnique({ where: { id } });
  }

  where(seen: WhereSets, { search }: VariableSetFilter): WhereSets {
    return { AND: [seen, search == null ? {} : { searchName: searched({ contains: search }) }] };
  }

  list(where: WhereSets, page: { skip: number; take: number }): Promise<VariableSetRow[]> {
    return this.deps.database.client.variableSet.findMany({
      where,
      orderBy: [{ name: 'asc' }, { id: 'asc' }],
      ...page,
    });
  }

  count(where: WhereSets): Promise<number> {
    return this.deps.database.client.variableSet.count({ where });
  }

  connection(seen: WhereSets, page: PageAsked): Promise<Connection<VariableSetRow>> {
    return keysetPage(byName, page, {
      rows: ({ where, orderBy, take }) =>
        this.deps.database.client.variableSet.findMany({ where: { AND: [seen, where] }, orderBy, take }),
      count: () => this.count(seen),
    });
  }

  /** The workspaces that sets are for, by name. */
  async workspacesOf(setIds: readonly string[]): Promise<AssignedTo<Place>[]> {
    const rows = await rowsAmong(this.deps.database, 'variableSetId', setIds, workspacesSql);
    return rows.map((row) => ({
      variableSetId: textOf(row['variableSetId']),
      to: { ...placeOf(row), projectId: textOf(row['projectId']) },
    }));
  }

  /** The projects for whose workspaces sets are, by name. */
  async projectsOf(setIds: readonly string[]): Promise<AssignedTo<Pick<ProjectRow, 'id' | 'organizationId'>>[]> {
    const rows = await rowsAmong(this.deps.database, 'variableSetId', setIds, projectsSql);
    return rows.map((row) => ({ variableSetId: textOf(row['variableSetId']), to: placeOf(row) }));
  }

  /** For each workspace, the variables that a run in it would be given. */
  async effectiveOf(workspaces: readonly Place[]): Promise<StoredVariable[][]> {
    const { client } = this.deps.database;
    const workspaceIds = workspaces.map(({ id }) => id);
    const sets = await client.variableSet.findMany({
      where: {
        // What applies to a workspace is of its organization, which has at most a thousand; PostgreSQL would go over the sets of all.
        organizationId: { in: distinct(workspaces.map((place) => place.organizationId)) },
        OR: [
          { global: true },
          { workspaces: { some: { workspaceId: { in: workspaceIds } } } },
          { projects: { some: { projectId: { in: distinct(workspaces.map((place) => place.projectId)) } } } },
        ],
      },
      include: {
        workspaces: { where: { workspaceId: { in: workspaceIds } }, select: { workspaceId: true } },
        projects: { select: { projectId: true } },
      },
    });
    const rows = await client.variable.findMany({
      where: { OR: [{ workspaceId: { in: workspaceIds } }, { variableSetId: { in: sets.map(({ id }) => id) } }] },
      omit: { sealedValue: true },
    });
    const of = new Map<string, StoredVariable[]>();
    for (const row of rows) {
      const owner = row.workspaceId ?? row.variableSetId ?? '';
      const known = of.get(owner);
      if (known) known.push(row);
      else of.set(owner, [row]);
    }
    return workspaces.map((place) => {
      const own = (of.get(place.id) ?? []).map((variable): [StoredVariable, Origin] => [variable, { set: null }]);
      const others = sets.flatMap((set) => {
        const scopes = scopesOf(set, place);
        if (scopes.length === 0) return [];
        const { id, name, priority, projectId } = set;
        const origin: Origin = { set: { id, name, priority, ownedByProject: projectId !== null, scopes } };
        return (of.get(set.id) ?? []).map((variable): [StoredVariable, Origin] => [variable, origin]);
      });
      return effective([...own, ...others]);
    });
  }
}

const placeOf = (row: SqlRow) => ({ id: textOf(row['id']), organizationId: textOf(row['organizationId']) });

interface SetWithPlaces extends Pick<VariableSetRow, 'organizationId' | 'global'> {
  readonly workspaces: readonly { readonly workspaceId: string }[];
  readonly projects: readonly { readonly projectId: string }[];
}

function scopesOf(set: SetWithPlaces, place: Place): Scope[] {
  return [
    ...(set.global && set.organizationId === place.organizationId ? (['global'] as const) : []),
    ...(set.projects.some(({ projectId }) => projectId === place.projectId) ? (['project'] as const) : []),
    ...(set.workspaces.some(({ workspaceId }) => workspaceId === place.id) ? (['workspace'] as const) : []),
  ];
}

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)];

/** A workspace that leaves a project has no more of the sets that the project owns. */
export async function leaveSetsOf(tx: TransactionClient, projectId: string, workspaceId: string): Promise<void> {
  await tx.variableSetWorkspace.deleteMany({ where: { workspaceId, variableSet: { projectId } } });
}
