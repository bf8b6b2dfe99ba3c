import type { Access } from '../../identity/access/access.js';
import type { RecordedChanges, Unique } from '../../identity/audit/recorded-changes.js';
import type { Caller } from '../../identity/caller.js';
import type { Clock } from '../../platform/clock.js';
import type { TransactionClient } from '../../platform/database/client.js';
import type { Database } from '../../platform/database/database.js';
import type { VariableSetRow } from '../../platform/database/models.js';
import { searchColumn } from '../../platform/database/text-search.js';
import type { Connection, PageAsked } from '../../platform/graphql/connection.js';
import { numberedPage } from '../../platform/graphql/numbered-page.js';
import type { NumberedPage, PageWindow } from '../../platform/graphql/numbered-page.js';
import type { NewEvent } from '../../platform/events/event.js';
import { ids } from '../../platform/ids.js';
import { item, passing, problem, ProblemError } from '../../platform/problems.js';
import { organizationNamed } from '../organization-named.js';
import { variableSetEvent } from '../events/state-events.js';
import { requireFitting } from '../text-rules.js';
import { holdGlobalSets, requireNoConflict } from './global-sets.js';
import { variableSetTarget } from './reach-variable-set.js';
import type { ReachVariableSet } from './reach-variable-set.js';
import { mostScopes, mostSets } from './variable-set-limits.js';
import type { VariableSetFilter, VariableSetStore } from './variable-set.store.js';
import type { Variables } from './variables.js';
import type { NewVariable } from './variables.js';

/** What a set is for, besides `global`. */
export interface Scopes {
  readonly workspaceIds?: readonly string[] | null | undefined;
  readonly projectIds?: readonly string[] | null | undefined;
}

export interface VariableSetInput extends Scopes {
  readonly name?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly global?: boolean | null | undefined;
  readonly priority?: boolean | null | undefined;
  /** Of a change, those to add. */
  readonly variables?: readonly NewVariable[] | null | undefined;
}

export interface NewVariableSet extends VariableSetInput {
  readonly name: string;
  /** The project that owns it; defaults to the organization. */
  readonly projectId?: string | null | undefined;
}

/** Variables that several workspaces have together. */
export class VariableSets {
  constructor(
    private readonly deps: {
      database: Database;
      store: VariableSetStore;
      reach: ReachVariableSet;
      variables: Pick<Variables, 'insertIntoSet'>;
      access: Access;
      changes: RecordedChanges;
      clock: Clock;
    },
  ) {}

  /** @throws NOT_FOUND */
  read(caller: Caller, id: string): Promise<VariableSetRow> {
    return this.deps.reach.read(caller, id);
  }

