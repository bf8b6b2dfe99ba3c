import { requireCaller } from '../identity/context.js';
import { keyField } from '../platform/graphql/entity.js';
import type { EntityKeys, KeyFields } from '../platform/graphql/entity.js';
import type { StateContext } from './context.js';

const named = (key: KeyFields) => ({
  organizationName: keyField(key, 'organizationName'),
  name: keyField(key, 'name'),
});

/** How other subgraphs may name workspaces and projects. */
export const stateEntities: EntityKeys<StateContext> = {
  Workspace: [
    {
      fields: ['organizationName', 'name'],
      load: (key, context) => context.state.visibleTo(requireCaller(context)).workspaceNamed(named(key)),
    },
  ],
  Project: [
    {
      fields: ['organizationName', 'name'],
      load: (key, context) => context.state.visibleTo(requireCaller(context)).projectNamed(named(key)),
    },
  ],
};
