import { NodeResolver } from '../platform/graphql/node.js';
import { identityResolvers } from '../identity/resolvers.js';
import { noticeResolvers } from '../notices/resolvers.js';
import { pkiResolvers } from '../pki/resolvers.js';
import { stateResolvers } from '../state/resolvers.js';
import type { ResolverClass } from './schema.js';
import { LastEventResolver } from './subscriptions/last-event.resolver.js';

/** Every resolver of the API: the schema contains nothing else. Domains add their lists. */
export const resolvers: readonly [ResolverClass, ...ResolverClass[]] = [
  NodeResolver,
  LastEventResolver,
  ...identityResolvers,
  ...stateResolvers,
  ...pkiResolvers,
  ...noticeResolvers,
];
