import { requireCaller } from '../identity/context.js';
import type { NodeLoaders } from '../platform/graphql/node.js';
import { ids } from '../platform/ids.js';
import type { StateContext } from './context.js';
import { shown } from './outputs/output.resolver.js';
import type { BoundTag } from './tags/tag.store.js';

/** Objects that are asked for together are read, and the caller's rights decided, together. */
const seen = (context: StateContext) => context.state.visibleTo(requireCaller(context));

/** What `node(id)` finds of workspaces and their state. */
export const stateNodes: NodeLoaders<StateContext> = {
  ws: { type: 'Workspace', load: (id, context) => (ids.workspace.is(id) ? seen(context).workspace(id) : null) },
  prj: { type: 'Project', load: (id, context) => (ids.project.is(id) ? seen(context).project(id) : null) },
  tag: { type: 'Tag', load: (id, context) => context.state.tags.read(requireCaller(context), id) },
  tb: {
    type: 'TagBinding',
    load: async (id, context) => {
      const binding = await context.state.load.tagBinding.load(id);
      return binding && (await isOnSeen(binding, context)) ? binding : null;
    },
  },
  rtk: {
    type: 'ReservedTagKey',
    load: (id, context) => context.state.reservedKeys.read(requireCaller(context), id),
  },
  run: { type: 'Run', load: (id, context) => (ids.run.is(id) ? seen(context).run(id) : null) },
  cv: {
    type: 'ConfigurationVersion',
    load: (id, context) => (ids.configurationVersion.is(id) ? seen(context).configurationVersion(id) : null),
  },
  sv: {
    type: 'StateVersion',
    load: (id, context) => {
      const versionId = ids.stateVersion.parse(id);
      return versionId && seen(context).stateVersion(versionId);
    },
  },
  rsc: {
    type: 'Resource',
    load: (id, context) => (ids.resource.is(id) ? seen(context).resource(id) : null),
  },
  var: { type: 'Variable', load: (id, context) => (ids.variable.is(id) ? seen(context).variable(id) : null) },
  varset: {
    type: 'VariableSet',
    load: (id, context) => (ids.variableSet.is(id) ? seen(context).variableSet(id) : null),
  },
  wsout: {
    type: 'StateVersionOutput',
    load: async (id, context) => {
      const outputId = ids.stateVersionOutput.parse(id);
      const read =
        outputId && (await context.state.load.readOutput.load({ caller: requireCaller(context), id: outputId }));
      return read && shown(read);
    },
  },
};

/** Every caller who sees a workspace or project sees its tags. */
async function isOnSeen({ workspaceId, projectId }: BoundTag, context: StateContext): Promise<boolean> {
  const visible = seen(context);
  if (workspaceId !== null) return (await visible.workspace(workspaceId)) !== null;
  return projectId !== null && (await visible.project(projectId)) !== null;
}
