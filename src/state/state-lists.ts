import DataLoader from 'dataloader';
import type { Access } from '../identity/access/access.js';
import { workspaceKey } from '../identity/access/seen-workspaces.js';
import type { SeenWorkspaces } from '../identity/access/seen-workspaces.js';
import type { Caller } from '../identity/caller.js';
import { all, any, equals, readBy, within } from '../platform/database/conditions.js';
import type { SqlCondition } from '../platform/database/conditions.js';
import { searchedIn } from '../platform/database/text-search.js';
import type { Database } from '../platform/database/database.js';
import type {
  ConfigurationVersionRow,
  OrganizationRow,
  ProjectRow,
  ResourceRow,
  RunRow,
  TagRow,
  VariableSetRow,
  WorkspaceRow,
} from '../platform/database/models.js';
import { rowCounts } from '../platform/database/row-counts.js';
import type { WholeCounter } from '../platform/database/row-counts.js';
import { ascending, bigint, descending, instant, keyset, text } from '../platform/graphql/keyset.js';
import { NestedPages } from '../platform/graphql/nested-pages.js';
import type { Parent } from '../platform/graphql/nested-pages.js';
import { areNamed, listedConsumers } from './consumers/consumers-of.js';
import type { RowLoaders, StateLoaders } from './loaders.js';
import type { StorageQuotas } from './quota/storage-quotas.js';
import { runConditions } from './runs/run-search.js';
import type { RunSearch } from './runs/run-search.js';
import { byAddress, conditionsInWorkspace } from './search/resource-query.js';
import type { ResourceFilter, ResourceKey } from './search/resource-query.js';
import type { StateVersionStatus } from './versions/status.js';
import type { ReachVariableSet } from './variables/reach-variable-set.js';
import type { VariableSetFilter } from './variables/variable-set.store.js';
import type { StoredVariable } from './variables/variable.store.js';
import { listedTagged } from './tags/tagged-workspaces.js';
import { seenByName } from './workspaces/seen-list.js';
import type { ByName } from './workspaces/seen-list.js';
import { versionsOfPage } from './versions/version-rows.js';
import { versionTotal } from './versions/version.store.js';
import type { StateVersion } from './versions/version.type.js';

type None = Readonly<Record<string, never>>;
type List<P extends Parent, Filter, Key extends object, Row> = NestedPages<P, Filter, Key, Row>;

export interface VersionFilter {
  /** Any of these; all if empty. */
  readonly statuses: readonly StateVersionStatus[];
}
interface ByNumber {
  readonly number: bigint;
  readonly id: string;
}
interface ByAge {
  readonly createdAt: Date;
  readonly id: string;
}
interface ByKey {
  readonly key: string;
  readonly category: string;
  readonly id: string;
}

/** Lists of the objects of one response, each read for all objects together. */
export interface StateLists {
  /** For callers who may list them; check first. */
  readonly versionsOfWorkspace: List<WorkspaceRow, VersionFilter, ByNumber, StateVersion>;
  /** For callers who may read the state; check first. */
  readonly resourcesOfWorkspace: List<Parent, ResourceFilter, ResourceKey, ResourceRow>;
  /** For callers who may see runs; check first. */
  readonly runsOfWorkspace: List<Parent, RunSearch, ByAge, RunRow>;
  /** Those of workspaces whose runs the caller may see. */
  readonly runsOfOrganization: List<OrganizationRow, RunSearch, ByAge, RunRow>;
  readonly configurationVersionsOfWorkspace: List<Parent, None, ByAge, ConfigurationVersionRow>;
  readonly versionsOfRun: List<Parent, None, ByNumber, StateVersion>;
  readonly runsOfConfigurationVersion: List<Parent, None, ByAge, RunRow>;
  /** For callers who may read them; check first. */
  readonly variablesOfWorkspace: List<WorkspaceRow, None, ByKey, StoredVariable>;
  readonly variablesOfSet: List<VariableSetRow, None, ByKey, StoredVariable>;
  /** For callers who may read the variables of the workspace, or the sets of the project; check first. */
  readonly setsOfWorkspace: List<WorkspaceRow, VariableSetFilter, ByName, VariableSetRow>;
  readonly setsOfProject: List<ProjectRow, VariableSetFilter, ByName, VariableSetRow>;
  /** Only the workspaces of these lists that the caller can see. */
  readonly consumersOfWorkspace: List<WorkspaceRow, None, ByName, WorkspaceRow>;
  readonly workspacesOfOrganization: List<OrganizationRow, None, ByName, WorkspaceRow>;
  readonly workspacesOfProject: List<ProjectRow, None, ByName, WorkspaceRow>;
  readonly workspacesOfTag: List<TagRow, None, ByName, WorkspaceRow>;
  readonly workspacesOfSet: List<VariableSetRow, None, ByName, WorkspaceRow>;
  /** Those that the caller may see. */
  readonly projectsOfSet: List<VariableSetRow, None, ByName, ProjectRow>;
  readonly projectsOfOrganization: List<OrganizationRow, None, ByName, ProjectRow>;
}

