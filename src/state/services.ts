import type { Access } from '../identity/access/access.js';
import type { Audit } from '../identity/audit/audit.js';
import type { Clock } from '../platform/clock.js';
import type { Database } from '../platform/database/database.js';
import { Consumers } from './consumers/consumers.js';
import type { StateScope, StateServices } from './context.js';
import { createLoaders } from './loaders.js';
import { Locks } from './locks/locks.js';
import type { OnUnlock } from './locks/locks.js';
import { ProjectStore } from './projects/project.store.js';
import { Projects } from './projects/projects.js';
import { ReachProject } from './projects/reach-project.js';
import { RetentionPolicies } from './retention/retention-policies.js';
import { ConfigurationVersions } from './runs/configuration-versions.js';
import { RunStore } from './runs/run.store.js';
import { Runs } from './runs/runs.js';
import { TagStore } from './tags/tag.store.js';
import { Tags } from './tags/tags.js';
import { ReachWorkspace } from './workspaces/reach-workspace.js';
import { WorkspaceStore } from './workspaces/workspace.store.js';
import { Workspaces } from './workspaces/workspaces.js';

export interface StateServiceDeps {
  readonly database: Database;
  readonly access: Access;
  readonly audit: Audit;
  readonly clock: Clock;
  readonly onUnlock: OnUnlock;
}

/** The services around workspaces, put together; and what makes the slice of each request. */
export function createStateServices(deps: StateServiceDeps): { services: StateServices; scope: () => StateScope } {
  const { database, access } = deps;
  const { client } = database;
  const store = new WorkspaceStore({ client });
  const tagStore = new TagStore({ client });
  const reach = new ReachWorkspace({ store, access });
  const projects = new ReachProject({ client, access });
  const services: StateServices = {
    workspaces: new Workspaces({ ...deps, store, reach }),
    locks: new Locks({ ...deps, reach }),
    projects: new Projects({ ...deps, store: new ProjectStore({ client }), reach: projects }),
    tags: new Tags({ ...deps, store: tagStore, workspaces: reach, projects }),
    consumers: new Consumers({ ...deps, store, reach }),
    runs: new Runs({ ...deps, store: new RunStore({ client }), reach }),
    configurationVersions: new ConfigurationVersions({ ...deps, reach }),
    retentionPolicies: new RetentionPolicies({ ...deps, reach }),
  };
  return { services, scope: () => ({ ...services, load: createLoaders({ client, tags: tagStore }) }) };
}
