import { Directory } from '../identity/directory.js';
import type { Access } from '../identity/access/access.js';
import type { Authentication } from '../identity/tokens/authentication.js';
import type { Audit } from '../identity/audit/audit.js';
import { RecordedChanges } from '../identity/audit/recorded-changes.js';
import type { Caller } from '../identity/caller.js';
import { classWith } from '../platform/class-with.js';
import type { Clock } from '../platform/clock.js';
import type { Database } from '../platform/database/database.js';
import type { Logger } from 'pino';
import { doneOnce, doneWhenPlanned } from '../platform/jobs/job-kind.js';
import { JobProgress } from '../platform/jobs/job-progress.js';
import { JobRunner } from '../platform/jobs/job-runner.js';
import { JobStore } from '../platform/jobs/job.store.js';
import type { Objects } from '../platform/objects/sealed-objects.js';
import { CataloguedEvents } from '../platform/events/event-catalogue.js';
import type { EventFeed } from '../platform/events/event-feed.js';
import type { Seal } from '../platform/seal/seal.js';
import { BackingData, purgeJobKind } from './backing-data/backing-data.js';
import { ContentUrls } from './backing-data/content-url.js';
import { Downloads } from './backing-data/downloads.js';
import { ContentIntake } from './backing-data/intake.js';
import { Sweeper, sweepEveryMs, sweepJobKind } from './backing-data/sweeper.js';
import type { SweeperDeps } from './backing-data/sweeper.js';
import { Uploads } from './backing-data/uploads.js';
import { WorkspaceContent } from './backing-data/workspace-content.js';
import { Comparisons } from './comparison/comparisons.js';
import { Consumers } from './consumers/consumers.js';
import type { StateScope, StateServices } from './context.js';
import { VisibleState } from './visible.js';
import { StateEventRooms } from './events/state-event-rooms.js';
import { VariableSetAudience } from './events/variable-set-audience.js';
import { LoadersOfRequest } from './loaders.js';
import type { StateLoaders } from './loaders.js';
import { InventoryReader } from './inventory/inventory-reader.js';
import { InventoryJob } from './inventory/inventory.job.js';
import { InventoryStore } from './inventory/inventory.store.js';
import { ReadAhead } from './inventory/read-ahead.js';
import { inventoryJobKind, isSmall, largeInventoryJobKind } from './inventory/inventory.job-kind.js';
import { Locks } from './locks/locks.js';
import { OutputStore } from './outputs/output.store.js';
import { Outputs } from './outputs/outputs.js';
import { ProjectStore } from './projects/project.store.js';
import { Projects } from './projects/projects.js';
import { ReachProject } from './projects/reach-project.js';
import { RetentionJob, retentionEveryMs, retentionJobKind } from './retention/retention.job.js';
import { RetentionPolicies } from './retention/retention-policies.js';
import { ConfigurationVersions } from './runs/configuration-versions.js';
import { RunStore } from './runs/run.store.js';
import { Runs } from './runs/runs.js';
import { Recount, recountEveryMs, recountJobKind } from './quota/recount.js';
import { StorageQuotas } from './quota/storage-quotas.js';
import { Storage } from './quota/storage.js';
import { IndexJob } from './search/index.job.js';
import { indexJobKind } from './search/index.job-kind.js';
import { ResourceIndex } from './search/resource-index.js';
import { ResourceSearch } from './search/resource-search.js';
import { ReservedKeyStore } from './tags/reserved-key.store.js';
import { ReservedKeys } from './tags/reserved-keys.js';
import { TagStore } from './tags/tag.store.js';
import { Tags } from './tags/tags.js';
import { ReachVariableSet } from './variables/reach-variable-set.js';
import { VariableSetStore } from './variables/variable-set.store.js';
import { VariableSets } from './variables/variable-sets.js';
import { VariableStore } from './variables/variable.store.js';
import { Variables } from './variables/variables.js';
import { WorkspaceHistory } from './versions/history.js';
import type { Deployment } from './versions/history.js';
import { Rollback } from './versions/rollback.js';
import { StateVersionStore } from './versions/version.store.js';
import { StateVersions } from './versions/versions.js';
import { ReachWorkspace } from './workspaces/reach-workspace.js';
import { listWorkspaceNames, namePartsJobKind } from './workspaces/name-parts.job.js';
import { WorkspaceStore } from './workspaces/workspace.store.js';
import { Workspaces } from './workspaces/workspaces.js';

