import { GraphQLBoolean, GraphQLID, GraphQLInt, GraphQLString, isNonNullType, typeFromAST } from 'graphql';
import type { GraphQLSchema, OperationDefinitionNode, VariableDefinitionNode } from 'graphql';

type Check = (value: unknown) => boolean;

const mostOfInt = 2 ** 31 - 1;
const isText: Check = (value) => typeof value === 'string';

/** What needs no coercion, for the types of most variables. It is less than graphql-js takes: an ID may be a number there. */
const plain = new Map<unknown, Check>([
  [GraphQLInt, (value) => typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= mostOfInt],
  [GraphQLBoolean, (value) => typeof value === 'boolean'],
  [GraphQLString, isText],
  [GraphQLID, isText],
]);

/**
 * Knows the variables that are right as they stand. `false` says nothing: then graphql-js has to look, which costs more than running a small
 * operation.
 */
export function plainValues(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
): (variables: Readonly<Record<string, unknown>>) => boolean {
  const checks = variableDefinitions.map((node) => [node.variable.name.value, checkOf(schema, node)] as const);
  return (variables) => {
    for (const [name, isPlain] of checks) if (!isPlain(variables[name])) return false;
    return true;
  };
}

function checkOf(schema: GraphQLSchema, node: VariableDefinitionNode): Check {
  const type = typeFromAST(schema, node.type);
  const required = isNonNullType(type);
  const isPlain = plain.get(required ? type.ofType : type);
  if (!isPlain) return () => false;
  return (value) => (value === undefined || value === null ? !required : isPlain(value));
}
