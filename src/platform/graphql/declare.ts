import 'reflect-metadata';
import { Field, ObjectType } from 'type-graphql';

/** A type as `@Field(() => Type)` takes it: a class of the schema, a scalar, or a list of them. */
export type TypeThunk = () => object;

/** A class that represents an object type of the schema, for use in `() => Type`. */
export type DeclaredType = new () => object;

export interface DeclaredField {
  readonly type: TypeThunk;
  readonly description: string;
  readonly nullable?: boolean;
}

/** Declares an object type without a class statement, for families of types that differ in names only. */
export function declareObjectType(
  name: string,
  description: string,
  fields: Readonly<Record<string, DeclaredField>>,
  // oxlint-disable-next-line typescript/no-extraneous-class -- what it declares is recorded by the decorators below
  type: DeclaredType = class {},
): DeclaredType {
  Object.defineProperty(type, 'name', { value: name });
  ObjectType(name, { simpleResolvers: true, description })(type);
  const prototype: unknown = type.prototype;
  if (typeof prototype !== 'object' || prototype === null) throw new TypeError(`${name} is not a class`);
  for (const [field, { type: thunk, ...options }] of Object.entries(fields)) {
    const method = Object.getOwnPropertyDescriptor(prototype, field);
    if (method) Field(thunk, options)(prototype, field, method);
    else Field(thunk, options)(prototype, field);
  }
  return type;
}
