import { defaultFieldResolver, isObjectType } from 'graphql';
import type { GraphQLField, GraphQLFieldResolver, GraphQLSchema } from 'graphql';

/**
 * Checks who may read a field. More callers can reach the object than may read it: a public list leads to issuers, a list of names to roles.
 * @throws PERMISSION_DENIED, UNAUTHENTICATED
 */
export type FieldCheck = (object: object, field: string, context: unknown) => Promise<void>;

interface Guard {
  /** Fields for every caller who has the object. All other fields are checked. */
  readonly open: ReadonlySet<string>;
  readonly check: FieldCheck;
}

/** By the type's name, recorded as the decorators of type-graphql record: for the whole process, before a schema is built. */
const guards = new Map<string, Guard>();

/** Objects that are shown completely to a caller who may read them. Such an object belongs to one response, and is never shared. */
const shownWhole = new WeakSet();
const shownFields = new WeakMap<object, ReadonlySet<string>>();
/** One check for all fields of an object that are requested together. */
const checks = new WeakMap<object, Map<string, Promise<void>>>();

/** Checks all fields of a type except the open ones, no matter how the object is reached. New fields are checked too. */
export function guardFields(type: string, open: readonly string[], check: FieldCheck): void {
  guards.set(type, { open: new Set(open), check });
}

/** Marks the object as shown to a caller who may read it. It must have been created for this response. */
export function whole<T extends object>(object: T): T {
  shownWhole.add(object);
  return object;
}

/** Whether it is shown to a caller who may read all of it. */
export const isWhole = (object: object): boolean => shownWhole.has(object);

/** Marks these fields of the object as readable for the caller. */
export function withFields<T extends object>(object: T, ...fields: readonly string[]): T {
  shownFields.set(object, new Set(fields));
  return object;
}

/** A copy that says which type it is, and is shown as the object is: for an interface or a union. */
export function asType<T extends object>(object: T, type: string): T & { readonly __typename: string } {
  const typed = { ...object, __typename: type };
  const fields = shownFields.get(object);
  if (fields) shownFields.set(typed, fields);
  return isWhole(object) ? whole(typed) : typed;
}

/** The open fields of guarded types, by the type's name. */
export const openFields = (): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map([...guards].map(([type, { open }]) => [type, open]));

/** Adds the checks to a built schema. */
export function applyGuards(schema: GraphQLSchema): void {
  for (const [name, guard] of guards) {
    const type = schema.getType(name);
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) if (!guard.open.has(field.name)) checkField(field, guard);
  }
}

function checkField(field: GraphQLField<unknown, unknown>, { check }: Guard): void {
  const resolve: GraphQLFieldResolver<unknown, unknown> = field.resolve ?? defaultFieldResolver;
  field.resolve = (object, args, context, info) => {
    if (typeof object !== 'object' || object === null) return null;
    const go = () => resolve(object, args, context, info);
    if (shownWhole.has(object) || shownFields.get(object)?.has(field.name)) return go();
    return check(object, field.name, context).then(go);
  };
}

/** Asks once for an object, whichever of its fields are requested. */
export function askedOnce(object: object, key: string, ask: () => Promise<void>): Promise<void> {
  const known = checks.get(object) ?? new Map<string, Promise<void>>();
  checks.set(object, known);
  const asked = known.get(key) ?? ask();
  known.set(key, asked);
  return asked;
}
