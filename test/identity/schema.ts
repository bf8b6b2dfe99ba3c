import 'reflect-metadata';
import { graphql } from 'graphql';
import type { GraphQLSchema } from 'graphql';
import { buildSchemaSync } from 'type-graphql';
import type { Caller } from '../../src/identity/caller.js';
import { identityEvents, identityScopes } from '../../src/identity/context.js';
import type { IdentityContext } from '../../src/identity/context.js';
import { identityNodes } from '../../src/identity/nodes.js';
import { identityResolvers } from '../../src/identity/resolvers.js';
import { nodeLoading, NodeResolver } from '../../src/platform/graphql/node.js';
import { origin } from './world.js';
import type { World } from './world.js';

/** The schema of this room alone. */
export function identitySchema(): GraphQLSchema {
  return buildSchemaSync({ resolvers: [NodeResolver, ...identityResolvers], validate: false, pubSub: noTopics });
}

/** Subscriptions want one; nobody subscribes here. */
const noTopics = {
  publish: () => undefined,
  subscribe: (topic: string) => {
    throw new Error(`nobody publishes to ${topic}`);
  },
};

const nodes = nodeLoading([identityNodes]);

/** Runs an operation as the caller; its data, as plain JSON. @throws the first error */
export function asker(world: World) {
  const schema = identitySchema();
  const scope = identityScopes(world, identityEvents(world, world.feed));
  return async (
    caller: Caller | null,
    source: string,
    variableValues: Record<string, unknown> = {},
  ): Promise<unknown> => {
    const context: IdentityContext & { node: (id: string) => Promise<object | null> } = {
      signal: AbortSignal.timeout(60_000),
      whenEnded: () => () => undefined,
      baseUrl: 'http://localhost:8080',
      caller,
      origin,
      identity: scope(),
      node: (id) => nodes(id, context),
    };
    const { data, errors } = await graphql({ schema, source, variableValues, contextValue: context });
    const [error] = errors ?? [];
    if (error) throw error.originalError ?? error;
    return JSON.parse(JSON.stringify(data));
  };
}
