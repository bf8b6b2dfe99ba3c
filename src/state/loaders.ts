import DataLoader from 'dataloader';
import type { Caller } from '../identity/caller.js';
import type { DatabaseClient } from '../platform/database/client.js';
import { condition } from '../platform/database/conditions.js';
import type { SqlCondition } from '../platform/database/conditions.js';
import type { Database } from '../platform/database/database.js';
import { organizationTable } from '../platform/database/generated/tables.js';
import { madeOfRows } from '../platform/database/made-of-rows.js';
import type {
  ConfigurationVersionRow,
  OrganizationRow,
  ProjectRow,
  ResourceRow,
  RunRow,
  VariableSetRow,
  WorkspaceRow,
} from '../platform/database/models.js';
import { rowsBeside } from '../platform/database/rows-among.js';
import { byId, ofEach } from '../platform/graphql/by-id.js';
import type { StateVersionId, StateVersionOutputId } from '../platform/ids.js';
import type { RawJson } from '../platform/graphql/raw-json.js';
import type { DocumentAsked, InventoryStore } from './inventory/inventory.store.js';
import type { ReadOutput } from './outputs/output.store.js';
import type { Outputs, OutputsAsked } from './outputs/outputs.js';
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
  readonly database: Pick<Database, 'client' | 'readBeside'>;
  readonly tags: TagStore;
  readonly reservedKeys: ReservedKeyStore;
  readonly variables: VariableStore;
  readonly variableSets: VariableSetStore;
  readonly versions: StateVersionStore;
  readonly outputs: Outputs;
  readonly inventories: InventoryStore;
}

export type RowLoaders = Pick<
  StateLoaders,
  'workspace' | 'project' | 'organization' | 'storedBytes' | 'run' | 'configurationVersion' | 'resource'
>;

const organizationsOf = madeOfRows(organizationTable.read);

const organizationsSql = ({ sql, parameters }: SqlCondition) =>
  condition(`SELECT ${organizationTable.selection('o')} FROM "Organization" o WHERE o.${sql}`, ...parameters);

type Made<Loaders> = { -readonly [Name in keyof Loaders]?: Loaders[Name] };

/** Rows that nothing but their table knows. */
export class RowLoadersOfRequest implements RowLoaders {
  readonly #made: Made<RowLoaders> = {};

  protected readonly client: DatabaseClient;

  constructor(private readonly database: LoaderDeps['database']) {
    this.client = database.client;
  }

  get workspace() {
    return (this.#made.workspace ??= byId((ids) => this.client.workspace.findMany({ where: { id: { in: ids } } })));
  }

  get project() {
    return (this.#made.project ??= byId((ids) => this.client.project.findMany({ where: { id: { in: ids } } })));
  }

  get organization() {
    return (this.#made.organization ??= byId(async (ids) =>
      organizationsOf(await rowsBeside(this.database, 'id', ids, organizationsSql)),
    ));
  }

  get run() {
    return (this.#made.run ??= byId((ids) => this.client.run.findMany({ where: { id: { in: ids } } })));
  }

  get resource() {
    return (this.#made.resource ??= byId((ids) =>
      this.client.indexedResource.findMany({ where: { id: { in: ids } } }),
    ));
  }

  get configurationVersion() {
    return (this.#made.configurationVersion ??= byId((ids) =>
      this.client.configurationVersion.findMany({ where: { id: { in: ids } } }),
    ));
  }

  get storedBytes() {
    return (this.#made.storedBytes ??= new DataLoader(async (organizationIds) => {
      const sums = await usedBytesOf(this.client, organizationIds);
      return organizationIds.map((id) => sums.get(id) ?? 0n);
    }));
  }
}

/** New for each request: the next request reads again. Each loader is made when it is first asked for: a request uses few of them. */
export class LoadersOfRequest extends RowLoadersOfRequest implements StateLoaders {
  readonly #made: Made<StateLoaders> = {};
  readonly #budget = new ValueBudget();

  constructor(private readonly deps: LoaderDeps) {
    super(deps.database);
  }