export interface EdgeDeps {
  readonly database: Database;
  readonly quotas: Pick<StorageQuotas, 'usage'>;
  readonly access: Access;
  readonly sets: Pick<ReachVariableSet, 'seen'>;
  readonly load: () => RowLoaders &
    Pick<
      StateLoaders,
      'stateVersion' | 'outputsRead' | 'output' | 'variable' | 'variableSet' | 'workspacesOfSet' | 'projectsOfSet'
    >;
}

const newestFirst = keyset<ByAge>({ createdAt: descending(instant), id: descending(text) });
const latestFirst = keyset<ByNumber>({ number: descending(bigint), id: descending(text) });
const byKey = keyset<ByKey>({ key: ascending(text), category: ascending(text), id: ascending(text) });
const byName = keyset<ByName>({ name: ascending(text), id: ascending(text) });

export function stateLists({ database, access, load }: EdgeDeps, caller: Caller): StateLists {
  /** An owner of an organization sees all of it, so the counters can be used. */
  const owns = (organizationId: string) => caller.siteAdmin || caller.organizations.get(organizationId)?.owner === true;
  // Once for all parents: whoever sees many workspaces one by one has a long list of them.
  const seenIn = new Map<string, Promise<SeenWorkspaces>>();
  const seen = (organizationId: string) => {
    const known = seenIn.get(organizationId) ?? access.seenWorkspaces(caller, organizationId, 'workspace:read');
    seenIn.set(organizationId, known);
    return known;
  };
  const workspace = ({ id }: { readonly id: string }) => load().workspace.load(id);
  const { provider } = database;
  const counter = new DataLoader(async (lists: readonly WholeCounter[]) => {
    const counts = await rowCounts(database, lists);
    return lists.map((list) => counts.get(list) ?? 0n);
  });
  return {
    versionsOfWorkspace: new NestedPages({
      database,
      table: 'StateVersion',
      key: latestFirst,
      of: ({ id }: WorkspaceRow, { statuses }: VersionFilter) => {
        const here = equals('workspaceId', id);
        const [first, ...others] = [...new Set(statuses)].map((status) => all(here, equals('status', status)));
        return first ? [first, ...others] : here;
      },
      rows: versionsOfPage,
      known: (row, { statuses }) => versionTotal(row, statuses),
    }),
    resourcesOfWorkspace: new NestedPages({
      database,
      table: 'IndexedResource',
      key: byAddress,
      of: ({ id }: Parent, filter: ResourceFilter) => all(equals('workspaceId', id), ...conditionsInWorkspace(filter)),
      node: ({ id }) => load().resource.load(id),
    }),
    runsOfWorkspace: new NestedPages({
      database,
      table: 'Run',
      key: newestFirst,
      of: ({ id }: Parent, search: RunSearch) => all(equals('workspaceId', id), ...runConditions(search)),
      counted: ({ id }, search) => (runConditions(search).length > 0 ? null : `run/${id}`),
      node: ({ id }) => load().run.load(id),
    }),
    runsOfOrganization: new NestedPages({
      database,
      table: 'Run',
      key: newestFirst,
      of: async ({ id }: OrganizationRow, search: RunSearch) =>
        all(
          equals('organizationId', id),
          ...(owns(id)
            ? []
            : [
                within(
                  'workspaceId',
                  'SELECT "id" FROM "Workspace"',
                  await access.visibleCondition(caller, id, 'run:read'),
                ),
              ]),
          ...runConditions(search),
        ),
      node: ({ id }) => load().run.load(id),
    }),
    configurationVersionsOfWorkspace: new NestedPages({
      database,
      table: 'ConfigurationVersion',
      key: newestFirst,
      of: ({ id }: Parent) => equals('workspaceId', id),
      counted: ({ id }) => `configuration-version/${id}`,
      node: ({ id }) => load().configurationVersion.load(id),
    }),
    versionsOfRun: new NestedPages({
      database,
      table: 'StateVersion',
      key: latestFirst,
      of: ({ id }: Parent) => equals('runId', id),
      rows: versionsOfPage,
    }),
    runsOfConfigurationVersion: new NestedPages({
      database,
      table: 'Run',
      key: newestFirst,
      of: ({ id }: Parent) => equals('configurationVersionId', id),
      node: ({ id }) => load().run.load(id),
    }),
    variablesOfWorkspace: new NestedPages({
      database,
      table: 'Variable',
      key: byKey,
      of: ({ id }: WorkspaceRow) => equals('workspaceId', id),
      node: ({ id }) => load().variable.load(id),
      known: ({ variableCount }) => variableCount,
    }),
    variablesOfSet: new NestedPages({
      database,
      table: 'Variable',
      key: byKey,
      of: ({ id }: VariableSetRow) => equals('variableSetId', id),
      node: ({ id }) => load().variable.load(id),
      known: ({ variableCount }) => variableCount,
    }),
    setsOfWorkspace: new NestedPages({
      database,
      table: 'VariableSet',
      key: byName,
      of: ({ id, organizationId, projectId }: WorkspaceRow, filter: VariableSetFilter) =>
        all(
          equals('organizationId', organizationId),
          any(equals('global', true), forWorkspace(id), forProject(projectId)),
          named(filter),
        ),
      node: ({ id }) => load().variableSet.load(id),
    }),
    setsOfProject: new NestedPages({
      database,
      table: 'VariableSet',
      key: byName,
      of: ({ id, organizationId }: ProjectRow, filter: VariableSetFilter) =>
        all(
          equals('organizationId', organizationId),
          any(equals('global', true), equals('projectId', id), forProject(id)),
          named(filter),
        ),
      node: ({ id }) => load().variableSet.load(id),
    }),
    workspacesOfSet: new NestedPages({
      database,
      table: 'Workspace',
      key: byName,
      node: workspace,
      of: async ({ id, organizationId }: VariableSetRow) => {
        const { condition } = await seen(organizationId);
        const ofSet = within('id', 'SELECT "workspaceId" FROM "VariableSetWorkspace"', equals('variableSetId', id));
        return readBy(provider, workspaceKey, all(condition, ofSet));
      },
    }),
    projectsOfSet: new NestedPages({
      database,
      table: 'Project',
      key: byName,
      of: async ({ id, organizationId }: VariableSetRow) => {
        const visible = (await access.visibleProjectsCondition(caller, organizationId, 'id')) ?? all();
        const ofSet = within('id', 'SELECT "projectId" FROM "VariableSetProject"', equals('variableSetId', id));
        const rows = all(equals('organizationId', organizationId), visible, ofSet);
        return readBy(provider, 'sqlite_autoindex_Project_1', rows);
      },
      node: ({ id }) => load().project.load(id),
    }),
    consumersOfWorkspace: new NestedPages({
      database,
      table: 'Workspace',
      key: byName,
      node: workspace,
      of: async (workspace: WorkspaceRow, _, skip) =>
        listedConsumers(workspace, {
          named: areNamed(workspace) ? await counter.load(`consumer/${workspace.id}`) : 0n,
          seen: await seen(workspace.organizationId),
          provider,
          skip,
        }),
      counted: async (workspace) =>
        areNamed(workspace) && (await seen(workspace.organizationId)).all ? `consumer/${workspace.id}` : null,
    }),
    workspacesOfOrganization: seenByName(
      { database, node: workspace, seen },
      { known: ({ id, workspaceCount }: OrganizationRow) => (owns(id) ? workspaceCount : null) },
    ),
    workspacesOfProject: new NestedPages({
      database,
      table: 'Workspace',
      key: byName,
      node: workspace,
      of: async ({ id, organizationId }: ProjectRow) => (await seen(organizationId)).inProject(id, { provider }),
      known: ({ organizationId, workspaceCount }) => (owns(organizationId) ? workspaceCount : null),
    }),
    workspacesOfTag: new NestedPages({
      database,
      table: 'Workspace',
      key: byName,
      node: workspace,
      of: async ({ id, organizationId }: TagRow, _, skip) =>
        listedTagged(id, {
          tagged: await counter.load(`tagged-workspace/${id}`),
          seen: await seen(organizationId),
          provider,
          skip,
        }),
      counted: async ({ id, organizationId }) => ((await seen(organizationId)).all ? `tagged-workspace/${id}` : null),
    }),
    projectsOfOrganization: new NestedPages({
      database,
      table: 'Project',
      key: byName,
      of: async ({ id }: OrganizationRow) => {
        const seen = await access.visibleProjectsCondition(caller, id, 'id');
        return seen ? all(equals('organizationId', id), seen) : equals('organizationId', id);
      },
      node: ({ id }) => load().project.load(id),
      known: ({ id, projectCount }) => (access.holdsOnEveryProject(caller, id, 'project:read') ? projectCount : null),
    }),
  };
}

const forWorkspace = (id: string): SqlCondition =>
  within('id', 'SELECT "variableSetId" FROM "VariableSetWorkspace"', equals('workspaceId', id));
const forProject = (id: string): SqlCondition =>
  within('id', 'SELECT "variableSetId" FROM "VariableSetProject"', equals('projectId', id));
const named = ({ search }: VariableSetFilter): SqlCondition =>
  search == null ? all() : searchedIn('searchName', search);
