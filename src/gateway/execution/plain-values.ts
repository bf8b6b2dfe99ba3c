import { isInputType, isNonNullType, typeFromAST, valueFromAST } from 'graphql';
import type { GraphQLError, GraphQLSchema, OperationDefinitionNode, VariableDefinitionNode } from 'graphql';
import { readerOf, unread } from './input-readers.js';
import type { InputReader } from './input-readers.js';
import { readVariables } from './variable-mistakes.js';
import type { Coerced } from './selection.js';

/** Objects in variables that are read here. Of more, whoever reads them counts first. */
const mostObjects = 1_000;

interface PlainVariable {
  readonly name: string;
  readonly required: boolean;
  readonly read: InputReader;
  /** The value of an absent variable. `undefined`: it stays absent. */
  readonly unsaid: unknown;
}

/** From the variables of a request to the values for its fields. */
export type Coercion = (
  variables: Readonly<Record<string, unknown>>,
) => { readonly coerced: Coerced; readonly errors?: undefined } | { readonly errors: readonly GraphQLError[] };

/** Coerces like graphql-js, which is only called where something is wrong or unusual: it costs more than running a small operation. */
export function coercionOf(schema: GraphQLSchema, operation: OperationDefinitionNode): Coercion {
  const { variableDefinitions = [] } = operation;
  const asTheyStand = plainValues(schema, operation);
  return (variables) => {
    const coerced = asTheyStand(variables);
    if (coerced) return { coerced };
    return readVariables(schema, variableDefinitions, variables);
  };
}

/** Reads variables that are valid. `null` means unknown: then graphql-js decides. */
export function plainValues(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
): (variables: Readonly<Record<string, unknown>>) => Coerced | null {
  const known = variableDefinitions.map((node) => plainVariable(schema, node));
  if (!known.every((variable) => variable !== null)) return () => null;
  return (variables) => {
    const coerced: Record<string, unknown> = {};
    const room = { objects: mostObjects };
    for (const { name, required, read, unsaid } of known) {
      const isSaid = Object.hasOwn(variables, name);
      const value = isSaid ? variables[name] : unsaid;
      if (value === undefined || value === null) {
        if (required) return null;
        if (isSaid || value === null) coerced[name] = null;
        continue;
      }
      // What the document says is coerced already.
      const found = isSaid ? read(value, room) : value;
      if (found === unread) return null;
      coerced[name] = found;
    }
    return coerced;
  };
}

function plainVariable(schema: GraphQLSchema, node: VariableDefinitionNode): PlainVariable | null {
  const name = node.variable.name.value;
  const type = typeFromAST(schema, node.type);
  // A name that every object has by itself would be written elsewhere.
  if (!isInputType(type) || name === '__proto__') return null;
  const required = isNonNullType(type);
  const unsaid: unknown = node.defaultValue && valueFromAST(node.defaultValue, type);
  // One object would be shared by all requests, and what one of them writes into it be read by the others.
  if (typeof unsaid === 'object' && unsaid !== null) return null;
  return { name, required, read: readerOf(type), unsaid };
}