export interface StateServiceDeps {
  readonly database: Database;
  readonly access: Access;
  readonly audit: Audit;
  /** Determines the present permissions of callers who were shown a download URL. */
  readonly authentication: Pick<Authentication, 'callerOf'>;
  readonly feed: EventFeed;
  readonly clock: Clock;
  readonly seal: Seal;
  readonly objects: Objects;
  readonly log: Logger;
  readonly deployment: Deployment;
  /** The largest content, in bytes. */
  readonly maxContentBytes: number;
  /** The quota of organizations without their own, in bytes; `null` for no limit. */
  readonly quotaBytes: bigint | null;
  /** The shortest lifetime of content URLs, in milliseconds. */
  readonly urlLifetimeMs: number;
  /** Days until soft-deleted backing data is deleted permanently, if the caller gives none. */
  readonly softDeleteDays: number;
  /** What decides whether and when the sweep may remove something. */
  readonly sweeping: Pick<SweeperDeps, 'lived' | 'owner' | 'trashDays'>;
  /** Threads that read large content. */
  readonly threads: number;
}

/** Milliseconds for work over everything that is stored: millions of objects, hundreds of thousands of outputs. */
const longWorkMs = 24 * 3_600_000;

/** The assembled state service. */
export interface StateService {
  readonly services: StateServices;
  readonly uploads: Uploads;
  readonly downloads: Downloads;
  readonly content: WorkspaceContent;
  readonly storage: Storage;
  /** Runs due background work after the start. */
  readonly jobs: JobRunner;
  /** The same for large content. */
  readonly largeReads: JobRunner;
  /** The same for long work that nobody waits for. */
  readonly indexer: JobRunner;
  /** Creates the part of each request. */
  readonly scope: () => StateScope;
  /** Starts the background work. */
  start(): Promise<void>;
  /** Ends it, and resolves when nothing is running. */
  close(): Promise<void>;
}

