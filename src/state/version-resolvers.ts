import { ids } from '../platform/ids.js';
import type { NodeLoaders } from '../platform/graphql/node.js';
import { ComparisonResolver } from './comparison/comparison.resolver.js';
import { requireCaller } from '../identity/context.js';
import type { StateContext } from './context.js';
import {
  StateJobEventResolver,
  StateVersionEventResolver,
  WorkspaceLockEventResolver,
} from './events/state-event.resolver.js';
import {
  StateVersionOutputResolver,
  StateVersionOutputsResolver,
  VersionOfOutputResolver,
} from './outputs/output.resolver.js';
import { ResourceResolver, ResourcesOfWorkspaceResolver } from './search/resource.resolver.js';
import { StateVersionResolver, WorkspaceVersionsResolver } from './versions/version.resolver.js';

/** The resolvers around state versions, for the one schema. */
export const versionResolvers = [
  StateVersionResolver,
  WorkspaceVersionsResolver,
  StateVersionOutputResolver,
  VersionOfOutputResolver,
  StateVersionOutputsResolver,
  ComparisonResolver,
  ResourceResolver,
  ResourcesOfWorkspaceResolver,
  StateVersionEventResolver,
  StateJobEventResolver,
  WorkspaceLockEventResolver,
] as const;

/** How `node(id)` finds what these resolvers serve. */
export const versionNodes: NodeLoaders<StateContext> = {
  sv: {
    type: 'StateVersion',
    load: (id, context) => {
      const versionId = ids.stateVersion.parse(id);
      return versionId && context.state.edges(requireCaller(context)).stateVersion(versionId);
    },
  },
  rsc: {
    type: 'Resource',
    load: (id, context) => (ids.resource.is(id) ? context.state.edges(requireCaller(context)).resource(id) : null),
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
