import {
  GraphQLError,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLScalarType,
  GraphQLSchema,
  GraphQLString,
  GraphQLUnionType,
  isObjectType,
} from 'graphql';
import type { EntityKeys } from '../../platform/graphql/entity.js';
import type { NodeContext } from '../../platform/graphql/node.js';
import { entitiesOf, entityOf, keysOf, mostRepresentations } from './representations.js';
import { subgraphSdl, typesWithId } from './subgraph-sdl.js';

/** An object of this subgraph, as another one names it. What it must hold depends on its type, so it is checked when it is read. */
const Any = new GraphQLScalarType({
  name: '_Any',
  description: 'An object as another subgraph names it: `__typename` and the fields of one of the keys of the type.',
});

/**
 * The schema with what a router of Apollo Federation asks: `_service` for its text, `_entities` for objects that other subgraphs name.
 * https://www.apollographql.com/docs/graphos/reference/federation/subgraph-spec
 */
export function subgraphSchema<Context extends NodeContext>(
  schema: GraphQLSchema,
  naturalKeys: EntityKeys<Context>,
): GraphQLSchema {
  const query = schema.getQueryType();
  if (!query) throw new Error('a subgraph needs queries');
  const known = schema.getTypeMap();
  const entities = entitiesOf({ has: (type) => type in known }, typesWithId(schema), naturalKeys);
  const types = [...entities.keys()].flatMap((name) => {
    const type = schema.getType(name);
    return isObjectType(type) ? [type] : [];
  });
  let sdl: string | undefined;
  const readSdl = () => (sdl ??= subgraphSdl(schema, new Map([...entities].map(([name, one]) => [name, keysOf(one)]))));

  const Service = new GraphQLObjectType({
    name: '_Service',
    description: 'This server as a subgraph.',
    fields: { sdl: { type: GraphQLString, description: 'Its schema, for composition.', resolve: readSdl } },
  });
  const Entity = new GraphQLUnionType({
    name: '_Entity',
    description: 'An object that other subgraphs may name.',
    types,
    resolveType: (found: { readonly __typename?: string }) => found.__typename,
  });
  const config = query.toConfig();
  const whole = schema.toConfig();
  return new GraphQLSchema({
    ...whole,
    types: whole.types.filter((type) => type !== query),
    query: new GraphQLObjectType<unknown, Context>({
      ...config,
      fields: {
        ...config.fields,
        _service: {
          type: new GraphQLNonNull(Service),
          description: 'This server as a subgraph.',
          resolve: () => ({}),
        },
        _entities: {
          type: new GraphQLNonNull(new GraphQLList(Entity)),
          description: `The objects that these representations name, at most ${mostRepresentations}, in their order. Null for one that does not exist or that you may not read.`,
          args: {
            representations: {
              type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(Any))),
              description: 'Their types, each with the fields of one of its keys.',
            },
          },
          resolve: (_root, { representations }: { readonly representations: readonly unknown[] }, context) => {
            if (representations.length > mostRepresentations) {
              throw new GraphQLError(`representations may name at most ${mostRepresentations} objects`, {
                extensions: { code: 'INVALID_PARAMETER', field: ['representations'] },
              });
            }
            return representations.map((one, at) => entityOf(entities, one, at, context));
          },
        },
      },
    }),
  });
}
