import type {
  FieldNode,
  FragmentDefinitionNode,
  GraphQLField,
  GraphQLFieldResolver,
  GraphQLObjectType,
  GraphQLResolveInfo,
  GraphQLSchema,
} from 'graphql';
import type { FieldErrors, Path } from './field-errors.js';

/** Variables after coercion. */
export type Coerced = Readonly<Record<string, unknown>>;

/** What is needed to read the selections of one operation: its schema, its fragments, and the variables of skip and include. */
export interface Scope {
  readonly schema: GraphQLSchema;
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
}

export type AnswerObject = Record<string, unknown>;

/** The fields of an object of one type, in the order of the response. */
export interface Selection {
  /** Creates empty responses. */
  readonly Answer: new () => AnswerObject;
  readonly fields: readonly SelectedField[];
}

/** A field of the response: everything about it that is the same each time. */
export interface SelectedField {
  readonly parent: GraphQLObjectType;
  /** Its name in the response. */
  readonly name: string;
  readonly definition: GraphQLField<unknown, unknown>;
  readonly nodes: readonly [FieldNode, ...FieldNode[]];
  readonly resolve: GraphQLFieldResolver<unknown, unknown, Record<string, unknown>> | undefined;
  readonly complete: Complete;
  /** Whether a value is shown unchanged, without completion by its type. */
  readonly isPlain: (value: unknown) => boolean;
  readonly isNullable: boolean;
  readonly argumentsOf: (variables: Coerced) => Record<string, unknown>;
  /** The selection for an object of this type. */
  selectionOn(type: GraphQLObjectType, variables: Coerced): Selection;
}

/** One run of an operation. */
export interface Run extends Scope {
  readonly operation: GraphQLResolveInfo['operation'];
  readonly root: unknown;
  readonly context: unknown;
  readonly variables: Coerced;
  readonly errors: FieldErrors;
}

/** Converts the value of a resolver to the value in the response. @throws whatever is wrong with it, without a location yet */
export type Complete = (run: Run, field: SelectedField, path: Path, value: unknown) => unknown;
