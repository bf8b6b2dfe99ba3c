import { isEnumType } from 'graphql';
import type { GraphQLSchema } from 'graphql';
import { registerEnumType } from 'type-graphql';

/**
 * A text that an operation of graphql/rest passes to a scalar or enum exactly as the caller wrote it. GraphQL would refuse it, but the service tells REST
 * callers what is wrong in the words that they know, and shows them the text again. Nobody can send such a value, because JSON has no such type.
 */
export class AsWritten {
  constructor(readonly asWritten: string) {}
}

/** A value or a list, with the texts in it as they were written. */
export function unwritten(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unwritten);
  return value instanceof AsWritten ? value.asWritten : value;
}

/** Names of enums, recorded as the decorators of type-graphql record. */
const writable = new Set<string>();

/** Registers an enum that also accepts an {@link AsWritten}, for its services to check. */
export function registerWritableEnum<Values extends object>(
  values: Values,
  config: Parameters<typeof registerEnumType<Values>>[1],
): void {
  // type-graphql checks whether an object is an instance of the value that represents the type of its field.
  Object.defineProperty(values, Symbol.hasInstance, { value: (given: unknown) => given instanceof AsWritten });
  writable.add(config.name);
  registerEnumType(values, config);
}

/** Makes these enums of a built schema accept it. */
export function applyAsWritten(schema: GraphQLSchema): void {
  for (const name of writable) {
    const type = schema.getType(name);
    if (!isEnumType(type)) continue;
    const parse = type.parseValue.bind(type);
    type.parseValue = (value, ...more): unknown => (value instanceof AsWritten ? value : parse(value, ...more));
  }
}
