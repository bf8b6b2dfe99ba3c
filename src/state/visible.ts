import DataLoader from 'dataloader';
import type { ProjectPlace, WorkspacePlace } from '../identity/access/access.js';
import type { ActionOn } from '../identity/access/actions.js';
import type { Caller } from '../identity/caller.js';
import type {
  ConfigurationVersionRow,
  OrganizationRow,
  ProjectRow,
  ResourceRow,
  RunRow,
  VariableSetRow,
  WorkspaceRow,
} from '../platform/database/models.js';
import { noPage } from '../platform/graphql/connection.js';
import type { Connection, PageAsked } from '../platform/graphql/connection.js';
import { ids } from '../platform/ids.js';
import type { StateVersionId } from '../platform/ids.js';
import { namedIn } from './named.js';
import type { InOrganization } from './named.js';
import { pageOfOutputs } from './outputs/output-page.js';
import type { StateVersionOutput } from './outputs/output.type.js';
import { hasOutputs } from './outputs/outputs.js';
import type { OrganizationUsage } from './quota/storage-quotas.js';
import type { StoredVariable } from './variables/variable.store.js';
import { placeOf } from './versions/versions.js';
import type { StateVersion } from './versions/version.type.js';
import { stateLists } from './state-lists.js';
import type { EdgeDeps, StateLists } from './state-lists.js';