export function createStateService(given: StateServiceDeps): StateService {
  const deps = { ...given, changes: new RecordedChanges(given) };
  const { database, access, clock, objects, deployment } = deps;
  const { client } = database;
  const store = new WorkspaceStore({ database });
  const tags = new TagStore({ client, names: database });
  const reservedKeyStore = new ReservedKeyStore({ client });
  const reach = new ReachWorkspace({ store, access });
  const variableStore = new VariableStore({ client, rows: database, seal: deps.seal });
  const variableSets = new VariableSetStore(deps);
  const sets = new ReachVariableSet({ client, access });
  const variables = new Variables({ ...deps, store: variableStore, workspaces: reach, sets });
  const projects = new ReachProject({ client, access });
  const versionStore = new StateVersionStore({ database });
  const outputStore = new OutputStore({ database, seal: deps.seal });
  const jobStore = new JobStore({ database, clock });
  const urls = new ContentUrls({
    keys: deps.seal.signingKeys('content-url'),
    clock,
    lifetimeMs: deps.urlLifetimeMs,
  });
  const storage = new Storage(deps);
  const quotas = new StorageQuotas({ ...deps, directory: new Directory({ client }) });
  const reader = new InventoryReader({ threads: deps.threads });
  // Separate threads, so that slow uploads do not delay jobs.
  const uploadReader = new InventoryReader({ threads: deps.threads });
  const readAhead = new ReadAhead();
  const intake = new ContentIntake({ objects, maxBytes: deps.maxContentBytes, reader: uploadReader, readAhead });
  const inventories = new InventoryStore({ client, outputs: outputStore, objects });
  const history = new WorkspaceHistory({
    ...{ database, store: versionStore, jobs: jobStore, clock, deployment },
    ...{ inventories, outputs: outputStore, readAhead },
    work: { wake: (bytes) => (isSmall(bytes) ? jobs : largeReads).wake() },
  });
  const index = new ResourceIndex({ database });
  const progress = new JobProgress(deps);
  const readings = { ...deps, store: versionStore, inventories, index, progress, readAhead };
  const inventory = new InventoryJob({ ...readings, jobs: jobStore, reader });
  // A thread of its own: those of the other reader are for what is read quickly.
  const largeReader = new InventoryReader({ threads: 1 });
  const largeInventory = new InventoryJob({ ...readings, jobs: jobStore, reader: largeReader });
  const read = (by: InventoryJob) =>
    doneOnce(async (job, signal) => {
      if (await by.run(job, signal)) indexer.wake();
      return undefined;
    });
  const indexing = new IndexJob(readings);
  const recount = new Recount(deps);
  const sweeper = new Sweeper({ ...deps, ...deps.sweeping });
  const jobs: JobRunner = new JobRunner({
    store: jobStore,
    clock,
    log: deps.log,
    kinds: {
      [inventoryJobKind]: read(inventory),
      [purgeJobKind]: doneWhenPlanned((job) => backingData.purgeWhenDue(job.subject)),
      [sweepJobKind]: {
        run: (_job, signal) => sweeper.sweep(signal),
        deadlineMs: longWorkMs,
        recurs: { atMostMs: sweepEveryMs, atStart: 'as planned' },
      },
      [retentionJobKind]: {
        run: (_job, signal) => retention.run(signal),
        deadlineMs: longWorkMs,
        recurs: { atMostMs: retentionEveryMs, atStart: 'as planned' },
      },
      [recountJobKind]: {
        run: (_job, signal) => recount.run(signal),
        deadlineMs: longWorkMs,
        recurs: { atMostMs: recountEveryMs, atStart: 'as planned' },
      },
    },
  });
  const largeReads = new JobRunner({
    store: jobStore,
    clock,
    log: deps.log,
    concurrency: 1,
    kinds: { [largeInventoryJobKind]: read(largeInventory) },
  });
  const indexer = new JobRunner({
    store: jobStore,
    clock,
    log: deps.log,
    concurrency: 1,
    kinds: {
      [indexJobKind]: doneOnce((job, signal) => indexing.run(job, signal), longWorkMs),
      [namePartsJobKind]: doneOnce((_job, signal) => listWorkspaceNames(store.nameParts, signal), longWorkMs),
    },
  });
  const shared = {
    ...deps,
    store: versionStore,
    outputs: outputStore,
    inventories,
    history,
    intake,
    storage,
    urls,
  };
  const backingData = new BackingData({ ...shared, jobs: jobStore, runner: jobs });
  const retention = new RetentionJob({ ...shared, backingData });
  const versions = new StateVersions(shared);
  const services: StateServices = {
    workspaces: new Workspaces({ ...deps, store, reach }),
    locks: new Locks({
      ...deps,
      reach,
      onUnlock: (seeing, workspace) => history.promoteSnapshot(seeing, workspace),
      afterUnlock: () => {
        for (const runner of [jobs, largeReads]) runner.wake();
      },
    }),
    projects: new Projects({ ...deps, store: new ProjectStore({ client, names: database }), reach: projects }),
    tags: new Tags({ ...deps, store: tags, workspaces: reach, projects }),
    reservedKeys: new ReservedKeys({ ...deps, store: reservedKeyStore, directory: new Directory({ client }) }),
    consumers: new Consumers({ ...deps, store, reach }),
    variables,
    variableSets: new VariableSets({ ...deps, store: variableSets, reach: sets, variables }),
    runs: new Runs({ ...deps, store: new RunStore({ client }), reach }),
    configurationVersions: new ConfigurationVersions({ ...deps, reach }),
    retentionPolicies: new RetentionPolicies({ ...deps, reach }),
    versions,
    rollback: new Rollback(shared),
    outputs: new Outputs({ ...deps, store: outputStore, versions, versionStore }),
    backingData,
    storageQuotas: quotas,
    contentUrls: urls,
    comparisons: new Comparisons({ ...deps, versions }),
    resources: new ResourceSearch(deps),
    events: new CataloguedEvents({
      feed: deps.feed,
      rooms: new StateEventRooms({
        ...deps,
        client,
        store: versionStore,
        sets: new VariableSetAudience({ access, client, reach: sets }),
      }),
    }),
  };
  const loaders = {
    database,
    tags,
    reservedKeys: reservedKeyStore,
    variables: variableStore,
    variableSets,
    versions: versionStore,
    outputs: services.outputs,
    inventories,
  };
  // Its parts are made at their first use: most requests need none.
  class Scope extends classWith(services) implements StateScope {
    #load: StateLoaders | undefined;
    #visible: VisibleState | undefined;

    get load(): StateLoaders {
      return (this.#load ??= new LoadersOfRequest(loaders));
    }

    get visibleTo(): (caller: Caller) => VisibleState {
      const load = () => this.load;
      return (caller) => (this.#visible ??= new VisibleState({ database, access, quotas, sets, load }, caller));
    }
  }
  return {
    services,
    uploads: new Uploads(shared),
    downloads: new Downloads(shared),
    content: new WorkspaceContent({ ...shared, reach }),
    storage,
    jobs,
    largeReads,
    indexer,
    scope: () => new Scope(),
    async start() {
      for (const kind of [sweepJobKind, retentionJobKind, recountJobKind]) {
        await jobStore.ensure({ kind, subject: 'all', dueAt: clock.now() });
      }
      if (!(await store.nameParts.areAllListed()))
        await jobStore.ensure({ kind: namePartsJobKind, subject: 'all', dueAt: clock.now() });
      jobs.start();
      largeReads.start();
      indexer.start();
    },
    async close() {
      await Promise.all([jobs.close(), largeReads.close(), indexer.close()]);
      await Promise.all([reader.close(), largeReader.close(), uploadReader.close()]);
    },
  };
}
