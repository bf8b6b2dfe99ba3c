import { NodeResolver } from '../platform/graphql/node.js';
import { identityResolvers } from '../identity/graphql.js';
import { pkiResolvers } from '../pki/resolvers.js';
import { versionResolvers } from '../state/version-resolvers.js';
import { workspaceResolvers } from '../state/workspace-resolvers.js';
import type { ResolverClass } from './schema.js';
import { LastEventResolver } from './subscriptions/last-event.resolver.js';

/** Every resolver of the API: what is not here is not in the schema. Domains add their lists. */
export const resolvers: readonly [ResolverClass, ...ResolverClass[]] = [
  NodeResolver,
  LastEventResolver,
  ...identityResolvers,
  ...workspaceResolvers,
  ...versionResolvers,
  ...pkiResolvers,
];
