import {
  getArgumentValues,
  getDirectiveValues,
  GraphQLBoolean,
  GraphQLError,
  GraphQLID,
  GraphQLIncludeDirective,
  GraphQLInt,
  GraphQLSkipDirective,
  GraphQLString,
  isAbstractType,
  isNonNullType,
  Kind,
  SchemaMetaFieldDef,
  typeFromAST,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
  visit,
} from 'graphql';
import type {
  FieldNode,
  FragmentDefinitionNode,
  GraphQLField,
  GraphQLObjectType,
  GraphQLOutputType,
  GraphQLSchema,
  InlineFragmentNode,
  SelectionNode,
  SelectionSetNode,
} from 'graphql';
import { readable } from '../../platform/problems.js';
import { completionOf } from './completion.js';
import type { AnswerObject, Coerced, Complete, Scope, SelectedField, Selection } from './selection.js';

class PlannedSelection implements Selection {
  /** Creates empty responses: they inherit nothing, so a field may have any name, and have one shape, which is fast. */
  readonly Answer = answerClass();

  constructor(readonly fields: readonly SelectedField[]) {
    selected.set(kindOf(new this.Answer()), fields);
  }
}

/** By the class of the responses, which is theirs alone. */
const selected = new WeakMap<object, readonly SelectedField[]>();
const noKind = {};

function kindOf(answer: object): object {
  const kind: unknown = Object.getPrototypeOf(answer);
  return typeof kind === 'object' && kind !== null ? kind : noKind;
}

/** The fields that an object of a response has; `undefined` for a value of a scalar. */
export function selectedFor(answer: object): readonly SelectedField[] | undefined {
  return selected.get(kindOf(answer));
}

function answerClass(): new () => AnswerObject {
  class Answer {
    [name: string]: unknown;
  }
  Object.setPrototypeOf(Answer.prototype, null);
  Reflect.deleteProperty(Answer.prototype, 'constructor');
  return Answer;
}

/** Types whose values need no serialization. */
const plainOutputs = new Map<GraphQLOutputType, (value: unknown) => boolean>([
  [GraphQLString, (value) => typeof value === 'string'],
  [GraphQLID, (value) => typeof value === 'string'],
  [GraphQLBoolean, (value) => typeof value === 'boolean'],
  // A whole number of 32 bits equals itself as bits.
  [GraphQLInt, (value) => typeof value === 'number' && (value | 0) === value],
]);
const isNever = () => false;

class PlannedField implements SelectedField {
  readonly resolve: SelectedField['resolve'];
  readonly complete: Complete;
  readonly isPlain: (value: unknown) => boolean;
  readonly isNullable: boolean;
  readonly argumentsOf: (variables: Coerced) => Record<string, unknown>;
  readonly #selections = new Map<GraphQLObjectType, Selection>();

  constructor(
    private readonly scope: Scope,
    readonly parent: GraphQLObjectType,
    readonly name: string,
    readonly definition: GraphQLField<unknown, unknown>,
    readonly nodes: readonly [FieldNode, ...FieldNode[]],
  ) {
    const { type } = definition;
    this.resolve = definition.resolve;
    this.complete = completionOf(type);
    this.isNullable = !isNonNullType(type);
    this.isPlain = plainOutputs.get(isNonNullType(type) ? type.ofType : type) ?? isNever;
    this.argumentsOf = argumentsOf(definition, nodes[0]);
  }

  selectionOn(type: GraphQLObjectType, variables: Coerced): Selection {
    const known = this.#selections.get(type);
    if (known) return known;
    const sets = this.nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
    const selection = selectionOf(this.scope, type, sets, variables);
    this.#selections.set(type, selection);
    return selection;
  }
}

/** Arguments without variables are read once, if copying the object is enough. */
function argumentsOf(
  definition: GraphQLField<unknown, unknown>,
  node: FieldNode,
): (variables: Coerced) => Record<string, unknown> {
  if (definition.args.length === 0) return () => ({});
  const named = variablesAlone(definition, node);
  const readAll = (variables: Coerced) => asSent(() => getArgumentValues(definition, node, variables));
  if (named) return (variables) => given(named, variables) ?? readAll(variables);
  let fixed: Record<string, unknown> | undefined;
  const isFixed = !(node.arguments ?? []).some(holdsVariable);
  return (variables) => {
    if (fixed) return { ...fixed };
    const values = readAll(variables);
    if (isFixed && Object.values(values).every((value) => typeof value !== 'object' || value === null)) {
      fixed = { ...values };
    }
    return values;
  };
}

