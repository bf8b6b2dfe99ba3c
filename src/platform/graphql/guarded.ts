import { defaultFieldResolver, isObjectType } from 'graphql';
import type { GraphQLField, GraphQLFieldResolver, GraphQLSchema } from 'graphql';

/**
 * Who may read a field of an object that more callers come by than may read it: an issuer hangs on what is public, a role on a list of names.
 * @throws PERMISSION_DENIED, UNAUTHENTICATED
 */
export type FieldCheck = (object: object, field: string, context: unknown) => Promise<void>;

interface Guard {
  /** Fields for everyone who has the object; every other field is checked. */
  readonly open: ReadonlySet<string>;
  readonly check: FieldCheck;
}

/** By the type's name, recorded as the decorators of type-graphql record: for the whole process, before a schema is built. */
const guards = new Map<string, Guard>();

/** What was shown whole to somebody who may read it: an object of one answer, never one that answers share. */
const shownWhole = new WeakSet();
const shownFields = new WeakMap<object, ReadonlySet<string>>();
/** One check for all fields of an object that are asked together. */
const checks = new WeakMap<object, Map<string, Promise<void>>>();

/** Has every field of a type checked but the open ones, however the object is reached. A field that is added is checked. */
export function guardFields(type: string, open: readonly string[], check: FieldCheck): void {
  guards.set(type, { open: new Set(open), check });
}

/** The object, for a caller who was found to be allowed to read it. It must have been made for this answer. */
export function whole<T extends object>(object: T): T {
  shownWhole.add(object);
  return object;
}

/** Whether it is shown to somebody who may read all of it. */
export const isWhole = (object: object): boolean => shownWhole.has(object);

/** The object, for a caller who may read these fields of it. */
export function withFields<T extends object>(object: T, ...fields: readonly string[]): T {
  shownFields.set(object, new Set(fields));
  return object;
}

/** The open fields of guarded types, by the type's name. */
export const openFields = (): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map([...guards].map(([type, { open }]) => [type, open]));

/** Puts the checks into a schema that was built. */
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

/** Asks once for an object, whatever fields of it are asked for. */
export function askedOnce(object: object, key: string, ask: () => Promise<void>): Promise<void> {
  const known = checks.get(object) ?? new Map<string, Promise<void>>();
  checks.set(object, known);
  const asked = known.get(key) ?? ask();
  known.set(key, asked);
  return asked;
}
