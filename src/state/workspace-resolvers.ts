import type { NodeLoaders } from '../platform/graphql/node.js';
import { ConsumerResolver } from './consumers/consumer.resolver.js';
import { requireCaller } from '../identity/context.js';
import type { StateContext } from './context.js';
import { LockHolderResolver, LockResolver } from './locks/lock.resolver.js';
import {
  EdgesOfProjectResolver,
  ProjectOfTeamAccessResolver,
  ProjectsOfOrganizationResolver,
} from './projects/project-edges.resolver.js';
import { ProjectOfWorkspaceResolver, ProjectResolver } from './projects/project.resolver.js';
import {
  StorageOfOrganizationResolver,
  StorageOfProblemResolver,
  StoredBytesOfWorkspaceResolver,
} from './quota/storage-quota.resolver.js';
import { RetentionOfWorkspaceResolver, RetentionResolver } from './retention/retention.resolver.js';
import {
  ConfigurationVersionResolver,
  ConfigurationVersionsOfWorkspaceResolver,
} from './runs/configuration-version.resolver.js';
import { RunResolver, RunsOfConfigurationVersionResolver, RunsOfWorkspaceResolver } from './runs/run.resolver.js';
import type { BoundTag } from './tags/tag.store.js';
import { TagResolver, TagsOfProjectResolver, TagsOfWorkspaceResolver } from './tags/tag.resolver.js';
import {
  EdgesOfWorkspaceResolver,
  WorkspaceOfTeamAccessResolver,
  WorkspacesOfOrganizationResolver,
} from './workspaces/workspace-edges.resolver.js';
import { WorkspaceResolver } from './workspaces/workspace.resolver.js';

/** The resolvers around workspaces, for the one schema. */
export const workspaceResolvers = [
  WorkspaceResolver,
  EdgesOfWorkspaceResolver,
  WorkspacesOfOrganizationResolver,
  WorkspaceOfTeamAccessResolver,
  EdgesOfProjectResolver,
  ProjectsOfOrganizationResolver,
  ProjectOfTeamAccessResolver,
  LockResolver,
  LockHolderResolver,
  ProjectResolver,
  ProjectOfWorkspaceResolver,
  TagResolver,
  TagsOfWorkspaceResolver,
  TagsOfProjectResolver,
  ConsumerResolver,
  RunResolver,
  RunsOfWorkspaceResolver,
  RunsOfConfigurationVersionResolver,
  ConfigurationVersionResolver,
  ConfigurationVersionsOfWorkspaceResolver,
  RetentionResolver,
  RetentionOfWorkspaceResolver,
  StorageOfOrganizationResolver,
  StorageOfProblemResolver,
  StoredBytesOfWorkspaceResolver,
] as const;

/** Whoever sees a workspace or project sees its tags. */
async function isOnSeen({ workspaceId, projectId }: BoundTag, context: StateContext): Promise<boolean> {
  const edges = context.state.edges(requireCaller(context));
  if (workspaceId !== null) return (await edges.workspace(workspaceId)) !== null;
  return projectId !== null && (await edges.project(projectId)) !== null;
}

/** How `node(id)` finds what these resolvers serve. */
export const workspaceNodes: NodeLoaders<StateContext> = {
  ws: { type: 'Workspace', load: (id, context) => context.state.workspaces.read(requireCaller(context), { id }) },
  prj: { type: 'Project', load: (id, context) => context.state.projects.read(requireCaller(context), id) },
  tag: { type: 'Tag', load: (id, context) => context.state.tags.read(requireCaller(context), id) },
  tb: {
    type: 'TagBinding',
    load: async (id, context) => {
      const binding = await context.state.load.tagBinding.load(id);
      return binding && (await isOnSeen(binding, context)) ? binding : null;
    },
  },
  run: { type: 'Run', load: (id, context) => context.state.runs.read(requireCaller(context), id) },
  cv: {
    type: 'ConfigurationVersion',
    load: (id, context) => context.state.configurationVersions.read(requireCaller(context), id),
  },
};
