import { all, any, within } from '../../platform/database/conditions.js';
import type { SqlCondition } from '../../platform/database/conditions.js';
import { problem } from '../../platform/problems.js';
import type { ProblemCode } from '../../platform/problems.js';
import type { Audit } from '../audit/audit.js';
import type { Caller, OrganizationRights } from '../caller.js';
import type { AccessStore } from './access.store.js';
import {
  everyProjectGrant,
  everyWorkspaceGrant,
  noGrants,
  notForOrganizationTokens,
  organizationWide,
  sharedState,
} from './levels.js';
import type { Grants, OnProject, ProjectGrants } from './levels.js';
import { notWhenNarrowed, actions, unrecordedWhenDenied } from './actions.js';
import type { Action, ActionOn, ProjectGrant, Rule, WorkspaceGrant } from './actions.js';
import type { TeamAccess, CachedTeamAccess } from './cached-team-access.js';
import {
  grantedToTeams,
  mostIds,
  projectsGrantedTo,
  projectsOfTeams,
  seesNothing,
  visibleCondition,
  whereVisible,
} from './visible.js';
import type { ProjectFilter, VisibleWorkspaces, WorkspaceFilter } from './visible.js';
import { SeenWorkspaces } from './seen-workspaces.js';
import type { AuditTarget } from '../audit/target.js';

/** The data of a workspace for authorization; every row of one has it. */
export interface WorkspacePlace {
  readonly id: string;
  readonly organizationId: string;
  readonly projectId: string;
}

export interface ProjectPlace {
  readonly id: string;
  readonly organizationId: string;
}

/**
 * Who may do what, decided by the table `actions`. Every refusal looks like the NOT_FOUND of a missing object, with two exceptions: an organization's token
 * where the action does not accept one, and a narrowed token if only that prevents the action (TOKEN_KIND_REFUSED). Refusals are recorded, so this must never
 * be called within a transaction: the record would wait for it.
 */
export class Access {
  constructor(private readonly deps: { teams: CachedTeamAccess; store: AccessStore; audit: Audit }) {}

