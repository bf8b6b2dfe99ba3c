import { requireCaller } from '../identity/context.js';
import type { NodeLoaders } from '../platform/graphql/node.js';
import { ids } from '../platform/ids.js';
import type { StateContext } from './context.js';
import type { BoundTag } from './tags/tag.store.js';

/** What `node(id)` finds of workspaces and their state. */
export const stateNodes: NodeLoaders<StateContext> = {
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
  sv: {
    type: 'StateVersion',
    load: (id, context) => {
      const versionId = ids.stateVersion.parse(id);
      return versionId && context.state.visibleTo(requireCaller(context)).stateVersion(versionId);
    },
  },
  rsc: {
    type: 'Resource',
    load: (id, context) => (ids.resource.is(id) ? context.state.visibleTo(requireCaller(context)).resource(id) : null),
  },
  wsout: {
    type: 'StateVersionOutput',
    load: async (id, context) => {
      const outputId = ids.stateVersionOutput.parse(id);
      const read =
        outputId && (await context.state.load.readOutput.load({ caller: requireCaller(context), id: outputId }));
      return read && { ...read.output, shownJson: read.valueJson };
    },
  },
};

/** Every caller who sees a workspace or project sees its tags. */
async function isOnSeen({ workspaceId, projectId }: BoundTag, context: StateContext): Promise<boolean> {
  const visible = context.state.visibleTo(requireCaller(context));
  if (workspaceId !== null) return (await visible.workspace(workspaceId)) !== null;
  return projectId !== null && (await visible.project(projectId)) !== null;
}
