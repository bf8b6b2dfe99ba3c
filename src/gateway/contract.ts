import {
  GraphQLInputObjectType,
  GraphQLObjectType,
  isInputObjectType,
  isObjectType,
  lexicographicSortSchema,
  printSchema,
  printType,
} from 'graphql';
import type { GraphQLNamedType, GraphQLSchema } from 'graphql';
import { isInternal } from '../platform/graphql/internal.js';
import { publicSchema } from './public-schema.js';

/** The public contract in the form of `graphql/schema.graphql`: sorted, so that a diff shows only what changed. */
export function printContract(whole: GraphQLSchema): string {
  return `${printSchema(lexicographicSortSchema(publicSchema(whole)))}\n`;
}

/** What the operations of graphql/rest use in addition to the public contract, in the form of `graphql/internal.graphql`: also sorted. */
export function printInternal(whole: GraphQLSchema): string {
  const shown = publicSchema(whole).getTypeMap();
  const types = Object.values(lexicographicSortSchema(whole).getTypeMap());
  const parts = types.flatMap((type) => (type.name in shown ? extensionOf(type) : [printType(type)]));
  return `${['# What operations of graphql/rest may ask for besides schema.graphql.', ...parts].join('\n\n')}\n`;
}

/** @returns an empty list for a type without internal fields */
function extensionOf(type: GraphQLNamedType): readonly string[] {
  if (isInputObjectType(type)) {
    const fields = internalOf(type.toConfig().fields);
    return fields ? [`extend ${printType(new GraphQLInputObjectType({ name: type.name, fields }))}`] : [];
  }
  const fields = isObjectType(type) ? internalOf(type.toConfig().fields) : undefined;
  return fields ? [`extend ${printType(new GraphQLObjectType({ name: type.name, fields }))}`] : [];
}

function internalOf<Field extends Parameters<typeof isInternal>[0]>(
  fields: Readonly<Record<string, Field>>,
): Record<string, Field> | undefined {
  const internal = Object.entries(fields).filter(([, field]) => isInternal(field));
  return internal.length > 0 ? Object.fromEntries(internal) : undefined;
}