  /** @throws NOT_FOUND, TOKEN_KIND_REFUSED */
  async onWorkspace(caller: Caller, action: ActionOn<'workspace'>, workspace: WorkspacePlace): Promise<void> {
    const rule: Rule & { needs: WorkspaceGrant } = actions[action];
    const grants = await this.workspaceGrants(caller, workspace);
    const refused = refusesKind(rule, caller);
    const target = { type: 'workspace' as const, id: workspace.id, organizationId: workspace.organizationId };
    if (!refused && grants.has(rule.needs)) return this.#requireWhole(caller, action, target);
    if (refused && grants.has('workspace:read')) return this.#refuse(caller, action, target, 'TOKEN_KIND_REFUSED');
    if (sharedState.has(rule.needs) && (await this.#consumed(caller, [workspace])).has(workspace.id)) return;
    return this.#refuse(caller, action, target);
  }

  /** The same decision for many at once: returns the ids of those on which the caller may do it. Nothing is recorded. */
  async allowsOnWorkspaces(
    caller: Caller,
    action: ActionOn<'workspace'>,
    workspaces: readonly WorkspacePlace[],
  ): Promise<ReadonlySet<string>> {
    const rule: Rule & { needs: WorkspaceGrant } = actions[action];
    if (refusesKind(rule, caller)) return new Set();
    const allowed = new Set<string>();
    const others: WorkspacePlace[] = [];
    for (const workspace of workspaces) {
      if ((await this.workspaceGrants(caller, workspace)).has(rule.needs)) allowed.add(workspace.id);
      else others.push(workspace);
    }
    if (others.length === 0 || !sharedState.has(rule.needs)) return allowed;
    return new Set([...allowed, ...(await this.#consumed(caller, others))]);
  }

  /** Records that {@link allowsOnWorkspaces} did not return a workspace, as {@link onWorkspace} does itself. */
  recordRefusal(caller: Caller, action: ActionOn<'workspace'>, { id, organizationId }: WorkspacePlace): void {
    if (unrecordedWhenDenied.has(action)) return;
    this.deps.audit.denied(caller, action, { type: 'workspace', id, organizationId }, 'NOT_FOUND');
  }

  /** @throws NOT_FOUND */
  async onProject(caller: Caller, action: ActionOn<'project'>, project: ProjectPlace): Promise<void> {
    const { needs } = actions[action];
    const target = { type: 'project' as const, id: project.id, organizationId: project.organizationId };
    if ((await this.projectGrants(caller, project)).has(needs)) return this.#requireWhole(caller, action, target);
    if (action === 'project.read' && (await this.#withVisibleWorkspaces(caller, [project])).has(project.id)) return;
    await this.#refuse(caller, action, target);
  }

  /** For what belongs to the organization itself, where the right on every one of its projects decides. @throws NOT_FOUND */
  async onEveryProject(caller: Caller, action: ActionOn<'project'>, organizationId: string): Promise<void> {
    const target = { type: 'organization' as const, id: organizationId, organizationId };
    const may = this.holdsOnEveryProject(caller, organizationId, actions[action].needs);
    await (may ? this.#requireWhole(caller, action, target) : this.#refuse(caller, action, target));
  }

  /** @throws NOT_FOUND */
  async onOrganization(caller: Caller, action: ActionOn<'organization'>, organizationId: string): Promise<void> {
    const target = { type: 'organization' as const, id: organizationId, organizationId };
    if (standsFor(caller, action, organizationId)) return this.#requireWhole(caller, action, target);
    await this.#refuse(caller, action, target);
  }

  /** @throws NOT_FOUND, TOKEN_KIND_REFUSED */
  async onSite(caller: Caller, action: ActionOn<'site'>): Promise<void> {
    const rule: Rule = actions[action];
    const target = { type: 'site' as const, id: 'site' };
    if (rule.needs === 'administrator' && !caller.siteAdmin) await this.#refuse(caller, action, target);
    if (caller.auditTrailOf) await this.#refuse(caller, action, target, 'TOKEN_KIND_REFUSED', onlyAuditTrail);
    if (refusesKind(rule, caller)) {
      await this.#refuse(caller, action, target, 'TOKEN_KIND_REFUSED', 'This takes a token of a user');
    }
    await this.#requireWhole(caller, action, target);
  }

  /**
   * Refuses somebody else an action that only one account may do: the response is the same as for a missing object, and the attempt is recorded.
   * @param action its name in the record
   * @throws NOT_FOUND, or the given problem
   */
  refuseOthers(caller: Caller, action: string, target: AuditTarget, refused = problem('NOT_FOUND')): never {
    this.deps.audit.denied(caller, action, target, refused.problems[0].code);
    throw refused;
  }

  /** The same decision as {@link onOrganization}, returned as a boolean: for `permissions` documents. Nothing is recorded. */
  allowsOnOrganization(caller: Caller, action: ActionOn<'organization'>, organizationId: string): boolean {
    return standsFor(caller, action, organizationId) && !isTooNarrow(caller, action);
  }

  /** The same decision as {@link onSite}, returned as a boolean. */
  allowsOnSite(caller: Caller, action: ActionOn<'site'>): boolean {
    const rule: Rule = actions[action];
    if (rule.needs === 'administrator' && !caller.siteAdmin) return false;
    return !refusesKind(rule, caller) && !isTooNarrow(caller, action) && !caller.auditTrailOf;
  }

  /** Whether the caller may create workspaces in every project of the organization. */
  createsWorkspacesAnywhere(caller: Caller, organizationId: string): boolean {
    return this.holdsOnEveryProject(caller, organizationId, 'project:create-workspace');
  }

  /** Whether the caller has the grant on every project of the organization, without the access of its teams to single ones. */
  holdsOnEveryProject(caller: Caller, organizationId: string, grant: ProjectGrant): boolean {
    const rights = caller.organizations.get(organizationId);
    if (caller.siteAdmin || rights?.owner) return true;
    return !!rights && organizationGrantsOf(rights).some((each) => each.project.has(grant));
  }

  /** The grants of the caller on a workspace itself, without what other workspaces share. */
  async workspaceGrants(caller: Caller, workspace: WorkspacePlace): Promise<Grants> {
    if (caller.siteAdmin) return everyWorkspaceGrant;
    const rights = caller.organizations.get(workspace.organizationId);
    if (!rights) return noGrants;
    if (rights.owner) return everyWorkspaceGrant;
    const held = new Set<WorkspaceGrant>(organizationGrantsOf(rights).flatMap((each) => [...each.workspace]));
    for (const team of await this.#teams(caller, rights)) {
      for (const grant of team.workspaces.get(workspace.id) ?? noGrants) held.add(grant);
      for (const grant of team.projects.get(workspace.projectId)?.workspace ?? noGrants) held.add(grant);
    }
    if (caller.kind === 'organization') for (const grant of notForOrganizationTokens) held.delete(grant);
    return held;
  }

  async projectGrants(caller: Caller, project: ProjectPlace): Promise<ProjectGrants> {
    if (caller.siteAdmin) return everyProjectGrant;
    const rights = caller.organizations.get(project.organizationId);
    if (!rights) return new Set();
    if (rights.owner) return everyProjectGrant;
    const held = new Set<ProjectGrant>(organizationGrantsOf(rights).flatMap((each) => [...each.project]));
    for (const team of await this.#teams(caller, rights)) {
      for (const grant of team.projects.get(project.id)?.project ?? []) held.add(grant);
    }
    return held;
  }

  /** What the caller has on a project and on each of its workspaces, and so may give to others there. */
  async givableOnProject(caller: Caller, { id, organizationId }: ProjectPlace): Promise<OnProject> {
    const rights = caller.organizations.get(organizationId);
    if (caller.siteAdmin || rights?.owner) return { project: everyProjectGrant, workspace: everyWorkspaceGrant };
    const project = new Set<ProjectGrant>();
    const workspace = new Set<WorkspaceGrant>();
    const teams = rights ? await this.#teams(caller, rights) : [];
    const onIt = teams.flatMap((team) => team.projects.get(id) ?? []);
    for (const each of [...(rights ? organizationGrantsOf(rights) : []), ...onIt]) {
      for (const grant of each.project) project.add(grant);
      for (const grant of each.workspace) workspace.add(grant);
    }
    return { project, workspace };
  }

  /** The workspaces of an organization on which the caller has `grant`. For an organization that the caller does not belong to, none instead of a refusal. */
  async visibleWorkspaces(caller: Caller, organizationId: string, grant: WorkspaceGrant): Promise<VisibleWorkspaces> {
    const rights = caller.organizations.get(organizationId);
    if (caller.siteAdmin || rights?.owner) return { kind: 'all', organizationId };
    const nothing: VisibleWorkspaces = { kind: 'some', organizationId, workspaceIds: [], projectIds: [] };
    if (!rights || (caller.kind === 'organization' && notForOrganizationTokens.has(grant))) return nothing;
    if (organizationGrantsOf(rights).some((each) => each.workspace.has(grant))) return { kind: 'all', organizationId };
    const workspaceIds = new Set<string>();
    const projectIds = new Set<string>();
    for (const team of await this.#teams(caller, rights)) {
      for (const [id, grants] of team.workspaces) if (grants.has(grant)) workspaceIds.add(id);
      for (const [id, { workspace }] of team.projects) if (workspace.has(grant)) projectIds.add(id);
    }
    return {
      kind: 'some',
      organizationId,
      workspaceIds: [...workspaceIds],
      projectIds: [...projectIds],
      ...(workspaceIds.size + projectIds.size > mostIds && { byTeams: grantedToTeams(rights.teams, grant) }),
    };
  }

  /** {@link visibleWorkspaces} as a condition for Prisma's `where`. */
  async whereVisible(caller: Caller, organizationId: string, grant: WorkspaceGrant): Promise<WorkspaceFilter> {
    return whereVisible(await this.visibleWorkspaces(caller, organizationId, grant));
  }

  /** {@link visibleWorkspaces} as a condition for our own statements, on the columns of `Workspace`. */
  async visibleCondition(caller: Caller, organizationId: string, grant: WorkspaceGrant): Promise<SqlCondition> {
    const teams = caller.organizations.get(organizationId)?.teams ?? [];
    return visibleCondition(await this.visibleWorkspaces(caller, organizationId, grant), teams, grant);
  }

  /** The same as lists read them. */
  async seenWorkspaces(caller: Caller, organizationId: string, grant: WorkspaceGrant): Promise<SeenWorkspaces> {
    const teams = caller.organizations.get(organizationId)?.teams ?? [];
    return new SeenWorkspaces(await this.visibleWorkspaces(caller, organizationId, grant), teams, grant);
  }

  /** The ids of those that the caller may see: because of a grant, or of a workspace in them. Nothing is recorded. */
  async visibleProjects(caller: Caller, projects: readonly ProjectPlace[]): Promise<ReadonlySet<string>> {
    const seen = new Set<string>();
    const others: ProjectPlace[] = [];
    for (const project of projects) {
      if ((await this.projectGrants(caller, project)).has('project:read')) seen.add(project.id);
      else others.push(project);
    }
    return others.length === 0 ? seen : new Set([...seen, ...(await this.#withVisibleWorkspaces(caller, others))]);
  }

  /** The same for the projects of an organization, as a condition for Prisma's `where`; `null` if it is all of them. */
  async whereVisibleProjects(caller: Caller, organizationId: string): Promise<ProjectFilter | null> {
    const granted = this.whereGrantedProjects(caller, organizationId, 'project:read');
    if (granted === null) return null;
    return {
      OR: [granted, { workspaces: { some: await this.whereVisible(caller, organizationId, 'workspace:read') } }],
    };
  }

  /** The same as a condition on a column with their ids; `null` if it is all of them. */
  async visibleProjectsCondition(caller: Caller, organizationId: string, column: string): Promise<SqlCondition | null> {
    if (this.holdsOnEveryProject(caller, organizationId, 'project:read')) return null;
    return any(
      this.projectsCondition(caller, organizationId, column, 'project:read'),
      within(
        column,
        'SELECT "projectId" FROM "Workspace"',
        await this.visibleCondition(caller, organizationId, 'workspace:read'),
      ),
    );
  }

  /** The projects of an organization on which the caller has the grant, as a condition for Prisma's `where`; `null` if it is all of them. */
  whereGrantedProjects(caller: Caller, organizationId: string, grant: ProjectGrant): ProjectFilter | null {
    if (this.holdsOnEveryProject(caller, organizationId, grant)) return null;
    return projectsGrantedTo(caller.organizations.get(organizationId)?.teams ?? [], grant);
  }

  /** The projects of an organization on which the caller has the grant, as a condition on a column with their ids. */
  projectsCondition(caller: Caller, organizationId: string, column: string, grant: ProjectGrant): SqlCondition {
    if (this.holdsOnEveryProject(caller, organizationId, grant)) return all();
    return projectsOfTeams(column, caller.organizations.get(organizationId)?.teams ?? [], grant);
  }

  /** Among these, the projects with a workspace that the caller may read. */
  async #withVisibleWorkspaces(caller: Caller, projects: readonly ProjectPlace[]): Promise<ReadonlySet<string>> {
    const asked: { projectIds: readonly string[]; workspaces: WorkspaceFilter }[] = [];
    for (const organizationId of new Set(projects.map((project) => project.organizationId))) {
      const visible = await this.visibleWorkspaces(caller, organizationId, 'workspace:read');
      if (seesNothing(visible)) continue;
      const projectIds = projects.flatMap((project) => (project.organizationId === organizationId ? project.id : []));
      asked.push({ projectIds, workspaces: whereVisible(visible) });
    }
    return asked.length === 0 ? new Set() : this.deps.store.projectsWith(asked);
  }

  /** Among these, the workspaces that share their state with one whose state the caller may write: for `terraform_remote_state`. */
  async #consumed(caller: Caller, providers: readonly WorkspacePlace[]): Promise<ReadonlySet<string>> {
    const inOrganizations = new Map<string, string[]>();
    for (const { id, organizationId } of providers) {
      inOrganizations.set(organizationId, [...(inOrganizations.get(organizationId) ?? []), id]);
    }
    const asked: { workspaceIds: readonly string[]; consumers: WorkspaceFilter }[] = [];
    for (const [organizationId, workspaceIds] of inOrganizations) {
      const consumers = await this.visibleWorkspaces(caller, organizationId, 'state:write');
      if (!seesNothing(consumers)) asked.push({ workspaceIds, consumers: whereVisible(consumers) });
    }
    return asked.length === 0 ? new Set() : this.deps.store.sharingState(asked);
  }

  async #teams(caller: Caller, rights: OrganizationRights): Promise<readonly TeamAccess[]> {
    return this.deps.teams.of(caller.epoch, rights.teams);
  }

  /** @throws TOKEN_KIND_REFUSED */
  async #requireWhole(caller: Caller, action: Action, target: AuditTarget): Promise<void> {
    if (isTooNarrow(caller, action)) await this.#refuse(caller, action, target, 'TOKEN_KIND_REFUSED', tooNarrow);
  }

  #refuse(
    caller: Caller,
    action: Action,
    target: AuditTarget,
    code: ProblemCode = 'NOT_FOUND',
    message?: string,
  ): Promise<never> {
    if (!unrecordedWhenDenied.has(action)) this.deps.audit.denied(caller, action, target, code);
    return Promise.reject(problem(code, message));
  }
}

/** The refusal for a narrowed token, if its owner would be allowed. */
export const tooNarrow = 'This needs a token that has all the policies of its owner';

const onlyAuditTrail = 'This token only reads the audit trail';

const isTooNarrow = (caller: Caller, action: Action): boolean => caller.narrowed && notWhenNarrowed.has(action);

/** Whether the caller's role in an organization is sufficient for an action, with any token. */
function standsFor(caller: Caller, action: ActionOn<'organization'>, organizationId: string): boolean {
  if (caller.siteAdmin) return true;
  const rights = caller.organizations.get(organizationId);
  if (!rights) return false;
  const { needs } = actions[action];
  if (rights.owner || needs === 'member') return true;
  return needs !== 'owner' && rights.grants.has(needs);
}

function refusesKind({ tokens }: Rule, caller: Caller): boolean {
  return tokens !== undefined && !tokens.includes(caller.kind);
}

function organizationGrantsOf(rights: OrganizationRights) {
  return [...rights.grants].flatMap((grant) => organizationWide[grant] ?? []);
}
