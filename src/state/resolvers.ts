import { ComparisonResolver } from './comparison/comparison.resolver.js';
import { ConsumerResolver } from './consumers/consumer.resolver.js';
import {
  StateJobEventResolver,
  StateVersionEventResolver,
  VariableSetEventResolver,
  WorkspaceEventResolver,
  WorkspaceLockEventResolver,
} from './events/state-event.resolver.js';
import { LockHolderResolver, LockResolver } from './locks/lock.resolver.js';
import {
  StateVersionOutputResolver,
  StateVersionOutputsResolver,
  VersionOfOutputResolver,
} from './outputs/output.resolver.js';
import {
  RelationsOfProjectResolver,
  ProjectOfTeamAccessResolver,
  ProjectsOfOrganizationResolver,
} from './projects/project-relations.resolver.js';
import { ProjectOfWorkspaceResolver, ProjectResolver } from './projects/project.resolver.js';
import {
  StorageOfOrganizationResolver,
  StorageOfProblemResolver,
  StoredBytesOfWorkspaceResolver,
} from './quota/storage-quota.resolver.js';
import {
  RetentionOfOrganizationResolver,
  RetentionOfWorkspaceResolver,
  RetentionResolver,
} from './retention/retention.resolver.js';
import {
  ConfigurationVersionResolver,
  ConfigurationVersionsOfWorkspaceResolver,
} from './runs/configuration-version.resolver.js';
import {
  RunResolver,
  RunsOfConfigurationVersionResolver,
  RunsOfOrganizationResolver,
  RunsOfWorkspaceResolver,
} from './runs/run.resolver.js';
import { ResourceResolver, ResourcesOfWorkspaceResolver } from './search/resource.resolver.js';
import { ReservedTagKeyResolver } from './tags/reserved-key.resolver.js';
import { TagResolver, TagsOfProjectResolver, TagsOfWorkspaceResolver } from './tags/tag.resolver.js';
import {
  VariableResolver,
  VariableSetsOfProjectResolver,
  VariablesOfWorkspaceResolver,
} from './variables/variable.resolver.js';
import { VariableSetResolver } from './variables/variable-set.resolver.js';
import {
  StateVersionNeighboursResolver,
  StateVersionResolver,
  WorkspaceVersionsResolver,
} from './versions/version.resolver.js';
import {
  RelationsOfWorkspaceResolver,
  WorkspaceOfTeamAccessResolver,
  WorkspacesOfOrganizationResolver,
} from './workspaces/workspace-relations.resolver.js';
import { WorkspaceResolver } from './workspaces/workspace.resolver.js';

/** The resolvers around workspaces and their state, for the one schema. */
export const stateResolvers = [
  WorkspaceResolver,
  RelationsOfWorkspaceResolver,
  WorkspacesOfOrganizationResolver,
  WorkspaceOfTeamAccessResolver,
  RelationsOfProjectResolver,
  ProjectsOfOrganizationResolver,
  ProjectOfTeamAccessResolver,
  LockResolver,
  LockHolderResolver,
  ProjectResolver,
  ProjectOfWorkspaceResolver,
  TagResolver,
  TagsOfWorkspaceResolver,
  TagsOfProjectResolver,
  ReservedTagKeyResolver,
  ConsumerResolver,
  VariableResolver,
  VariablesOfWorkspaceResolver,
  VariableSetResolver,
  VariableSetsOfProjectResolver,
  RunResolver,
  RunsOfWorkspaceResolver,
  RunsOfConfigurationVersionResolver,
  RunsOfOrganizationResolver,
  ConfigurationVersionResolver,
  ConfigurationVersionsOfWorkspaceResolver,
  RetentionResolver,
  RetentionOfOrganizationResolver,
  RetentionOfWorkspaceResolver,
  StorageOfOrganizationResolver,
  StorageOfProblemResolver,
  StoredBytesOfWorkspaceResolver,
  StateVersionResolver,
  WorkspaceVersionsResolver,
  StateVersionNeighboursResolver,
  StateVersionOutputResolver,
  VersionOfOutputResolver,
  StateVersionOutputsResolver,
  ComparisonResolver,
  ResourceResolver,
  ResourcesOfWorkspaceResolver,
  StateVersionEventResolver,
  StateJobEventResolver,
  VariableSetEventResolver,
  WorkspaceEventResolver,
  WorkspaceLockEventResolver,
] as const;
