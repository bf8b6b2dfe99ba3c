import { isInputObjectType } from 'graphql';
import type { GraphQLSchema } from 'graphql';
import { InputType } from 'type-graphql';

/** Names of input types that take exactly one field, recorded as the decorators of type-graphql record. */
const oneOfs = new Set<string>();

/**
 * Declares an input type that takes exactly one of its fields (`@oneOf`); each is nullable for the decorators. Others are refused before a resolver sees them.
 *
 * @example
 * @OneOf('WorkspaceRef', 'Names a workspace: by its id, or by its organization and name.')
 * export class WorkspaceRefType {
 *   @Field(() => ID, { nullable: true, description: 'Its id.' })
 *   id?: string;
 *
 *   @Field(() => WorkspaceName, { nullable: true, description: 'Its organization and name.' })
 *   named?: WorkspaceName;
 * }
 */
export function OneOf(name: string, description: string): ClassDecorator {
  oneOfs.add(name);
  return InputType(name, { description });
}

/** Marks them in a built schema, because type-graphql does not know the directive. */
export function applyOneOfs(schema: GraphQLSchema): void {
  for (const name of oneOfs) {
    const type = schema.getType(name);
    if (isInputObjectType(type)) type.isOneOf = true;
  }
}

/** The field that was given. @throws Error for none, which coercion refuses before */
export function oneGiven<T extends object | string>(...fields: readonly (T | null | undefined)[]): T {
  for (const field of fields) if (field !== null && field !== undefined) return field;
  throw new Error('none of the fields of a @oneOf input was given');
}