  get stateVersion() {
    return (this.#made.stateVersion ??= byId((ids) => this.deps.versions.byIds(ids)));
  }

  get neighbours() {
    return (this.#made.neighbours ??= new DataLoader(async (wanted) => {
      const found = await this.deps.versions.neighbours(wanted);
      return wanted.map((id) => found.get(id) ?? { previous: null, next: null });
    }));
  }

  get documentOfVersion() {
    return (this.#made.documentOfVersion ??= new DataLoader((asked) => this.deps.inventories.shown(asked), {
      cacheKeyFn: ({ stateVersionId, kind }) => `${stateVersionId} ${kind}`,
    }));
  }

  get outputsRead() {
    return (this.#made.outputsRead ??= new DataLoader(
      async (asked) => {
        await this.deps.outputs.recordRead(asked);
        return asked.map(() => true as const);
      },
      { cacheKeyFn: ({ version }) => version.id },
    ));
  }

  get output() {
    return (this.#made.output ??= byId((ids) => this.deps.outputs.shown(ids)));
  }

  get readOutput() {
    return (this.#made.readOutput ??= new DataLoader(
      async (asked) => {
        const [first] = asked;
        const read = first
          ? await this.deps.outputs.readSeveral(
              first.caller,
              asked.map(({ id }) => id),
            )
          : [];
        const found = new Map(read.map((one) => [one.output.id, one]));
        return asked.map(({ id }) => found.get(id) ?? null);
      },
      { cacheKeyFn: ({ id }) => id },
    ));
  }

  get defaultProject() {
    return (this.#made.defaultProject ??= new DataLoader(async (organizationIds) => {
      const where = { organizationId: { in: [...organizationIds] }, isDefault: true };
      const found = new Map((await this.client.project.findMany({ where })).map((row) => [row.organizationId, row]));
      return organizationIds.map((id) => found.get(id) ?? null);
    }));
  }

  get tagsOfWorkspace() {
    return (this.#made.tagsOfWorkspace ??= grouped((ids) => this.deps.tags.ofWorkspaces(ids), 'workspaceId'));
  }

  get tagsOfProject() {
    return (this.#made.tagsOfProject ??= grouped((ids) => this.deps.tags.ofProjects(ids), 'projectId'));
  }

  get tagBinding() {
    return (this.#made.tagBinding ??= byId((ids) => this.deps.tags.byIds(ids)));
  }

  get fixedTagKeys() {
    return (this.#made.fixedTagKeys ??= new DataLoader(async (organizationIds) => {
      const found = await this.deps.reservedKeys.fixedKeys(organizationIds);
      return organizationIds.map((id) => found.get(id) ?? new Set<string>());
    }));
  }

  get tagInstances() {
    return (this.#made.tagInstances ??= new DataLoader(async (ids) => {
      const counts = await this.deps.tags.instanceCounts(ids);
      return ids.map((id) => counts.get(id) ?? 0);
    }));
  }

  get variable() {
    return (this.#made.variable ??= byId((ids) => this.deps.variables.byIds(ids)));
  }

  get variableSet() {
    return (this.#made.variableSet ??= byId((ids) => this.client.variableSet.findMany({ where: { id: { in: ids } } })));
  }

  get workspacesOfSet() {
    return (this.#made.workspacesOfSet ??= new DataLoader(async (ids) =>
      inSets(ids, await this.deps.variableSets.workspacesOf(ids)),
    ));
  }

  get projectsOfSet() {
    return (this.#made.projectsOfSet ??= new DataLoader(async (ids) =>
      inSets(ids, await this.deps.variableSets.projectsOf(ids)),
    ));
  }

  get effectiveVariables() {
    return (this.#made.effectiveVariables ??= new DataLoader(
      (workspaces) => this.deps.variableSets.effectiveOf(workspaces),
      {
        cacheKeyFn: ({ id }) => id,
      },
    ));
  }

  get variableIds() {
    return (this.#made.variableIds ??= new DataLoader(async (owners) => {
      const found = await this.deps.variables.idsOf(owners);
      return owners.map((id) => found.get(id) ?? []);
    }));
  }

  get variableValue() {
    return (this.#made.variableValue ??= new DataLoader(
      async (asked) => {
        for (const { valueBytes } of asked) this.#budget.take(valueBytes);
        const values = await this.deps.variables.values(asked.map(({ id }) => id));
        return asked.map(({ id }) => values.get(id) ?? null);
      },
      { cacheKeyFn: ({ id }) => id },
    ));
  }
}

function grouped(
  read: (ids: readonly string[]) => Promise<BoundTag[]>,
  by: 'workspaceId' | 'projectId',
): DataLoader<string, BoundTag[]> {
  return new DataLoader(async (ids) => ofEach(ids, await read(ids), (tag) => tag[by]));
}

/** For each set, in order. */
function inSets<Place>(ids: readonly string[], assigned: readonly AssignedTo<Place>[]): Place[][] {
  return ofEach(ids, assigned, ({ variableSetId }) => variableSetId).map((ofSet) => ofSet.map(({ to }) => to));
}
