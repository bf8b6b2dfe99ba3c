import { isObjectType } from 'graphql';
import type { GraphQLSchema } from 'graphql';
import { Query } from 'type-graphql';
import { isAbsence } from '../problems.js';
import type { RequestContext } from './context.js';
import type { TypeThunk } from './declare.js';

/** Names of the queries that look one object up, recorded as the decorators of type-graphql record: for the whole process, before a schema is built. */
const lookups = new Set<string>();

/**
 * A query for one object: the service throws where there is none that the caller may see, and the answer is null; missing, hidden and refused look the same. For
 * REST the problem stays, with its status and text ({@link RequestContext.reasons}).
 *
 * @example
 * @Lookup(() => Team, { description: 'A team, by its id.' })
 * team(@Arg('id', () => ID, byId) id: string, @Ctx() context: IdentityContext) {
 *   return context.identity.teams.read(requireCaller(context), id);
 * }
 */
export function Lookup(type: TypeThunk, { description }: { readonly description: string }): MethodDecorator {
  const query = Query(type, {
    nullable: true,
    description: `${description} Null if it does not exist or you may not see it.`,
  });
  return (target, name, descriptor) => {
    lookups.add(String(name));
    return query(target, name, descriptor);
  };
}

/** Names of all queries that were declared by {@link Lookup}. */
export const lookupNames = (): ReadonlySet<string> => lookups;

/** Makes the lookups of a built schema return null. */
export function applyLookups(schema: GraphQLSchema): void {
  const query = schema.getQueryType();
  if (!isObjectType(query)) return;
  for (const field of Object.values(query.getFields())) {
    const { resolve } = field;
    if (!lookups.has(field.name) || !resolve) continue;
    field.resolve = (root, args, context: unknown, info) => {
      if (tellsReasons(context)) return resolve(root, args, context, info);
      try {
        const found: unknown = resolve(root, args, context, info);
        return found instanceof Promise ? found.catch(nullIfAbsent) : found;
      } catch (error) {
        return nullIfAbsent(error);
      }
    };
  }
}

const tellsReasons = (context: unknown): boolean =>
  typeof context === 'object' &&
  context !== null &&
  'reasons' in context &&
  context.reasons === ('told' satisfies RequestContext['reasons']);

function nullIfAbsent(error: unknown): null {
  if (isAbsence(error)) return null;
  throw error;
}
