import DataLoader from 'dataloader';
import type { Caller } from '../identity/caller.js';
import type { DatabaseClient } from '../platform/database/client.js';
import type {
  ConfigurationVersionRow,
  OrganizationRow,
  ProjectRow,
  ResourceRow,
  RunRow,
  VariableSetRow,
  WorkspaceRow,
} from '../platform/database/models.js';
import { byId } from '../platform/graphql/by-id.js';
import type { StateVersionId, StateVersionOutputId } from '../platform/ids.js';
import type { RawJson } from '../platform/graphql/raw-json.js';
import type { DocumentAsked, InventoryStore } from './inventory/inventory.store.js';
import type { Outputs, OutputsAsked, ReadOutput } from './outputs/outputs.js';
import type { StateVersionOutput } from './outputs/output.type.js';
import { usedBytesOf } from './quota/storage.js';
import type { Neighbours } from './versions/version-home.js';
import type { StateVersionStore } from './versions/version.store.js';
import type { StateVersion } from './versions/version.type.js';
import type { ReservedKeyStore } from './tags/reserved-key.store.js';
import type { BoundTag, TagStore } from './tags/tag.store.js';
import type { AssignedTo, VariableSetStore } from './variables/variable-set.store.js';
import { ValueBudget } from './variables/variable.store.js';
import type { StoredVariable, VariableStore } from './variables/variable.store.js';

/**
 * Reads that the fields of one response share: by id, one statement for all that are requested together. They do not check permissions: they are for related
 * objects of one that the caller may see.
 */
export interface StateLoaders {
  readonly workspace: DataLoader<string, WorkspaceRow | null>;
  readonly project: DataLoader<string, ProjectRow | null>;
  readonly organization: DataLoader<string, OrganizationRow | null>;
  /** Bytes that an organization stores. */
  readonly storedBytes: DataLoader<string, bigint>;
  readonly run: DataLoader<string, RunRow | null>;
  readonly configurationVersion: DataLoader<string, ConfigurationVersionRow | null>;
  readonly resource: DataLoader<string, ResourceRow | null>;
  readonly stateVersion: DataLoader<StateVersionId, StateVersion | null>;
  readonly neighbours: DataLoader<StateVersionId, Neighbours>;
  /** Parts of an inventory that are too large for their row. */
  readonly documentOfVersion: DataLoader<DocumentAsked, RawJson, string>;
  /** Records that the outputs of a version are read: once for each request, however many pages it reads. */
  readonly outputsRead: DataLoader<OutputsAsked, true, StateVersionId>;
  /** In the form of lists: sensitive values are missing. */
  readonly output: DataLoader<StateVersionOutputId, StateVersionOutput | null>;
  /** With its value, requested by its id: the read is recorded; `null` if the caller may not read it. */
  readonly readOutput: DataLoader<OutputAsked, ReadOutput | null, StateVersionOutputId>;
  /** By the organization's id. */
  readonly defaultProject: DataLoader<string, ProjectRow | null>;
  /** The workspace's own bindings, by key. */
  readonly tagsOfWorkspace: DataLoader<string, BoundTag[]>;
  readonly tagsOfProject: DataLoader<string, BoundTag[]>;
  readonly tagBinding: DataLoader<string, BoundTag | null>;
  /** By the organization's id: the keys that workspaces cannot override. */
  readonly fixedTagKeys: DataLoader<string, ReadonlySet<string>>;
  /** The number of workspaces that have a tag. */
  readonly tagInstances: DataLoader<string, number>;
  readonly variable: DataLoader<string, StoredVariable | null>;
  readonly variableSet: DataLoader<string, VariableSetRow | null>;
  /** The workspaces that a set is for, by name. */
  readonly workspacesOfSet: DataLoader<string, readonly PlaceOfWorkspace[]>;
  /** The projects for whose workspaces a set is, by name. */
  readonly projectsOfSet: DataLoader<string, readonly PlaceOfProject[]>;
  /** What a run in a workspace would be given, by key. */
  readonly effectiveVariables: DataLoader<WorkspaceRow, readonly StoredVariable[], string>;
  /** Of a workspace or a set, by key. */
  readonly variableIds: DataLoader<string, readonly string[]>;
  /** Of a variable that is not sensitive. */
  readonly variableValue: DataLoader<ValueAsked, string | null, string>;
}

/** An object of an organization by its name there. */
/** A request has only one caller. */
export interface OutputAsked {
  readonly caller: Caller;
  readonly id: StateVersionOutputId;
}

type PlaceOfWorkspace = Awaited<ReturnType<VariableSetStore['workspacesOf']>>[number]['to'];
type PlaceOfProject = Awaited<ReturnType<VariableSetStore['projectsOf']>>[number]['to'];
export type ValueAsked = Pick<StoredVariable, 'id' | 'valueBytes'>;

export interface LoaderDeps {
  readonly client: DatabaseClient;
  readonly tags: TagStore;
  readonly reservedKeys: ReservedKeyStore;
  readonly variables: VariableStore;
  readonly variableSets: VariableSetStore;
  readonly versions: StateVersionStore;
  readonly outputs: Outputs;
  readonly inventories: InventoryStore;
}

