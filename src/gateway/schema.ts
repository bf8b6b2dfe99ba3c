import 'reflect-metadata';
import { lexicographicSortSchema, printSchema } from 'graphql';
import type { GraphQLSchema } from 'graphql';
import { buildSchemaSync } from 'type-graphql';

/** A class with `@Resolver`. */
export type ResolverClass = Parameters<typeof buildSchemaSync>[0]['resolvers'][number];

/**
 * Builds the schema of these resolvers. type-graphql keeps what the decorators recorded for the whole process, so a process builds it
 * once; types that no resolver here reaches stay out.
 */
export function buildApiSchema(resolvers: readonly [ResolverClass, ...ResolverClass[]]): GraphQLSchema {
  return buildSchemaSync({
    resolvers: [...resolvers],
    validate: false,
    nullableByDefault: false,
  });
}

/** The public contract as `graphql/schema.graphql` holds it: sorted, so that a diff shows what changed and nothing else. */
export function printContract(schema: GraphQLSchema): string {
  return `${printSchema(lexicographicSortSchema(schema))}\n`;
}
