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

/** Variables as coercion gives them. */
export type Coerced = Readonly<Record<string, unknown>>;

/** What the selections of one operation are read by: its schema, its fragments, and the variables that decide what is skipped and included. */
export interface Scope {
  readonly schema: GraphQLSchema;
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
}

export type AnswerObject = Record<string, unknown>;

/** The fields of an object of one type, in the order of the answer. */
export interface Selection {
  /** Makes empty answers. */
  readonly Answer: new () => AnswerObject;
  readonly fields: readonly SelectedField[];
}

/** A field of the answer: everything about it that is the same each time it is asked for. */
export interface SelectedField {
  readonly parent: GraphQLObjectType;
  /** In the answer. */
  readonly name: string;
  readonly definition: GraphQLField<unknown, unknown>;
  readonly nodes: readonly [FieldNode, ...FieldNode[]];
  readonly resolve: GraphQLFieldResolver<unknown, unknown, Record<string, unknown>> | undefined;
  readonly complete: Complete;
  /** Whether a value is shown as it stands, without a look at its type. */
  readonly isPlain: (value: unknown) => boolean;
  readonly isNullable: boolean;
  readonly argumentsOf: (variables: Coerced) => Record<string, unknown>;
  /** What is selected of an object of this type. */
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

/** Makes of what a resolver gave what the answer shows. @throws whatever is wrong with it; nothing is located yet */
export type Complete = (run: Run, field: SelectedField, path: Path, value: unknown) => unknown;