/**
 * A variable with a default may stand where null is not allowed, and still be null (GraphQL, October 2021, 5.8.5): only then is it known.
 * @throws GraphQLError as a mistake of who sent the variables
 */
function asSent<Values>(read: () => Values): Values {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    const { message, nodes = null } = error;
    throw new GraphQLError(readable(message), { nodes, extensions: { code: 'BAD_USER_INPUT' } });
  }
}

interface NamedArgument {
  readonly name: string;
  readonly variable: string;
  readonly required: boolean;
}

/** For a field whose arguments are all given, each by a variable. */
function variablesAlone({ args }: GraphQLField<unknown, unknown>, node: FieldNode): readonly NamedArgument[] | null {
  const named = args.flatMap(({ name, type }) => {
    const value = node.arguments?.find((argument) => argument.name.value === name)?.value;
    return value?.kind === Kind.VARIABLE ? [{ name, variable: value.name.value, required: isNonNullType(type) }] : [];
  });
  return named.length === args.length ? named : null;
}

/** `null` if one is missing: then graphql-js decides. */
function given(named: readonly NamedArgument[], variables: Coerced): Record<string, unknown> | null {
  const values: Record<string, unknown> = {};
  for (const { name, variable, required } of named) {
    const value = Object.hasOwn(variables, variable) ? variables[variable] : undefined;
    if (value === undefined || (required && value === null)) return null;
    values[name] = value;
  }
  return values;
}

function holdsVariable(node: NonNullable<FieldNode['arguments']>[number]): boolean {
  let found = false;
  visit(node, { Variable: () => void (found = true) });
  return found;
}

/** Fields by their names in the response (GraphQL, October 2021, 6.3.2). @throws GraphQLError if a condition cannot be decided */
export function selectionOf(
  scope: Scope,
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
  variables: Coerced,
): Selection {
  const found = new Map<string, [FieldNode, ...FieldNode[]]>();
  const spread = new Set<string>();
  const collect = ({ selections }: SelectionSetNode): void => {
    for (const node of selections) {
      if (node.kind === Kind.FRAGMENT_SPREAD && spread.has(node.name.value)) continue;
      if (!isIncluded(node, variables)) continue;
      if (node.kind === Kind.FIELD) {
        const name = node.alias?.value ?? node.name.value;
        const others = found.get(name);
        if (others) others.push(node);
        else found.set(name, [node]);
      } else if (node.kind === Kind.INLINE_FRAGMENT) {
        if (isAbout(scope, node, type)) collect(node.selectionSet);
      } else {
        spread.add(node.name.value);
        const fragment = Object.hasOwn(scope.fragments, node.name.value) ? scope.fragments[node.name.value] : undefined;
        if (fragment && isAbout(scope, fragment, type)) collect(fragment.selectionSet);
      }
    }
  };
  for (const set of sets) collect(set);
  const fields = [...found].flatMap(([name, nodes]) => {
    const definition = definitionOf(scope.schema, type, nodes[0].name.value);
    return definition ? new PlannedField(scope, type, name, definition, nodes) : [];
  });
  return new PlannedSelection(fields);
}

function isIncluded(node: SelectionNode, variables: Coerced): boolean {
  if (!node.directives?.length) return true;
  return asSent(() => {
    if (getDirectiveValues(GraphQLSkipDirective, node, variables)?.['if'] === true) return false;
    return getDirectiveValues(GraphQLIncludeDirective, node, variables)?.['if'] !== false;
  });
}

function isAbout(
  { schema }: Scope,
  { typeCondition }: InlineFragmentNode | FragmentDefinitionNode,
  type: GraphQLObjectType,
): boolean {
  if (!typeCondition) return true;
  const condition = typeFromAST(schema, typeCondition);
  return condition === type || (isAbstractType(condition) && schema.isSubType(condition, type));
}

function definitionOf(
  schema: GraphQLSchema,
  type: GraphQLObjectType,
  name: string,
): GraphQLField<unknown, unknown> | undefined {
  if (name === TypeNameMetaFieldDef.name) return TypeNameMetaFieldDef;
  if (schema.getQueryType() === type) {
    if (name === SchemaMetaFieldDef.name) return SchemaMetaFieldDef;
    if (name === TypeMetaFieldDef.name) return TypeMetaFieldDef;
  }
  return type.getFields()[name];
}
