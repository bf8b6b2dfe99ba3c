import 'reflect-metadata';
import { getNamedType, isAbstractType } from 'graphql';
import type { GraphQLAbstractType, GraphQLSchema } from 'graphql';
import { buildSchemaSync } from 'type-graphql';
import type { EndableContext } from './context.js';
import { tellParameters } from './graphql/asked-parameters.js';
import { resolveDirectly } from './execution/direct-resolvers.js';
import { applyAsWritten } from '../platform/graphql/as-written.js';
import { applyGuards } from '../platform/graphql/guarded.js';
import { applyInternals } from '../platform/graphql/internal.js';
import { applyLookups } from '../platform/graphql/lookup.js';
import { applyOneOfs } from '../platform/graphql/one-of.js';
import { applySpelling } from '../platform/graphql/spelling.js';

/** A class with `@Resolver`. */
export type ResolverClass = Parameters<typeof buildSchemaSync>[0]['resolvers'][number];

/**
 * Builds the schema of these resolvers. type-graphql keeps the decorators' data for the whole process, so a process builds it once; types that no resolver here
 * reaches are left out.
 */
export function buildApiSchema(resolvers: readonly [ResolverClass, ...ResolverClass[]]): GraphQLSchema {
  const schema = buildSchemaSync({
    resolvers: [...resolvers],
    validate: false,
    nullableByDefault: false,
    pubSub: noTopics,
    // Half of the time: a test checks what never changes.
    skipCheck: true,
  });
  for (const type of Object.values(schema.getTypeMap())) if (isAbstractType(type)) resolveByName(type);
  describeInputs(schema);
  resolveDirectly(schema, resolvers);
  applyInternals(schema);
  applySpelling(schema);
  applyGuards(schema);
  applyOneOfs(schema);
  applyAsWritten(schema);
  tellParameters(schema);
  applyLookups(schema);
  beginWhileAwaited(schema);
  return schema;
}

/** type-graphql requires one if there are subscriptions. Ours follow the log of events and have no topics. */
const noTopics = {
  publish: () => undefined,
  subscribe: (topic: string) => {
    throw new Error(`nobody publishes to ${topic}`);
  },
};

/** A mutation takes one `input`, and its type has a description: the argument gets the same. */
function describeInputs(schema: GraphQLSchema): void {
  for (const { args } of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    for (const argument of args) {
      const type = getNamedType(argument.type);
      if ('description' in type) argument.description ??= type.description;
    }
  }
}

/** A field of a mutation runs completely or does not start: it does not start for a caller who waits no more. */
function beginWhileAwaited(schema: GraphQLSchema): void {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const { resolve } = field;
    field.resolve = (root, args, context: unknown, info) => {
      if (isEndable(context)) context.throwIfEnded();
      return resolve?.(root, args, context, info);
    };
  }
}

function isEndable(context: unknown): context is Pick<EndableContext, 'throwIfEnded'> {
  return typeof context === 'object' && context !== null && 'throwIfEnded' in context;
}

/**
 * type-graphql makes every `resolveType` asynchronous, which costs a promise for each object. So resolvers of an interface or a union return objects that
 * identify themselves: with `__typename`, or as an instance of the type's class.
 */
function resolveByName(type: GraphQLAbstractType): void {
  const { resolveType } = type;
  type.resolveType = (value: unknown, context, info, abstract) =>
    typeof value === 'object' && value !== null && '__typename' in value
      ? String(value.__typename)
      : resolveType?.(value, context, info, abstract);
}
