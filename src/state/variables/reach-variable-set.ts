import type { Access } from '../../identity/access/access.js';
import type { AuditTarget } from '../../identity/audit/target.js';
import type { Caller } from '../../identity/caller.js';
import type { DatabaseClient } from '../../platform/database/client.js';
import type { VariableSetRow } from '../../platform/database/models.js';
import { ids } from '../../platform/ids.js';
import { problem } from '../../platform/problems.js';
import type { WhereSets } from './variable-set.store.js';

/** Who may see and manage variable sets, decided in one place. */
export class ReachVariableSet {
  constructor(private readonly deps: { client: DatabaseClient; access: Access }) {}

  /** A set that the caller may see. @throws NOT_FOUND */
  async read(caller: Caller, id: string): Promise<VariableSetRow> {
    const set = await this.#find(id);
    const seen = await this.deps.client.variableSet.findFirst({
      where: { AND: [{ id }, await this.whereSeen(caller, set.organizationId)] },
      select: { id: true },
    });
    // Whoever may see it in another way has passed; the others are refused, with a record.
    if (!seen) await this.#require(caller, 'variable-set.read', set);
    return set;
  }

  /** A set that the caller may change. @throws NOT_FOUND */
  async manage(caller: Caller, id: string): Promise<VariableSetRow> {
    const set = await this.#find(id);
    await this.#require(caller, 'variable-set.manage', set);
    return set;
  }

  /** @param projectId the project that is to own a new set; `null` for the organization @throws NOT_FOUND */
  async create(caller: Caller, organizationId: string, projectId: string | null): Promise<void> {
    await this.#require(caller, 'variable-set.manage', { organizationId, projectId });
  }

  /**
   * The sets of an organization that the caller may see: all of them where it may read those of every project; else those that its projects own, and those that
   * are for a workspace whose variables it may read.
   */
  async whereSeen(caller: Caller, organizationId: string): Promise<WhereSets> {
    const { access } = this.deps;
    const granted = access.whereGrantedProjects(caller, organizationId, 'project:read-variable-sets');
    if (granted === null) return { organizationId };
    const workspaces = await access.whereVisible(caller, organizationId, 'variable:read');
    const inProject = { OR: [granted, { workspaces: { some: workspaces } }] };
    return {
      organizationId,
      OR: [
        { project: granted },
        { workspaces: { some: { workspace: workspaces } } },
        { projects: { some: { project: inProject } } },
        { global: true, organization: { projects: { some: inProject } } },
      ],
    };
  }

  /** The ids of those that the caller may see, decided together. Nothing is recorded. */
  async seen(caller: Caller, sets: readonly VariableSetRow[]): Promise<ReadonlySet<string>> {
    if (sets.length === 0) return new Set();
    const organizationIds = [...new Set(sets.map(({ organizationId }) => organizationId))];
    const rows = await this.deps.client.variableSet.findMany({
      where: {
        id: { in: sets.map(({ id }) => id) },
        OR: await Promise.all(organizationIds.map((id) => this.whereSeen(caller, id))),
      },
      select: { id: true },
    });
    return new Set(rows.map(({ id }) => id));
  }

  async #require(
    caller: Caller,
    action: 'variable-set.read' | 'variable-set.manage',
    { organizationId, projectId }: Pick<VariableSetRow, 'organizationId' | 'projectId'>,
  ): Promise<void> {
    const { access } = this.deps;
    await (projectId === null
      ? access.onEveryProject(caller, action, organizationId)
      : access.onProject(caller, action, { id: projectId, organizationId }));
  }

  async #find(id: string): Promise<VariableSetRow> {
    const set = ids.variableSet.is(id) ? await this.deps.client.variableSet.findUnique({ where: { id } }) : null;
    if (!set) throw problem('NOT_FOUND');
    return set;
  }
}

/** A set in the audit record. */
export function variableSetTarget({ id, name, organizationId }: VariableSetRow): AuditTarget {
  return { type: 'variable-set', id, name, organizationId };
}