/** New for each request: the next request reads again. */
export function createLoaders(deps: LoaderDeps): StateLoaders {
  const { client, tags, reservedKeys, variables, variableSets, versions, outputs, inventories } = deps;
  const budget = new ValueBudget();
  return {
    ...rowLoaders(client),
    stateVersion: byId((ids) => versions.byIds(ids)),
    neighbours: new DataLoader(async (wanted) => {
      const found = await versions.neighbours(wanted);
      return wanted.map((id) => found.get(id) ?? { previous: null, next: null });
    }),
    documentOfVersion: new DataLoader((asked) => inventories.shown(asked), {
      cacheKeyFn: ({ stateVersionId, kind }) => `${stateVersionId} ${kind}`,
    }),
    outputsRead: new DataLoader(
      async (asked) => {
        await outputs.recordRead(asked);
        return asked.map(() => true as const);
      },
      { cacheKeyFn: ({ version }) => version.id },
    ),
    output: byId((ids) => outputs.shown(ids)),
    readOutput: new DataLoader(
      async (asked) => {
        const [first] = asked;
        const read = first
          ? await outputs.readSeveral(
              first.caller,
              asked.map(({ id }) => id),
            )
          : [];
        const found = new Map(read.map((one) => [one.output.id, one]));
        return asked.map(({ id }) => found.get(id) ?? null);
      },
      { cacheKeyFn: ({ id }) => id },
    ),
    defaultProject: new DataLoader(async (organizationIds) => {
      const where = { organizationId: { in: [...organizationIds] }, isDefault: true };
      const found = new Map((await client.project.findMany({ where })).map((row) => [row.organizationId, row]));
      return organizationIds.map((id) => found.get(id) ?? null);
    }),
    tagsOfWorkspace: grouped((ids) => tags.ofWorkspaces(ids), 'workspaceId'),
    tagsOfProject: grouped((ids) => tags.ofProjects(ids), 'projectId'),
    tagBinding: byId((ids) => tags.byIds(ids)),
    fixedTagKeys: new DataLoader(async (organizationIds) => {
      const found = await reservedKeys.fixedKeys(organizationIds);
      return organizationIds.map((id) => found.get(id) ?? new Set<string>());
    }),
    tagInstances: new DataLoader(async (ids) => {
      const counts = await tags.instanceCounts(ids);
      return ids.map((id) => counts.get(id) ?? 0);
    }),
    variable: byId((ids) => variables.byIds(ids)),
    variableSet: byId((ids) => client.variableSet.findMany({ where: { id: { in: ids } } })),
    workspacesOfSet: new DataLoader(async (ids) => inSets(ids, await variableSets.workspacesOf(ids))),
    projectsOfSet: new DataLoader(async (ids) => inSets(ids, await variableSets.projectsOf(ids))),
    effectiveVariables: new DataLoader((workspaces) => variableSets.effectiveOf(workspaces), {
      cacheKeyFn: ({ id }) => id,
    }),
    variableIds: new DataLoader(async (owners) => {
      const found = await variables.idsOf(owners);
      return owners.map((id) => found.get(id) ?? []);
    }),
    variableValue: new DataLoader(
      async (asked) => {
        for (const { valueBytes } of asked) budget.take(valueBytes);
        const values = await variables.values(asked.map(({ id }) => id));
        return asked.map(({ id }) => values.get(id) ?? null);
      },
      { cacheKeyFn: ({ id }) => id },
    ),
  };
}

export type RowLoaders = Pick<
  StateLoaders,
  'workspace' | 'project' | 'organization' | 'storedBytes' | 'run' | 'configurationVersion' | 'resource'
>;

/** Rows that nothing but their table knows. */
export function rowLoaders(client: DatabaseClient): RowLoaders {
  return {
    workspace: byId((ids) => client.workspace.findMany({ where: { id: { in: ids } } })),
    project: byId((ids) => client.project.findMany({ where: { id: { in: ids } } })),
    organization: byId((ids) => client.organization.findMany({ where: { id: { in: ids } } })),
    storedBytes: new DataLoader(async (organizationIds) => {
      const sums = await usedBytesOf(client, organizationIds);
      return organizationIds.map((id) => sums.get(id) ?? 0n);
    }),
    run: byId((ids) => client.run.findMany({ where: { id: { in: ids } } })),
    resource: byId((ids) => client.indexedResource.findMany({ where: { id: { in: ids } } })),
    configurationVersion: byId((ids) => client.configurationVersion.findMany({ where: { id: { in: ids } } })),
  };
}

function grouped(
  read: (ids: readonly string[]) => Promise<BoundTag[]>,
  by: 'workspaceId' | 'projectId',
): DataLoader<string, BoundTag[]> {
  return new DataLoader(async (ids) => {
    const all = await read(ids);
    return ids.map((id) => all.filter((tag) => tag[by] === id));
  });
}

/** For each set, in order. */
function inSets<Place>(ids: readonly string[], assigned: readonly AssignedTo<Place>[]): Place[][] {
  return ids.map((id) => assigned.flatMap(({ variableSetId, to }) => (variableSetId === id ? [to] : [])));
}