  /** By name. @throws NOT_FOUND for the organization */
  async page(
    caller: Caller,
    organization: string,
    filter: VariableSetFilter,
    window: PageWindow,
  ): Promise<NumberedPage<VariableSetRow>> {
    const { store } = this.deps;
    const where = store.where(await this.#seen(caller, organization), filter);
    const [rows, count] = await Promise.all([
      store.list(where, { skip: window.skip, take: window.size }),
      store.count(where),
    ]);
    return numberedPage(rows, window, count);
  }

  /** @throws NOT_FOUND for the organization */
  async connection(
    caller: Caller,
    organization: string,
    filter: VariableSetFilter,
    page: PageAsked,
  ): Promise<Connection<VariableSetRow>> {
    const { store } = this.deps;
    return store.connection(store.where(await this.#seen(caller, organization), filter), page);
  }

  /** @throws NOT_FOUND, INVALID_INPUT, NAME_TAKEN */
  async create(caller: Caller, organizationName: string, input: NewVariableSet): Promise<VariableSetRow> {
    const { changes, clock, database } = this.deps;
    const { id: organizationId } = await organizationNamed(this.deps.database.client, organizationName);
    const projectId = input.projectId ?? null;
    await this.#requireOwning(caller, organizationId, projectId);
    const name = checkedName(input.name);
    requireFitting('variableSetDescription', input.description, 'description');
    await this.#requireSeen(caller, { organizationId, projectId }, input);
    const now = clock.now();
    const count = await database.client.variableSet.count({ where: { organizationId } });
    if (count >= mostSets) {
      const rule = `An organization has at most ${mostSets} variable sets`;
      throw problem('INVALID_INPUT', rule, ['name'], passing(count + 1, mostSets));
    }
    const make = async (tx: TransactionClient) => {
      if (input.global === true) await holdGlobalSets(tx, organizationId);
      await requireFreeName(tx, organizationId, name);
      const set = await tx.variableSet.create({
        data: {
          id: ids.variableSet.make(),
          organizationId,
          projectId,
          name,
          ...searchColumn(name),
          description: input.description ?? '',
          global: input.global ?? false,
          priority: input.priority ?? false,
          createdAt: now,
          updatedAt: now,
        },
      });
      const result = await this.#fill(tx, set, input);
      const events = [variableSetEvent('variable-set.created', set, now)];
      return { result, target: variableSetTarget(set), details: detailsOf(input), events };
    };
    return changes.make(caller, 'variable-set.create', make, { unique });
  }

  /** @throws NOT_FOUND, INVALID_INPUT, NAME_TAKEN */
  async update(caller: Caller, id: string, input: VariableSetInput): Promise<VariableSetRow> {
    const { reach, changes, clock } = this.deps;
    const seen = await reach.manage(caller, id);
    await this.#requireSeen(caller, seen, input);
    const name = input.name == null ? null : checkedName(input.name);
    requireFitting('variableSetDescription', input.description, 'description');
    const change = async (tx: TransactionClient) => {
      if (name !== null && name !== seen.name) await requireFreeName(tx, seen.organizationId, name);
      const set = await tx.variableSet.update({
        where: { id },
        data: {
          updatedAt: clock.now(),
          ...(name !== null && { name, ...searchColumn(name) }),
          ...(input.description != null && { description: input.description }),
          ...(input.global != null && { global: input.global }),
          ...(input.priority != null && { priority: input.priority }),
        },
      });
      if (input.workspaceIds) await tx.variableSetWorkspace.deleteMany({ where: { variableSetId: id } });
      if (input.projectIds) await tx.variableSetProject.deleteMany({ where: { variableSetId: id } });
      const result = await this.#fill(tx, set, input);
      const events = [this.#changed(result)];
      return { result, target: variableSetTarget(result), details: detailsOf(input), events };
    };
    return changes.make(caller, 'variable-set.update', change, { unique });
  }

  /** @throws NOT_FOUND */
  async delete(caller: Caller, id: string): Promise<VariableSetRow> {
    await this.deps.reach.manage(caller, id);
    return this.deps.changes.make(caller, 'variable-set.delete', async (tx) => {
      const result = await tx.variableSet.delete({ where: { id } });
      const events = [variableSetEvent('variable-set.deleted', result, this.deps.clock.now())];
      return { result, target: variableSetTarget(result), events };
    });
  }

  /** Makes a set be for more workspaces and projects. @throws NOT_FOUND, INVALID_INPUT */
  async assign(caller: Caller, id: string, scopes: Scopes): Promise<VariableSetRow> {
    const set = await this.deps.reach.manage(caller, id);
    await this.#requireSeen(caller, set, scopes);
    return this.deps.changes.make(caller, 'variable-set.assign', async (tx) => {
      await assign(tx, set, scopes);
      const events = [this.#changed(set)];
      return { result: set, target: variableSetTarget(set), details: detailsOf(scopes), events };
    });
  }

  /** What a set is not for is no error. @throws NOT_FOUND */
  async unassign(caller: Caller, id: string, { workspaceIds, projectIds }: Scopes): Promise<VariableSetRow> {
    const set = await this.deps.reach.manage(caller, id);
    return this.deps.changes.make(caller, 'variable-set.unassign', async (tx) => {
      const of = { variableSetId: id };
      await tx.variableSetWorkspace.deleteMany({ where: { ...of, workspaceId: { in: [...(workspaceIds ?? [])] } } });
      await tx.variableSetProject.deleteMany({ where: { ...of, projectId: { in: [...(projectIds ?? [])] } } });
      const details = detailsOf({ workspaceIds, projectIds });
      return { result: set, target: variableSetTarget(set), details, events: [this.#changed(set)] };
    });
  }

  /** What a set is for and has, after its own columns are written. @returns the row as it is then */
  async #fill(
    tx: TransactionClient,
    set: VariableSetRow,
    { variables, ...input }: VariableSetInput,
  ): Promise<VariableSetRow> {
    if (set.global && set.projectId !== null) {
      throw problem('INVALID_INPUT', 'global cannot be true for a set that a project owns', ['global']);
    }
    await assign(tx, set, input);
    for (const variable of variables ?? []) await this.deps.variables.insertIntoSet(tx, set, variable);
    if (set.global) await requireNoConflict(tx, set);
    return variables?.length ? tx.variableSet.findUniqueOrThrow({ where: { id: set.id } }) : set;
  }

  /** What a set may be for: what the caller sees of its organization. Before the transaction, which must not ask for rights. @throws INVALID_INPUT */
  async #requireSeen(caller: Caller, { organizationId, projectId }: Place, scopes: Scopes): Promise<void> {
    const { access, database } = this.deps;
    requireFew(scopes.workspaceIds ?? [], 'workspaceIds');
    requireFew(scopes.projectIds ?? [], 'projectIds');
    if (scopes.workspaceIds?.length) {
      const visible = await access.whereVisible(caller, organizationId, 'workspace:read');
      const where = { AND: [visible, { id: { in: [...scopes.workspaceIds] } }] };
      requireAll(
        scopes.workspaceIds,
        await database.client.workspace.findMany({ where, select: { id: true } }),
        'workspaceIds',
        projectId,
      );
    }
    if (scopes.projectIds?.length) {
      const visible = (await access.whereVisibleProjects(caller, organizationId)) ?? {};
      const where = { AND: [visible, { organizationId, id: { in: [...scopes.projectIds] } }] };
      requireAll(
        scopes.projectIds,
        await database.client.project.findMany({ where, select: { id: true } }),
        'projectIds',
        projectId,
      );
    }
  }

  #changed(set: VariableSetRow): NewEvent {
    return variableSetEvent('variable-set.changed', set, this.deps.clock.now());
  }

  async #seen(caller: Caller, organizationName: string) {
    const { id: organizationId } = await organizationNamed(this.deps.database.client, organizationName);
    await this.deps.access.onOrganization(caller, 'organization.read', organizationId);
    return this.deps.reach.whereSeen(caller, organizationId);
  }

  /**
   * For callers who may give the organization, or its project, a set to own.
   * @throws NOT_FOUND, which names the field to those who are in the organization, whether there is no such project or none for them
   */
  async #requireOwning(caller: Caller, organizationId: string, projectId: string | null): Promise<void> {
    const { access, database, reach } = this.deps;
    try {
      const where = { id: projectId ?? '', organizationId };
      const isThere = projectId === null || (await database.client.project.findFirst({ where, select: { id: true } }));
      if (!isThere) throw problem('NOT_FOUND');
      await reach.create(caller, organizationId, projectId);
    } catch (error) {
      const isTold = projectId !== null && access.allowsOnOrganization(caller, 'organization.read', organizationId);
      if (isTold && error instanceof ProblemError && error.problems[0].code === 'NOT_FOUND')
        throw problem('NOT_FOUND', undefined, ['projectId']);
      throw error;
    }
  }
}

const unique: readonly Unique[] = [{ model: 'VariableSet', columns: ['organizationId', 'name'], field: ['name'] }];

type Place = Pick<VariableSetRow, 'organizationId' | 'projectId'>;

/** @throws INVALID_INPUT for what is not in the project that owns the set, or for too many */
async function assign(tx: TransactionClient, set: VariableSetRow, { workspaceIds, projectIds }: Scopes): Promise<void> {
  const { id: variableSetId, projectId } = set;
  const select = { id: true } as const;
  if (workspaceIds?.length) {
    const where = { id: { in: [...workspaceIds] }, ...(projectId !== null && { projectId }) };
    requireAll(workspaceIds, await tx.workspace.findMany({ where, select }), 'workspaceIds', projectId);
    const before = await tx.variableSetWorkspace.findMany({ where: { variableSetId }, select: { workspaceId: true } });
    const known = new Set(before.map(({ workspaceId }) => workspaceId));
    const fresh = [...new Set(workspaceIds)].filter((id) => !known.has(id));
    requireFew([...known, ...fresh], 'workspaceIds');
    await tx.variableSetWorkspace.createMany({ data: fresh.map((workspaceId) => ({ variableSetId, workspaceId })) });
  }
  if (projectIds?.length) {
    if (projectId !== null) requireAll(projectIds, [{ id: projectId }], 'projectIds', projectId);
    const before = await tx.variableSetProject.findMany({ where: { variableSetId }, select: { projectId: true } });
    const known = new Set(before.map((row) => row.projectId));
    const fresh = [...new Set(projectIds)].filter((id) => !known.has(id));
    requireFew([...known, ...fresh], 'projectIds');
    await tx.variableSetProject.createMany({ data: fresh.map((id) => ({ variableSetId, projectId: id })) });
  }
}

function checkedName(name: string): string {
  if (name.trim() === '') throw problem('INVALID_INPUT', "Name can't be blank", ['name']);
  requireFitting('variableSetName', name, 'name');
  return name;
}

async function requireFreeName(tx: TransactionClient, organizationId: string, name: string): Promise<void> {
  const where = { organizationId_name: { organizationId, name } };
  if (await tx.variableSet.findUnique({ where, select: { id: true } }))
    throw problem('NAME_TAKEN', undefined, ['name']);
}

function requireFew(given: readonly string[], field: string): void {
  if (given.length <= mostScopes) return;
  throw problem(
    'INVALID_INPUT',
    `${field} must have at most ${mostScopes}`,
    [field],
    passing(given.length, mostScopes),
  );
}

function requireAll(
  given: readonly string[] | null | undefined,
  found: readonly { readonly id: string }[],
  field: string,
  ownedBy: string | null,
): void {
  const known = new Set(found.map(({ id }) => id));
  const index = (given ?? []).findIndex((id) => !known.has(id));
  if (index < 0) return;
  const where = ownedBy === null ? 'the organization of the set' : 'the project that owns the set';
  throw problem('INVALID_INPUT', `${given?.[index] ?? ''} is not in ${where}`, [field], item(index));
}

/** For the audit record: never a value of a variable. */
function detailsOf({ variables, workspaceIds, projectIds, ...input }: VariableSetInput & { projectId?: unknown }) {
  const changed = Object.entries(input).flatMap(([name, part]) => (part == null ? [] : [name]));
  return {
    ...(changed.length > 0 && { changed }),
    ...(workspaceIds && { workspaces: [...workspaceIds] }),
    ...(projectIds && { projects: [...projectIds] }),
    ...(variables && { variables: variables.map(({ key, category }) => ({ key, category })) }),
  };
}
