import type { Caller } from '../identity/caller.js';
import type { RequestContext } from '../platform/graphql/context.js';
import { problem } from '../platform/problems.js';
import type { Consumers } from './consumers/consumers.js';
import type { StateLoaders } from './loaders.js';
import type { Locks } from './locks/locks.js';
import type { Projects } from './projects/projects.js';
import type { RetentionPolicies } from './retention/retention-policies.js';
import type { ConfigurationVersions } from './runs/configuration-versions.js';
import type { Runs } from './runs/runs.js';
import type { Tags } from './tags/tags.js';
import type { Workspaces } from './workspaces/workspaces.js';

/** What can be done with state, each noun by its service. The same objects for all requests. */
export interface StateServices {
  readonly workspaces: Workspaces;
  readonly locks: Locks;
  readonly projects: Projects;
  readonly tags: Tags;
  readonly consumers: Consumers;
  readonly runs: Runs;
  readonly configurationVersions: ConfigurationVersions;
  readonly retentionPolicies: RetentionPolicies;
}

/** The slice of one request: the services, and loaders that gather the reads of one answer into few statements. */
export interface StateScope extends StateServices {
  readonly load: StateLoaders;
}

export interface StateContext extends RequestContext {
  readonly caller: Caller | null;
  readonly state: StateScope;
}

/** @throws UNAUTHENTICATED */
export function callerOf({ caller }: Pick<StateContext, 'caller'>): Caller {
  if (!caller) throw problem('UNAUTHENTICATED');
  return caller;
}
