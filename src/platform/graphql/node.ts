import 'reflect-metadata';
import { GraphQLError } from 'graphql';
import { Arg, Ctx, Field, ID, InterfaceType, Query, Resolver } from 'type-graphql';
import { orNull } from '../missing.js';
import { asType } from './guarded.js';
import type { RequestContext } from './context.js';

/**
 * Objects that `node(id)` finds. A type implements {@link Node}; its domain lists how to load it, by the prefix of its ids, authorized
 * like any other read; the application puts the lists of all domains together.
 *
 * @example
 * // state/workspaces/workspace.type.ts
 * @ObjectType({ implements: Node, simpleResolvers: true, description: 'Holds the state of one configuration.' })
 * export class Workspace extends Node {
 *   @Field(() => String, { description: 'Unique in its organization.' })
 *   name!: string;
 * }
 * // state/nodes.ts
 * export const stateNodes: NodeLoaders<StateContext> = {
 *   ws: { type: 'Workspace', load: (id, { caller, state }) => state.workspaces.read(caller, ids.workspace.require(id)) },
 * };
 * // gateway
 * const nodes = nodeLoading<Context>([identityNodes, stateNodes]);
 * context.node = (id) => nodes(id, context);
 */
@InterfaceType({
  description: 'An object that the query `node` can find by its id.',
  // Another type refers to each of them. A type that was declared in this process for another schema stays out.
  autoRegisterImplementations: false,
  // Only NodeResolver returns this interface, and it adds the type name of what it loaded.
  resolveType: (value: { __typename?: string }) => value.__typename,
})
export abstract class Node {
  @Field(() => ID, { description: 'Identifies the object among all objects of the API.' })
  id!: string;
}

export interface NodeLoader<Context> {
  /** The name of the object type in the schema. */
  readonly type: string;
  /**
   * The plain object, or `null`. A caller who may not read it gets the same result as for a missing object.
   * @throws ProblemError; a problem that says that it does not exist counts as `null`
   */
  load(id: string, context: Context): Promise<object | null> | object | null;
}

/** Loaders by the prefix of their ids: the part before the first dash. */
export type NodeLoaders<Context> = Readonly<Record<string, NodeLoader<Context>>>;

/** The part of the context that {@link NodeResolver} uses. */
export interface NodeContext extends RequestContext {
  node(id: string): Promise<object | null>;
}

/**
 * Combines the lists of the domains.
 * @throws Error if two domains use the same prefix
 */
export function nodeLoading<Context>(
  lists: readonly NodeLoaders<Context>[],
): (id: string, context: Context) => Promise<object | null> {
  const byPrefix = new Map<string, NodeLoader<Context>>();
  for (const [prefix, loader] of lists.flatMap((list) => Object.entries(list))) {
    if (byPrefix.has(prefix)) throw new Error(`two loaders for the ids that start with ${prefix}-`);
    byPrefix.set(prefix, loader);
  }
  return async (id, context) => {
    const loader = byPrefix.get(id.slice(0, Math.max(0, id.indexOf('-'))));
    if (!loader) return null;
    const found = await orNull(async () => loader.load(id, context));
    if (!found) return null;
    return asType(found, loader.type);
  };
}

const mostNodes = 100;

@Resolver()
export class NodeResolver {
  @Query(() => Node, {
    nullable: true,
    description: 'The object with this id. Null if it does not exist or you may not read it.',
  })
  node(
    @Arg('id', () => ID, { description: 'Its identifier. The prefix says what kind of object it is.' }) id: string,
    @Ctx() context: NodeContext,
  ): Promise<object | null> {
    return context.node(id);
  }

  @Query(() => [Node], {
    nullable: 'items',
    description: `The objects with these ids, at most ${mostNodes}, in the given order. An element is null if the object does not exist or if you may not read it.`,
  })
  nodes(
    @Arg('ids', () => [ID], { description: 'Their identifiers; at most 100.' }) ids: string[],
    @Ctx() context: NodeContext,
  ): Promise<(object | null)[]> {
    if (ids.length > mostNodes) {
      throw new GraphQLError(`ids may name at most ${mostNodes} objects`, {
        extensions: { code: 'INVALID_PARAMETER', field: ['ids'] },
      });
    }
    return Promise.all(ids.map((id) => context.node(id)));
  }
}
