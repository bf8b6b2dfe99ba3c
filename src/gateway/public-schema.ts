import { filterSchema } from '@graphql-tools/utils';
import { GraphQLSchema, isObjectType } from 'graphql';
import type { GraphQLFieldConfig, GraphQLInputFieldConfig } from 'graphql';
import { isInternal } from '../platform/graphql/internal.js';

type AnyField = GraphQLFieldConfig<unknown, unknown> | GraphQLInputFieldConfig;

/** The schema without internal fields, and without types that only those lead to. */
export function publicSchema(whole: GraphQLSchema): GraphQLSchema {
  const isShown = (_type: string, _name: string, field: AnyField) => !isInternal(field);
  const filtered = filterSchema({
    schema: whole,
    rootFieldFilter: isShown,
    objectFieldFilter: isShown,
    inputObjectFieldFilter: isShown,
  }).toConfig();
  // Types are found by references; some objects are only referred to through an interface.
  const types = filtered.types.filter((type) => isObjectType(type) && type.getInterfaces().length > 0);
  return new GraphQLSchema({ ...filtered, types });
}
