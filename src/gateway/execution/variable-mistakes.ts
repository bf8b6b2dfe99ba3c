import { coerceInputValue, getVariableValues, GraphQLError, isInputType, typeFromAST } from 'graphql';
import type { GraphQLSchema, VariableDefinitionNode } from 'graphql';
import { AsWritten } from '../../platform/graphql/as-written.js';
import { problem, readable } from '../../platform/problems.js';
import type { Coerced } from './selection.js';

/** How many errors in variables are reported. */
const mostMistakes = 20;

/** Size of what may be quoted in a message and searched for similar names, in characters, names and values. */
const mostQuoted = 16_384;

/** Objects in variables. Reading one takes far longer than parsing it: its type is searched, and an object of a class is created. */
export const mostObjects = 20_000;

type Read = { readonly coerced: Coerced; readonly errors?: undefined } | { readonly errors: readonly GraphQLError[] };
type Variables = Readonly<Record<string, unknown>>;

/**
 * Coerces like graphql-js and with its messages, except for errors in large values: graphql-js quotes the whole value and searches for similar names, which
 * takes time in proportion to the value, again for each error.
 *
 * @throws BODY_TOO_LARGE for more than 20,000 objects
 */
export function readVariables(
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
  variables: Variables,
): Read {
  const large = definitions.filter((definition) => !isShort(valueOf(definition, variables)));
  if (large.length === 0) return getVariableValues(schema, definitions, variables, { maxErrors: mostMistakes });
  boundObjects(variables);
  const { coerced, mistakes } = readLarge(schema, large, variables);
  const inWords = mistakes.length > 0 && mistakes.every(({ value }) => isShort(value));
  const others = inWords ? definitions : definitions.filter((definition) => !large.includes(definition));
  const read = getVariableValues(schema, others, variables, { maxErrors: mostMistakes });
  if (mistakes.length > 0 && !inWords) return { errors: [...mistakes.map(told), ...(read.errors ?? [])] };
  return read.errors ? { errors: read.errors } : { coerced: { ...read.coerced, ...coerced } };
}

const nameOf = ({ variable }: VariableDefinitionNode): string => variable.name.value;

const valueOf = (definition: VariableDefinitionNode, variables: Variables): unknown =>
  Object.hasOwn(variables, nameOf(definition)) ? variables[nameOf(definition)] : undefined;

/** Whether a value from JSON is small. Stops as soon as this is known. */
function isShort(value: unknown): boolean {
  let left = mostQuoted;
  const waiting = [value];
  while (waiting.length > 0 && left >= 0) {
    const next = waiting.pop();
    left -= 1;
    if (typeof next === 'string') left -= next.length;
    else if (typeof next === 'object' && next !== null) {
      const names = Object.keys(next);
      left -= names.length;
      if (!Array.isArray(next)) for (const name of names) left -= name.length;
      const inside: readonly unknown[] = left < 0 ? [] : Object.values(next);
      waiting.push(...inside);
    }
  }
  return left >= 0;
}

/** @throws BODY_TOO_LARGE */
function boundObjects(variables: Variables): void {
  let count = 0;
  const waiting: unknown[] = [variables];
  while (waiting.length > 0) {
    const next = waiting.pop();
    // A wrapped text is not an object of the caller: a scalar reads it.
    if (typeof next !== 'object' || next === null || next instanceof AsWritten) continue;
    if (!Array.isArray(next)) count += 1;
    if (count > mostObjects + 1) throw problem('BODY_TOO_LARGE', `The request holds more than ${mostObjects} objects`);
    for (const inner of Object.values(next)) if (typeof inner === 'object') waiting.push(inner);
  }
}

interface Mistake {
  readonly definition: VariableDefinitionNode;
  readonly path: readonly (string | number)[];
  readonly value: unknown;
  readonly message: string;
}

/** Ends a coercion that has found enough errors. */
const enough = new Error('enough');

function readLarge(
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
  variables: Variables,
): { readonly coerced: Coerced; readonly mistakes: readonly Mistake[] } {
  const coerced: Record<string, unknown> = {};
  const mistakes: Mistake[] = [];
  try {
    for (const definition of definitions) {
      const type = typeFromAST(schema, definition.type);
      if (!isInputType(type)) throw new Error(`validation lets no $${nameOf(definition)} through`);
      const note = (path: readonly (string | number)[], value: unknown, { message }: GraphQLError) => {
        mistakes.push({ definition, path, value, message });
        if (mistakes.length === mostMistakes) throw enough;
      };
      coerced[nameOf(definition)] = coerceInputValue(valueOf(definition, variables), type, note, true);
    }
  } catch (error) {
    if (error !== enough) throw error;
  }
  return { coerced, mistakes };
}

function told({ definition, path, message }: Mistake): GraphQLError {
  const name = nameOf(definition);
  const place = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('');
  const where = path.length > 0 ? ` at "${name}${place}"` : '';
  return new GraphQLError(readable(`Variable "$${name}" got an invalid value${where}; ${message}`), {
    nodes: definition,
  });
}
