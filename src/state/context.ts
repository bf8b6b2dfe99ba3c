import type { Caller } from '../identity/caller.js';
import type { IdentityContext } from '../identity/context.js';
import type { Consumers } from './consumers/consumers.js';
import type { VisibleState } from './visible.js';
import type { StateLoaders } from './loaders.js';
import type { Locks } from './locks/locks.js';
import type { Projects } from './projects/projects.js';
import type { RetentionPolicies } from './retention/retention-policies.js';
import type { ConfigurationVersions } from './runs/configuration-versions.js';
import type { Runs } from './runs/runs.js';
import type { ReservedKeys } from './tags/reserved-keys.js';
import type { Tags } from './tags/tags.js';
import type { BackingData } from './backing-data/backing-data.js';
import type { ContentUrls } from './backing-data/content-url.js';
import type { Comparisons } from './comparison/comparisons.js';
import type { Outputs } from './outputs/outputs.js';
import type { CataloguedEvents } from '../platform/events/event-catalogue.js';
import type { AskedStateEvents } from './events/state-event-rooms.js';
import type { StateAudience } from './events/state-event-table.js';
import type { ResourceSearch } from './search/resource-search.js';
import type { StorageQuotas } from './quota/storage-quotas.js';
import type { Rollback } from './versions/rollback.js';
import type { StateVersions } from './versions/versions.js';
import type { VariableSets } from './variables/variable-sets.js';
import type { Variables } from './variables/variables.js';
import type { Workspaces } from './workspaces/workspaces.js';

/** The services for state, by noun. The same objects for all requests. */
export interface StateServices {
  readonly workspaces: Workspaces;
  readonly locks: Locks;
  readonly projects: Projects;
  readonly tags: Tags;
  readonly reservedKeys: ReservedKeys;
  readonly consumers: Consumers;
  readonly variables: Variables;
  readonly variableSets: VariableSets;
  readonly runs: Runs;
  readonly configurationVersions: ConfigurationVersions;
  readonly retentionPolicies: RetentionPolicies;
  readonly versions: StateVersions;
  readonly rollback: Rollback;
  readonly outputs: Outputs;
  readonly backingData: BackingData;
  readonly storageQuotas: StorageQuotas;
  readonly contentUrls: ContentUrls;
  readonly comparisons: Comparisons;
  readonly resources: ResourceSearch;
  readonly events: CataloguedEvents<Caller, StateAudience, AskedStateEvents>;
}

/** The part of one request: the services, and loaders that combine the reads of one response into few statements. */
export interface StateScope extends StateServices {
  readonly load: StateLoaders;
  /** The related objects of the response. A request has only one caller. */
  readonly visibleTo: (caller: Caller) => VisibleState;
}

export interface StateContext extends IdentityContext {
  readonly state: StateScope;
}
