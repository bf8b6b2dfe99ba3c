import {
  GraphQLBoolean,
  GraphQLID,
  GraphQLInt,
  GraphQLString,
  isInputType,
  isNonNullType,
  typeFromAST,
  valueFromAST,
} from 'graphql';
import type { GraphQLError, GraphQLSchema, OperationDefinitionNode, VariableDefinitionNode } from 'graphql';
import { readVariables } from './variable-mistakes.js';
import type { Coerced } from './selection.js';

type Check = (value: unknown) => boolean;

const mostOfInt = 2 ** 31 - 1;
const isText: Check = (value) => typeof value === 'string';

/** Checks for values that need no coercion, for the types of most variables. They accept less than graphql-js, where an ID may be a number. */
const plain = new Map<unknown, Check>([
  [GraphQLInt, (value) => typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= mostOfInt],
  [GraphQLBoolean, (value) => typeof value === 'boolean'],
  [GraphQLString, isText],
  [GraphQLID, isText],
]);

interface PlainVariable {
  readonly name: string;
  readonly required: boolean;
  readonly isPlain: Check;
  /** The value of an absent variable. `undefined`: it stays absent. */
  readonly unsaid: unknown;
}

/** From the variables of a request to the values for its fields. */
export type Coercion = (
  variables: Readonly<Record<string, unknown>>,
) => { readonly coerced: Coerced; readonly errors?: undefined } | { readonly errors: readonly GraphQLError[] };

/** Coerces like graphql-js. If all values are valid already, graphql-js is not called: it costs more than running a small operation. */
export function coercionOf(schema: GraphQLSchema, operation: OperationDefinitionNode): Coercion {
  const { variableDefinitions = [] } = operation;
  const asTheyStand = plainValues(schema, operation);
  return (variables) => {
    const coerced = asTheyStand(variables);
    if (coerced) return { coerced };
    return readVariables(schema, variableDefinitions, variables);
  };
}

/** Accepts variables that are valid already. `null` means unknown: then graphql-js decides. */
export function plainValues(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
): (variables: Readonly<Record<string, unknown>>) => Coerced | null {
  const known = variableDefinitions.map((node) => plainVariable(schema, node));
  if (!known.every((variable) => variable !== null)) return () => null;
  return (variables) => {
    const coerced: Record<string, unknown> = {};
    for (const { name, required, isPlain, unsaid } of known) {
      const isSaid = Object.hasOwn(variables, name);
      const value = isSaid ? variables[name] : unsaid;
      if (value === undefined || value === null) {
        if (required) return null;
        if (isSaid || value === null) coerced[name] = null;
      } else if (isPlain(value)) coerced[name] = value;
      else return null;
    }
    return coerced;
  };
}

function plainVariable(schema: GraphQLSchema, node: VariableDefinitionNode): PlainVariable | null {
  const name = node.variable.name.value;
  const type = typeFromAST(schema, node.type);
  const required = isNonNullType(type);
  const isPlain = plain.get(required ? type.ofType : type);
  // A name that every object has by itself would be written elsewhere.
  if (!isPlain || !isInputType(type) || name === '__proto__') return null;
  const unsaid: unknown = node.defaultValue && valueFromAST(node.defaultValue, type);
  return { name, required, isPlain, unsaid };
}
