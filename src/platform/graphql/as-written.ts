import { isEnumType } from 'graphql';
import type { GraphQLSchema } from 'graphql';
import { registerEnumType } from 'type-graphql';

/**
 * A text that an operation of graphql/rest hands to a scalar or an enum as its caller wrote it: the service tells callers of REST what is wrong with it, in the words
 * that they know, and shows again what they wrote, where GraphQL refuses it before. Nobody sends one: JSON has no such thing.
 */
export class AsWritten {
  constructor(readonly asWritten: string) {}
}

/** A value, or a list, with the texts in it as they were written. */
export function unwritten(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unwritten);
  return value instanceof AsWritten ? value.asWritten : value;
}

/** Names of enums, recorded as the decorators of type-graphql record. */
const writable = new Set<string>();

/** Registers an enum whose values may be an {@link AsWritten} instead of one of its own, for its services to judge. */
export function registerWritableEnum<Values extends object>(
  values: Values,
  config: Parameters<typeof registerEnumType<Values>>[1],
): void {
  // type-graphql asks whether an object is an instance of what stands for the type of its field.
  Object.defineProperty(values, Symbol.hasInstance, { value: (given: unknown) => given instanceof AsWritten });
  writable.add(config.name);
  registerEnumType(values, config);
}

/** Has these enums of a schema that was built take it. */
export function applyAsWritten(schema: GraphQLSchema): void {
  for (const name of writable) {
    const type = schema.getType(name);
    if (!isEnumType(type)) continue;
    const parse = type.parseValue.bind(type);
    type.parseValue = (value, ...more): unknown => (value instanceof AsWritten ? value : parse(value, ...more));
  }
}
