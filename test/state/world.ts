import DataLoader from 'dataloader';
import { Consumers } from '../../src/state/consumers/consumers.js';
import { Locks } from '../../src/state/locks/locks.js';
import type { OnUnlock } from '../../src/state/locks/locks.js';
import { StorageQuotas } from '../../src/state/quota/storage-quotas.js';
import { Seal } from '../../src/platform/seal/seal.js';
import { RecordedChanges } from '../../src/identity/audit/recorded-changes.js';
import { Directory } from '../../src/identity/directory.js';
import { VisibleState } from '../../src/state/visible.js';
import { RowLoadersOfRequest } from '../../src/state/loaders.js';
import type { StateVersionOutput } from '../../src/state/outputs/output.type.js';
import type { OutputsAsked } from '../../src/state/outputs/outputs.js';
import type { StateVersion } from '../../src/state/versions/version.type.js';
import { byId } from '../../src/platform/graphql/by-id.js';
import { ProjectStore } from '../../src/state/projects/project.store.js';
import { Projects } from '../../src/state/projects/projects.js';
import { ReachProject } from '../../src/state/projects/reach-project.js';
import { RetentionPolicies } from '../../src/state/retention/retention-policies.js';
import { ConfigurationVersions } from '../../src/state/runs/configuration-versions.js';
import { RunStore } from '../../src/state/runs/run.store.js';
import { Runs } from '../../src/state/runs/runs.js';
import { ReachVariableSet } from '../../src/state/variables/reach-variable-set.js';
import { VariableSetStore } from '../../src/state/variables/variable-set.store.js';
import { VariableSets } from '../../src/state/variables/variable-sets.js';
import { VariableStore } from '../../src/state/variables/variable.store.js';
import { Variables } from '../../src/state/variables/variables.js';
import { ReservedKeyStore } from '../../src/state/tags/reserved-key.store.js';
import { ReservedKeys } from '../../src/state/tags/reserved-keys.js';
import { TagStore } from '../../src/state/tags/tag.store.js';
import { Tags } from '../../src/state/tags/tags.js';
import { ReachWorkspace } from '../../src/state/workspaces/reach-workspace.js';
import { WorkspaceStore } from '../../src/state/workspaces/workspace.store.js';
import { Workspaces } from '../../src/state/workspaces/workspaces.js';
import type { StateVersionId } from '../../src/platform/ids.js';
import type { Caller } from '../../src/identity/caller.js';
import { openWorld } from '../identity/world.js';

/** An installation with an organization, its owner, and the services around workspaces. */
export async function openStateWorld(onUnlock: OnUnlock = () => Promise.resolve({ values: {}, writes: [] })) {
  const opened = await openWorld();
  const base = { ...opened, changes: new RecordedChanges(opened) };
  const { client, access } = base;
  const store = new WorkspaceStore({ database: base.database });
  const reach = new ReachWorkspace({ store, access });
  const projects = new ReachProject({ client, access });
  const seal = new Seal({ current: Buffer.alloc(32, 7), earlier: [] });
  const variables = new VariableStore({ client, rows: base.database, seal });
  const sets = new ReachVariableSet({ client, access });
  const setStore = new VariableSetStore(base);
  const variableService = new Variables({ ...base, store: variables, workspaces: reach, sets });
  const services = {
    variables: variableService,
    variableSets: new VariableSets({ ...base, store: setStore, reach: sets, variables: variableService }),
    workspaces: new Workspaces({ ...base, store, reach }),
    locks: new Locks({ ...base, reach, onUnlock }),
    projects: new Projects({ ...base, store: new ProjectStore({ client, names: base.database }), reach: projects }),
    tags: new Tags({ ...base, store: new TagStore({ client, names: base.database }), workspaces: reach, projects }),
    reservedKeys: new ReservedKeys({
      ...{ ...base, store: new ReservedKeyStore({ client }), directory: new Directory({ client }) },
    }),
    consumers: new Consumers({ ...base, store, reach }),
    runs: new Runs({ ...base, store: new RunStore({ client }), reach }),
    configurationVersions: new ConfigurationVersions({ ...base, reach }),
    retentionPolicies: new RetentionPolicies({ ...base, reach }),
  };
  const ownerId = await base.user({ username: 'olga' });
  const organizationId = await base.organization(ownerId);
  const { name: organization } = await base.client.organization.findUniqueOrThrow({ where: { id: organizationId } });
  const owner = await base.caller({ userId: ownerId });
  let names = 0;

  const world = {
    ...base,
    ...services,
    variableStore: variables,
    variableSetStore: setStore,
    organization,
    organizationId,
    ownerId,
    owner,
    make: (settings: object = {}, caller: Caller = owner) =>
      services.workspaces.create(caller, organization, { name: `workspace-${++names}`, ...settings }),
    /** A member of the organization, in a team with `access` on the workspace where one is named. */
    async memberWith(access?: { workspaceId: string; access: string }, username?: string): Promise<Caller> {
      const userId = await base.user(username === undefined ? {} : { username });
      const teamId = await base.team(organizationId);
      await base.member(organizationId, userId, teamId);
      if (access) await base.onWorkspace(teamId, access.workspaceId, { access: access.access, stateVersions: 'none' });
      await base.turn();
      return base.caller({ userId });
    },
    /** What hangs on objects, as one request reads it. */
    visibleTo(caller: Caller = owner): VisibleState {
      const stateVersion = byId<StateVersion>(() => Promise.reject(new Error('there are no state versions here')));
      const outputsRead = new DataLoader<OutputsAsked, true, StateVersionId>(() =>
        Promise.reject(new Error('nor outputs')),
      );
      const output = byId<StateVersionOutput>(() => Promise.reject(new Error('nor outputs')));
      const variable = byId((ids: string[]) => variables.byIds(ids));
      const variableSet = byId((ids: string[]) => client.variableSet.findMany({ where: { id: { in: ids } } }));
      const ofSets = {
        workspacesOfSet: new DataLoader((ids: readonly string[]) =>
          Promise.all(ids.map(async (id) => (await setStore.workspacesOf([id])).map(({ to }) => to))),
        ),
        projectsOfSet: new DataLoader((ids: readonly string[]) =>
          Promise.all(ids.map(async (id) => (await setStore.projectsOf([id])).map(({ to }) => to))),
        ),
      };
      const load = Object.assign(new RowLoadersOfRequest(base.database), {
        ...{ stateVersion, outputsRead, output, variable, variableSet },
        ...ofSets,
      });
      const quotas = new StorageQuotas({ ...base, quotaBytes: null, directory: new Directory({ client }) });
      return new VisibleState({ ...base, quotas, sets, load: () => load }, caller);
    },
    async counters() {
      const { workspaceCount, projectCount } = await base.client.organization.findUniqueOrThrow({
        where: { id: organizationId },
      });
      return { workspaceCount, projectCount };
    },
  };
  return world;
}

export type StateWorld = Awaited<ReturnType<typeof openStateWorld>>;

/** Code and message of the problem that the work throws. */
export async function refusal(work: Promise<unknown>): Promise<{ code: string; message: string; field?: unknown }> {
  try {
    await work;
  } catch (error) {
    if (error instanceof Error && 'code' in error && typeof error.code === 'string') {
      return { code: error.code, message: error.message, ...('field' in error && { field: error.field }) };
    }
    throw error;
  }
  throw new Error('nothing was refused');
}
