import { GraphQLObjectType, isObjectType, lexicographicSortSchema, printSchema, printType } from 'graphql';
import type { GraphQLNamedType, GraphQLSchema } from 'graphql';
import { isInternal } from '../platform/graphql/internal.js';
import { publicSchema } from './public-schema.js';

/** The public contract as `graphql/schema.graphql` holds it: sorted, so that a diff shows what changed and nothing else. */
export function printContract(whole: GraphQLSchema): string {
  return `${printSchema(lexicographicSortSchema(publicSchema(whole)))}\n`;
}

/** What the operations of graphql/rest use in addition to the public contract, as `graphql/internal.graphql` holds it: sorted too. */
export function printInternal(whole: GraphQLSchema): string {
  const shown = publicSchema(whole).getTypeMap();
  const types = Object.values(lexicographicSortSchema(whole).getTypeMap());
  const parts = types.flatMap((type) => (type.name in shown ? extensionOf(type) : [printType(type)]));
  return `${['# What operations of graphql/rest may ask for besides schema.graphql.', ...parts].join('\n\n')}\n`;
}

/** @returns nothing for a type without internal fields */
function extensionOf(type: GraphQLNamedType): readonly string[] {
  if (!isObjectType(type)) return [];
  const config = type.toConfig();
  const internal = Object.entries(type.getFields()).filter(([, field]) => isInternal(field));
  if (internal.length === 0) return [];
  const fields = Object.fromEntries(
    internal.flatMap(([name]) => {
      const field = config.fields[name];
      return field ? [[name, field]] : [];
    }),
  );
  const added = new GraphQLObjectType({ name: type.name, fields });
  return [`extend ${printType(added)}`];
}
