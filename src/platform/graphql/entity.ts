import { problem } from '../problems.js';

/** The fields of an object by which another subgraph knows it. All are texts. */
export type KeyFields = Readonly<Record<string, string>>;

export interface NaturalKey<Context> {
  /** The fields of the key, which the type has too: `['mountPath', 'name']`. */
  readonly fields: readonly [string, ...string[]];
  /**
   * The plain object, or `null`. A caller who may not read it gets the same result as for a missing object. Objects that are requested together should be read
   * together.
   * @throws ProblemError; a problem that says that it does not exist counts as `null`
   */
  load(key: KeyFields, context: Context): Promise<object | null> | object | null;
}

/**
 * Types that other subgraphs may refer to by something else than an id, with their keys. Types with an id that `node(id)` finds need no entry for that.
 *
 * @example
 * // pki/entities.ts
 * export const pkiEntities: EntityKeys<PkiContext> = {
 *   Mount: [{ fields: ['path'], load: ({ path }, context) => context.pki.visibleTo(requireCaller(context)).mount(path) }],
 * };
 */
export type EntityKeys<Context> = Readonly<Record<string, readonly NaturalKey<Context>[]>>;

/** A field of a key. @throws INVALID_INPUT if the loader asks for a field that its key does not have */
export function keyField(key: KeyFields, name: string): string {
  const value = key[name];
  if (value === undefined) throw problem('INVALID_INPUT', `${name} is missing`, [name]);
  return value;
}
