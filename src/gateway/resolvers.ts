import { NodeResolver } from '../platform/graphql/node.js';
import type { ResolverClass } from './schema.js';

/** Every resolver of the API: what is not here is not in the schema. Domains add their lists. */
export const resolvers: readonly [ResolverClass, ...ResolverClass[]] = [NodeResolver];
