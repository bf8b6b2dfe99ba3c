import { isObjectType } from 'graphql';
import type { GraphQLSchema } from 'graphql';

/** The schema with its internal fields among the public ones, so that tests can ask for them as for all others. */
export function exposed(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) field.extensions = { ...field.extensions, internal: false };
  }
  return schema;
}
