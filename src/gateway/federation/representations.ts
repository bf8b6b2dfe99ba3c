import { orNull } from '../../platform/missing.js';
import { problem } from '../../platform/problems.js';
import type { EntityKeys, KeyFields, NaturalKey } from '../../platform/graphql/entity.js';
import type { NodeContext } from '../../platform/graphql/node.js';
import { asType } from '../../platform/graphql/guarded.js';

/** Most objects that a router may ask for in one request. */
export const mostRepresentations = 1_000;

/** The keys of one type: each is the names of its fields. */
export interface Entity<Context> {
  /** Whether `node` finds it by its id. */
  readonly hasId: boolean;
  readonly keys: readonly NaturalKey<Context>[];
}

export type Entities<Context> = ReadonlyMap<string, Entity<Context>>;

/** The fields of each key, in the form of `@key`. */
export const keysOf = <Context>({ hasId, keys }: Entity<Context>): readonly string[] => [
  ...(hasId ? ['id'] : []),
  ...keys.map(({ fields }) => fields.join(' ')),
];

/** @param withId the types that have an id by which `node` finds them; of others, those in `keys` */
export function entitiesOf<Context>(
  types: { readonly has: (type: string) => boolean },
  withId: readonly string[],
  keys: EntityKeys<Context>,
): Entities<Context> {
  const named = Object.keys(keys).filter((type) => types.has(type));
  return new Map(
    [...new Set([...withId, ...named])].map((type) => [type, { hasId: withId.includes(type), keys: keys[type] ?? [] }]),
  );
}

/**
 * The object that a representation of another subgraph means; `null` if it does not exist or the caller may not read it.
 * @param at index of the representation, for the message
 * @throws INVALID_PARAMETER for one that names no object of this subgraph
 */
export async function entityOf<Context extends NodeContext>(
  entities: Entities<Context>,
  representation: unknown,
  at: number,
  context: Context,
): Promise<object | null> {
  const field = (name: string) => ['representations', String(at), name];
  const type = textOf(representation, '__typename');
  if (type === null) throw problem('INVALID_PARAMETER', '__typename must name a type', field('__typename'));
  const entity = entities.get(type);
  if (!entity) throw problem('INVALID_PARAMETER', `${show(type)} is no entity of this subgraph`, field('__typename'));
  const id = entity.hasId ? textOf(representation, 'id') : null;
  if (id !== null) {
    const found = await context.node(id);
    return found && '__typename' in found && found.__typename === type ? found : null;
  }
  for (const naturalKey of entity.keys) {
    const key = keyOf(representation, naturalKey.fields);
    if (key === null) continue;
    // No database can store it, so nothing has such a name.
    if (Object.values(key).some((value) => value.includes('\0'))) return null;
    const found = await orNull(async () => naturalKey.load(key, context));
    return found && asType(found, type);
  }
  const wanted = keysOf(entity).map((names) => names.split(' ').join(' and '));
  throw problem('INVALID_PARAMETER', `a ${type} is named by ${wanted.join(', or by ')}`, field('__typename'));
}

function keyOf(representation: unknown, fields: readonly string[]): KeyFields | null {
  const key: Record<string, string> = {};
  for (const name of fields) {
    const value = textOf(representation, name);
    if (value === null) return null;
    key[name] = value;
  }
  return key;
}

function textOf(representation: unknown, name: string): string | null {
  if (typeof representation !== 'object' || representation === null || !Object.hasOwn(representation, name))
    return null;
  const value: unknown = Reflect.get(representation, name);
  return typeof value === 'string' ? value : null;
}

const show = (type: string): string => JSON.stringify(type.slice(0, 100));