/** Related objects of one response that one caller may see. What it may not see is `null`, as if it were missing. */
export class VisibleState {
  readonly lists: StateLists;
  readonly #seesProject = new DataLoader<ProjectPlace, boolean, string>(
    async (projects) => {
      const seen = await this.deps.access.visibleProjects(this.caller, projects);
      return projects.map(({ id }) => seen.has(id));
    },
    { cacheKeyFn: ({ id }) => id },
  );
  readonly #seesSet = new DataLoader<VariableSetRow, boolean, string>(
    async (sets) => {
      const seen = await this.deps.sets.seen(this.caller, sets);
      return sets.map(({ id }) => seen.has(id));
    },
    { cacheKeyFn: ({ id }) => id },
  );
  readonly #workspacesNamed: DataLoader<InOrganization, WorkspaceRow | null, string>;
  readonly #projectsNamed: DataLoader<InOrganization, ProjectRow | null, string>;
  readonly #allowed = new Map<ActionOn<'workspace'>, DataLoader<WorkspacePlace, boolean, string>>();

  constructor(
    private readonly deps: EdgeDeps,
    private readonly caller: Caller,
  ) {
    this.lists = stateLists(deps, caller);
    const { access, database } = deps;
    const { client } = database;
    this.#workspacesNamed = namedIn(
      client,
      (id) => access.whereVisible(caller, id, 'workspace:read'),
      (where) => client.workspace.findMany({ where }),
    );
    this.#projectsNamed = namedIn(
      client,
      async (id) => (await access.whereVisibleProjects(caller, id)) ?? {},
      (where) => client.project.findMany({ where }),
    );
  }

  /** Whether the caller may do it, decided for all workspaces together. Nothing is recorded. */
  allows(action: ActionOn<'workspace'>, workspace: WorkspacePlace): Promise<boolean> {
    let allowed = this.#allowed.get(action);
    if (!allowed) {
      allowed = new DataLoader(
        async (places) => {
          const found = await this.deps.access.allowsOnWorkspaces(this.caller, action, places);
          return places.map(({ id }) => found.has(id));
        },
        { cacheKeyFn: ({ id }) => id },
      );
      this.#allowed.set(action, allowed);
    }
    return allowed.load(workspace);
  }

  /** The result of `work` if the caller may do it; otherwise `null`, with a record if such refusals are recorded. */
  async where<T>(action: ActionOn<'workspace'>, workspace: WorkspacePlace, work: () => Promise<T>): Promise<T | null> {
    if (await this.allows(action, workspace)) return work();
    this.deps.access.recordRefusal(this.caller, action, workspace);
    return null;
  }

  async workspace(id: string): Promise<WorkspaceRow | null> {
    const workspace = await this.deps.load().workspace.load(id);
    return workspace && (await this.allows('workspace.read', workspace)) ? workspace : null;
  }

  async workspaceNamed(named: InOrganization): Promise<WorkspaceRow | null> {
    const workspace = await this.#workspacesNamed.load(named);
    return workspace && (await this.allows('workspace.read', workspace)) ? workspace : null;
  }

  async project(id: string): Promise<ProjectRow | null> {
    const project = await this.deps.load().project.load(id);
    return project && (await this.#seesProject.load(project)) ? project : null;
  }

  async projectNamed(named: InOrganization): Promise<ProjectRow | null> {
    const project = await this.#projectsNamed.load(named);
    return project && (await this.#seesProject.load(project)) ? project : null;
  }

  /** Whoever sees a workspace by rights of its own sees the project too; whoever only reads what it shares may not. */
  async projectOf(workspace: WorkspaceRow): Promise<ProjectRow | null> {
    const grants = await this.deps.access.workspaceGrants(this.caller, workspace);
    return grants.has('workspace:read')
      ? this.deps.load().project.load(workspace.projectId)
      : this.project(workspace.projectId);
  }

  async organization(id: string): Promise<OrganizationRow | null> {
    if (!this.deps.access.allowsOnOrganization(this.caller, 'organization.read', id)) return null;
    return this.deps.load().organization.load(id);
  }

  /** How much an organization stores, and its limit, for callers who may see that. */
  async storage(organization: OrganizationRow): Promise<OrganizationUsage | null> {
    if (!this.deps.access.allowsOnOrganization(this.caller, 'storage.read', organization.id)) return null;
    return this.deps.quotas.usage(organization, await this.deps.load().storedBytes.load(organization.id));
  }

  async run(id: string): Promise<RunRow | null> {
    const run = await this.deps.load().run.load(id);
    const workspace = run && (await this.deps.load().workspace.load(run.workspaceId));
    return workspace && (await this.allows('run.read', workspace)) ? run : null;
  }

  /** A refusal is recorded. */
  async stateVersion(id: StateVersionId): Promise<StateVersion | null> {
    const version = await this.deps.load().stateVersion.load(id);
    if (!version?.home) return null;
    return this.where('state-version.read', placeOf(version.home), () => Promise.resolve(version));
  }

  /** Outputs of a version that the caller may see. The read is recorded. */
  async outputs(version: StateVersion, page: PageAsked): Promise<Connection<StateVersionOutput>> {
    if (!hasOutputs(version)) return noPage;
    const load = this.deps.load();
    await load.outputsRead.load({ caller: this.caller, version });
    return pageOfOutputs(version.outputIds, page, (id) => load.output.load(id));
  }

  async variable(id: string): Promise<StoredVariable | null> {
    const variable = await this.deps.load().variable.load(id);
    if (variable?.variableSetId != null) return (await this.variableSet(variable.variableSetId)) && variable;
    const workspaceId = variable?.workspaceId ?? null;
    const workspace = workspaceId === null ? null : await this.deps.load().workspace.load(workspaceId);
    return workspace && (await this.allows('variable.read', workspace)) ? variable : null;
  }

  async variableSet(id: string): Promise<VariableSetRow | null> {
    const set = await this.deps.load().variableSet.load(id);
    return set && (await this.#seesSet.load(set)) ? set : null;
  }

  /** The ids of the workspaces that a set is for and that the caller may see, by name. */
  async workspacesOfSet(id: string): Promise<string[]> {
    const places = await this.deps.load().workspacesOfSet.load(id);
    const allowed = await Promise.all(places.map((place) => this.allows('workspace.read', place)));
    return places.flatMap((place, index) => (allowed[index] ? place.id : []));
  }

  /** The same for projects. */
  async projectsOfSet(id: string): Promise<string[]> {
    const places = await this.deps.load().projectsOfSet.load(id);
    const seen = await Promise.all(places.map((place) => this.#seesProject.load(place)));
    return places.flatMap((place, index) => (seen[index] ? place.id : []));
  }

  async resource(id: string): Promise<ResourceRow | null> {
    const resource = await this.deps.load().resource.load(id);
    const workspace = resource && (await this.deps.load().workspace.load(resource.workspaceId));
    return workspace && (await this.allows('state-version.read', workspace)) ? resource : null;
  }

  async configurationVersion(id: string): Promise<ConfigurationVersionRow | null> {
    const configuration = await this.deps.load().configurationVersion.load(id);
    const workspace = configuration && (await this.deps.load().workspace.load(configuration.workspaceId));
    return workspace && (await this.allows('run.read', workspace)) ? configuration : null;
  }

  async currentVersion(workspace: WorkspaceRow): Promise<StateVersion | null> {
    const id = ids.stateVersion.parse(workspace.currentStateVersionId);
    if (id === null || !(await this.allows('state-version.read', workspace))) return null;
    return this.deps.load().stateVersion.load(id);
  }
}
